"""German: every text of our pages has one, with the same placeholders, and the compiled file is the written one."""

import gettext
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "locale" / "de" / "LC_MESSAGES"
PAGES = sorted(
    path
    for folder in (
        "templates/tournaments",
        "templates/referee",
        "templates/components",
        "templates/account",
        "templates",
    )
    for path in (ROOT / folder).glob("**/*.html" if folder != "templates" else "*.html")
)
TEXT = re.compile(r"{%\s*translate \"((?:[^\"\\]|\\.)*)\"(?: as \w+)?\s*%}")
BLOCK = re.compile(r"{%\s*blocktranslate\b[^%]*%}(.*?){%\s*endblocktranslate\s*%}", re.S)
ARGUMENT = re.compile(r"\b_\(\"([^\"]*)\"\)")
ENTRY = re.compile(
    r'^msgid "(.*)"\n(?:msgid_plural "(.*)"\n)?msgstr(?:\[0\])? "(.*)"(?:\nmsgstr\[1\] "(.*)")?', re.M
)
PLACEHOLDER = re.compile(r"%\(\w+\)s|%s")


@pytest.fixture(scope="module")
def german() -> gettext.GNUTranslations:
    with (FOLDER / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def entries() -> list[tuple[str, str, str, str]]:
    # a long text stands in several lines, each quoted
    text = (FOLDER / "django.po").read_text(encoding="utf-8").replace('"\n"', "")
    return [found for found in ENTRY.findall(text) if found[0]]


def texts_of(page: str) -> list[str]:
    """The texts of a template, as the catalogue has them; of a text with a plural, the singular."""
    blocks = [re.split(r"{%\s*plural\s*%}", block)[0] for block in BLOCK.findall(page)]
    return (
        TEXT.findall(page)
        + ARGUMENT.findall(page)
        + [
            re.sub(r"{{ (\w+) }}", r"%(\1)s", " ".join(line.strip() for line in block.strip().splitlines()))
            for block in blocks
        ]
    )


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_text_of_a_page_is_translated(path: Path, german: gettext.GNUTranslations) -> None:
    known = german._catalog  # type: ignore[attr-defined]
    msgids = {key[0] if isinstance(key, tuple) else key for key in known}
    for text in texts_of(path.read_text()):
        assert text in msgids or f"\x04{text}" in str(known), text


def test_the_compiled_file_is_the_written_one(german: gettext.GNUTranslations) -> None:
    assert len(entries()) > 500
    for one, many, said, said_many in entries():
        if many and said:
            assert german.ngettext(one, many, 1) == said.replace('\\"', '"')
            assert german.ngettext(one, many, 2) == said_many.replace('\\"', '"')


def test_placeholders_are_kept() -> None:
    for one, many, said, said_many in entries():
        for text, translated in ((one, said), (many, said_many)):
            if translated:
                assert sorted(PLACEHOLDER.findall(translated)) == sorted(PLACEHOLDER.findall(text)), text
