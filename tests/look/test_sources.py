"""What the policy of the pages asks of templates, styles and scripts: nothing inline, nothing from elsewhere."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from django.template.loader import get_template

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.html") if "allauth" not in path.parts)
STYLES = sorted((ROOT / "static" / "css").glob("*.css"))
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
#: Characters of a line of a template.
LONGEST = 160
#: What a reader reads next: a value, or words.
_WORDS = r"(?:\{\{|\{% (?:translate|blocktranslate)\b(?![^%]* as \w+ %\})(?![^%]*asvar))"
#: The end of a sentence or of what stands before a colon, a line break, and what is read next.
GLUED = re.compile(
    r"(?:[^\s{][:;,.!?]|(?:endblocktranslate|translate \"[^\"]*[.!?:,]\") %\}(?:\{% (?:endif|endfor|endwith) %\})?)"
    r"[ \t]*\n\s*(?:\{% (?:if|endif|for|with|endwith)\b[^%]*%\}(?:[ \t]*\n\s*)?)*" + _WORDS
)
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


@pytest.mark.parametrize("path", sorted((ROOT / "templates").rglob("*.html")), ids=name)
def test_a_template_can_be_read(path: Path) -> None:
    """No line is too long to be taken in; a text over several lines is one text for the catalogue too."""
    text = path.read_text()
    assert max(map(len, text.splitlines()), default=0) <= LONGEST
    for given, said in re.findall(r"{% blocktranslate\b([^%]*)%}(.*?){% endblocktranslate %}", text, re.S):
        assert "\n" not in said or "trimmed" in given.split(), said


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_what_goes_on_after_a_tag_keeps_its_space(path: Path) -> None:
    """A line break beside a tag is nothing: "· …" and "(…)" that go on from the line before have a space there, and
    so has a sentence behind another."""
    lines = path.read_text().splitlines()
    for before, line in pairwise(lines):
        if re.match(r"\s*(?:· |\({% )", line):
            opened = re.search(r"(?:%}|}}|>) {% if [^%]*%}$", before)
            assert opened or re.fullmatch(r"\s*{% (?:elif [^%]*|else )%}", before), f"{before}\n{line}"
    assert [hit[0] for hit in GLUED.finditer(path.read_text())] == []


@pytest.mark.parametrize(
    ("source", "glued"),
    [
        ("{% endblocktranslate %}\n  {% translate 'B.' %}", True),
        ('{% translate "A." %}\n  {{ b }}', True),
        ('{% translate "A." %} {% if b %}\n  {{ b }}', False),
        ("</a>:\n  {% if b %}\n    {{ b }}", True),
        ("</a>: {{ b }}", False),
        ('{% translate "A." as text %}\n{{ text }}', False),
        ('{% translate "A." %}\n{% else %}\n{{ b }}', False),
    ],
)
def test_two_sentences_with_a_line_break_between_are_seen(source: str, glued: bool) -> None:
    assert (GLUED.search(source) is not None) == glued


@pytest.mark.parametrize("path", sorted((ROOT / "templates").rglob("*.html")), ids=name)
def test_every_template_compiles(path: Path) -> None:
    """It loads what it uses, and what it includes or extends is there."""
    get_template(str(path.relative_to(ROOT / "templates")))
    for other in re.findall(r"{% (?:include|extends|drawn)\s+\"([^\"]*)\"", path.read_text()):
        get_template(other)


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_every_form_that_changes_something_is_protected(path: Path) -> None:
    text = path.read_text()
    for form in re.findall(r"<form\b[^>]*method=\"post\".*?</form>", text, re.S):
        assert "{% csrf_token %}" in form, form[:120]


@pytest.mark.parametrize("path", [*STYLES, *SCRIPTS], ids=name)
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    ours = re.sub(r'url\("\.\./fonts/[a-z-]+\.woff2"\)', "", text)
    assert not re.search(r"@import|url\(|https?://", ours)


@pytest.mark.parametrize("path", [style for style in STYLES if style.name not in ELSEWHERE], ids=name)
def test_colours_come_from_the_variables(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    for colour in re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[\s;,)])", text):
        assert colour == "#fff" and "qr" in text, (
            f"{colour}: a code needs white behind it, all else a variable"
        )


#: Scroll, and hold nothing but links, buttons and fields, each of which the keyboard reaches.
OF_CONTROLS = frozenset({"tabs", "dock", "entries", "offers"})


def scrolling() -> set[str]:
    """The classes whose boxes scroll."""
    found = set()
    for path in STYLES:
        for selectors, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", path.read_text()):
            if re.search(r"overflow(?:-[xy])?:[^;]*\b(?:auto|scroll)\b", rules):
                found |= set(re.findall(r"\.([\w-]+)\s*(?=,|$)", selectors.strip()))
    return found


def test_what_scrolls_is_reached_by_keyboard_and_has_a_name() -> None:
    """WCAG 2.1.1: a box that scrolls takes the focus, says what it is (a role) and is called something."""
    classes = scrolling()
    assert {"last-lines", "board-frame", *OF_CONTROLS} <= classes
    met = set()
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for tag, said in re.findall(r"(<[a-z]+\b[^>]*?\bclass=\"([^\"]*)\"[^>]*>)", path.read_text()):
            boxes = classes.intersection(said.split()) - OF_CONTROLS
            met |= boxes
            if boxes:
                assert re.search(r'\stabindex="0"', tag) and re.search(r"\srole=.*\saria-label", tag, re.S), (
                    path.name,
                    tag,
                )
    assert met == classes - OF_CONTROLS


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_scripts_give_no_names_from_elsewhere_to_what_all_things_share(path: Path) -> None:
    """A name that comes from an answer is set on nothing but a part's own data and words that are looked up by it; what
    is merged is one tap with what came of it."""
    text = path.read_text()
    assert "__proto__" not in text and "constructor[" not in text
    set_by_name = re.findall(r"(\w+)\[[^]\"'0-9]+\]\s*=[^=]", text)
    assert set(set_by_name) <= {"dataset", "words", "rows"}
    assert set(re.findall(r"Object\.assign\((\w+),", text)) <= {"item", "one"}
