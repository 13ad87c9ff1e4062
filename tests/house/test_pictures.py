"""Pictures of the guides: each that is named is there and described, and none lies about."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_pictures_are_there_and_described() -> None:
    shown: set[Path] = set()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        tags = re.findall(r"<img ([^>]*)>", text)
        named = [(re.findall(r'src="([^"]+)"', tag)[0], re.findall(r'alt="([^"]*)"', tag)) for tag in tags]
        named += [(path, [words]) for words, path in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text)]
        for path, words in named:
            assert words and len(words[0]) > 10, f"{page.name}: {path} has no description"
            assert (page.parent / path).is_file(), f"{page.name}: there is no {path}"
            shown.add((page.parent / path).resolve())
    kept = {path.resolve() for path in (ROOT / "docs/images").iterdir()}
    assert kept == {path for path in shown if path.parent == ROOT / "docs/images"}
