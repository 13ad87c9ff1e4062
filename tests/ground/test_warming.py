"""What a process of the pages gets ready beside its first answers."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from django.template.engine import Engine
from django.template.loader import get_template
from django.urls import NoReverseMatch, get_resolver, resolvers, reverse
from django.utils import translation

from config.launch import warming
from rules import registry


def test_no_template_is_read_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    warming.warm()
    cached: Any = Engine.get_default().template_loaders[0]
    for loader in cached.loaders:
        monkeypatch.setattr(type(loader), "get_contents", read)
    names = list(warming.template_names())
    assert len(names) > 300 and "tournaments/results/my_table.html" in names
    for name in names:
        get_template(name)
    with pytest.raises(AssertionError, match="read anew"):
        get_template("no such template.html")


def test_no_address_is_gone_through_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    warming.warm()
    monkeypatch.setattr(resolvers.URLResolver, "_populate", read)
    for language in ("en", "de"):
        with translation.override(language):
            for namespace in get_resolver().namespace_dict:
                with pytest.raises(NoReverseMatch):
                    reverse(f"{namespace}:nowhere")


def test_every_game_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    warming.warm()
    monkeypatch.setattr(registry, "import_module", read)
    for game in registry.games():
        assert registry.load(game)


def test_what_cannot_be_made_ready_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warming, "template_names", lambda: iter(["no such template.html"]))
    frozen: list[int] = []
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(1))
    warming.in_the_background(after=0).join(60)
    assert "not all pages were made ready" in caplog.text
    assert "no such template.html" in caplog.text
    assert frozen


def read(*given: Any, **more: Any) -> None:
    """In the place of what must not happen again."""
    raise AssertionError("read anew")
