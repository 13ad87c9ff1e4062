"""What a template extends is looked for once: it draws what Django draws, however templates stand on each other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.template import Context, Engine
from django.template.loader_tags import ExtendsNode

from config.template_layout import Extending

SOURCES = {
    "lowest": "<{% block a %}lowest a{% endblock %}|{% if x %}{% block b %}lowest b{% endblock %}{% endif %}|"
    "{% block c %}c{% block d %}lowest d{% endblock %}{% endblock %}>",
    "middle": "{# why #}{% extends 'lowest' %}{% block a %}middle a, {{ block.super }}{% endblock %}"
    "{% block d %}{% with x=1 %}middle d{% endwith %}{% endblock %}",
    "upper": "{% extends 'middle' %}{% block b %}upper b{% endblock %}"
    "{% block a %}upper a, {{ block.super }}{% endblock %}",
    "any": "{% extends below %}{% block a %}any a{% endblock %}",
    "upon any": "{% extends 'any' %}{% block b %}upon b{% endblock %}",
    "itself": "{% extends 'lowest' %}{% block a %}{% if y %}inner{% else %}"
    "outer {% include 'itself' with y=1 %}{% endif %}{% endblock %}",
    "twice": "{% include 'upper' %}{% include 'middle' %}{% include 'upper' with x='' %}",
}
PAGES = {
    "upper": "<upper a, middle a, lowest a|upper b|cmiddle d>",
    "middle": "<middle a, lowest a|lowest b|cmiddle d>",
    "any": "<any a|lowest b|clowest d>",
    "upon any": "<any a|upon b|clowest d>",
}


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    for name, source in SOURCES.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    loader = ("config.template_layout.Loader", ["django.template.loaders.filesystem.Loader"])
    return Engine(dirs=[tmp_path], loaders=[loader])


def drawn(engine: Engine, name: str, **values: object) -> str:
    return engine.get_template(name).render(Context(values))


@pytest.mark.parametrize("name", PAGES)
def test_blocks_stand_where_the_uppermost_says(engine: Engine, name: str) -> None:
    for _ in range(3):  # whether it is found or known
        assert drawn(engine, name, x=1, below="lowest") == PAGES[name]
    assert type(engine.get_template(name).nodelist.get_nodes_by_type(ExtendsNode)[0]) is Extending


def test_what_is_extended_may_differ_each_time(engine: Engine) -> None:
    assert drawn(engine, "any", x=1, below="middle") == "<any a|lowest b|cmiddle d>"
    assert drawn(engine, "any", x=1, below="lowest") == "<any a|lowest b|clowest d>"
    assert drawn(engine, "upon any", x=1, below="upper") == "<any a|upon b|cmiddle d>"


def test_one_within_another_keeps_its_own_blocks(engine: Engine) -> None:
    upper, middle = PAGES["upper"], PAGES["middle"]
    assert drawn(engine, "twice", x=1) == upper + middle + upper.replace("upper b", "")


def test_it_is_what_django_draws(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [
        (name, x, below) for name in SOURCES for x in ("", "1") for below in ("lowest", "middle", "upper")
    ]
    ours = [drawn(engine, name, x=x, below=below) for name, x, below in asked]
    monkeypatch.setattr(Extending, "render", ExtendsNode.render)
    assert ours == [drawn(engine, name, x=x, below=below) for name, x, below in asked]


def test_two_at_once_do_not_take_each_others_blocks(engine: Engine) -> None:
    """A block that is drawn is taken out for so long: one within the other, and on two threads."""
    inner = "<inner|lowest b|clowest d>"
    assert drawn(engine, "itself", x=1) == f"<outer {inner}|lowest b|clowest d>"
    with ThreadPoolExecutor(4) as threads:
        pages = set(threads.map(lambda _: drawn(engine, "upper", x=1), range(200)))
    assert pages == {PAGES["upper"]}
