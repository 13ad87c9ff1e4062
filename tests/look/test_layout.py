"""Line breaks of a template are for its readers: beside an element or a tag they are nothing, between words a space."""

from pathlib import Path

import pytest
from django.template import Context, Engine, TemplateDoesNotExist, TemplateSyntaxError
from django.template.loaders.cached import Loader as Cached

from config.template_layout import LaidOut, Loader


def drawn(source: str, **values: object) -> str:
    """What the source comes to with these values."""
    return LaidOut(source, engine=Engine()).render(Context(values))


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>\n", "<ul><li>one</li><li>two</li></ul>"),
        ("<td>\n  {% if no %}\n    <b>x</b>\n  {% endif %}\n</td>", "<td></td>"),
        ("<p>\n  Two\n  words\n</p>", "<p>Two words</p>"),
        ("<p>\n  {{ a }}\n  {{ b }} and\n  {{ a }}\n</p>", "<p>A B and A</p>"),
        ("<p>{{ a }}\n  {% if a %}, {{ b }}{% endif %}</p>", "<p>A, B</p>"),
        ("<p>{{ a }} <b>{{ b }}</b></p>", "<p>A <b>B</b></p>"),
        ('<a\n  class="x\n  y"\n  {% if a %}href="z"{% endif %}\n>', '<a class="x y" href="z">'),
        ('<a title="a > b"\n  href="x"\n>\n  {{ a }}</a>', '<a title="a > b" href="x">A</a>'),
        ("<{% if no %}a{% else %}b{% endif %}\n  id=x>\n</b>", "<b id=x></b>"),
        ("<textarea\n  id=x>\n\n one\n</textarea>\n<p>", "<textarea id=x>\n\n one\n</textarea><p>"),
        ("<pre>{{ a }}\n{{ b }}</pre>\n<b>\n</b>", "<pre>A\nB</pre><b></b>"),
        ("{#\n  why\n#}\n<p>", "<p>"),
        ("1 <\n2", "1 < 2"),
        ("<p>{% with c=a\n  d=b\n%}{{ c }}{{ d }}{% endwith %}</p>", "<p>AB</p>"),
    ],
)
def test_a_line_break_is_nothing_beside_a_tag_and_a_space_between_words(source: str, page: str) -> None:
    assert drawn(source, a="A", b="B") == page


def test_what_went_wrong_is_said_by_its_line() -> None:
    with pytest.raises(TemplateSyntaxError) as caught:
        LaidOut("<p>\n\n  {% no_such_tag\n    a=b %}\n</p>", engine=Engine(debug=True))
    said = caught.value.template_debug  # type: ignore[attr-defined]
    assert said["line"] == 3
    assert said["during"].startswith("{% no_such_tag")


def test_only_the_folders_of_the_site_are_read_so(tmp_path: Path) -> None:
    (tmp_path / "ours.html").write_text("<p>\n</p>\n")
    below = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
    engine = Engine(
        dirs=[str(tmp_path)],
        libraries={"i18n": "django.templatetags.i18n", "static": "django.templatetags.static"},
    )
    loader = Loader(engine, below)
    assert isinstance(loader, Cached)
    ours = loader.get_template("ours.html")
    assert ours.render(Context()) == "<p></p>"
    assert loader.get_template("ours.html") is ours
    assert type(loader.get_template("admin/base.html")) is not LaidOut
    with pytest.raises(TemplateDoesNotExist):
        loader.get_template("nobodys.html")
