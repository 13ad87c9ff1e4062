"""What the policy of the pages asks of templates, styles and scripts: nothing inline, nothing from elsewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.html") if "allauth" not in path.parts)
STYLES = sorted((ROOT / "static" / "css").glob("*.css"))
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
ELSEWHERE = (
    "variables.css",
    "print.css",
    "api.css",
    "board.css",
)  # paper is white; cards have their own colours


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_templates_carry_nothing_inline(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_every_form_that_changes_something_is_protected(path: Path) -> None:
    text = path.read_text()
    for form in re.findall(r"<form\b[^>]*method=\"post\".*?</form>", text, re.S):
        assert "{% csrf_token %}" in form, form[:120]


@pytest.mark.parametrize("path", [*STYLES, *SCRIPTS], ids=name)
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    assert not re.search(r"@import|url\(|https?://", text)


@pytest.mark.parametrize("path", [style for style in STYLES if style.name not in ELSEWHERE], ids=name)
def test_colours_come_from_the_variables(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    for colour in re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[\s;,)])", text):
        assert colour == "#fff" and "qr" in text, (
            f"{colour}: a code needs white behind it, all else a variable"
        )
