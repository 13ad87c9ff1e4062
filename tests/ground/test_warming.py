"""What a process of the pages gets ready beside its first answers."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from django.template.engine import Engine
from django.template.loader import get_template
from django.urls import NoReverseMatch, clear_url_caches, get_resolver, resolvers, reverse
from django.utils import translation

from config.launch import warming
from rules import registry
from tournaments import large_events

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def nothing_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has just begun, whatever other tests have made."""
    cached: Any = Engine.get_default().template_loaders[0]
    cached.reset()
    clear_url_caches()
    monkeypatch.setattr(registry, "_loaded", lru_cache(registry._loaded.__wrapped__))
    monkeypatch.setattr(large_events, "read_large_events", lambda: None)


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
    frozen: list[int] = []
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(1))
    monkeypatch.setattr(registry, "GAMES", {"torn": ("Torn", "rules.torn:Game")} | registry.GAMES)
    monkeypatch.setattr(warming, "template_names", lambda: iter(["no such template.html", "base.html"]))
    warming.in_the_background(after=0).join(60)
    assert caplog.text.count("something was not made ready") == 2
    assert "rules.torn" in caplog.text and "no such template.html" in caplog.text
    assert frozen
    cached: Any = Engine.get_default().template_loaders[0]
    for loader in cached.loaders:
        monkeypatch.setattr(type(loader), "get_contents", read)
    assert get_template("base.html")
    monkeypatch.setattr(registry, "import_module", read)
    assert registry.load("looney_tunes")


def test_it_begins_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """However it is run: by the launcher, in a container, as a unit."""
    from config import rsgi

    begun: list[int] = []
    assert rsgi.application._begun is warming.in_the_background
    monkeypatch.setattr(rsgi.application, "_begun", lambda: begun.append(1))
    monkeypatch.setattr(rsgi.application, "_beat", None)
    monkeypatch.setattr(rsgi.application.connections, "watch", lambda loop, door: None)
    rsgi.application.__rsgi_init__(None)  # type: ignore[arg-type]
    assert begun == [1]


def read(*given: Any, **more: Any) -> None:
    """In the place of what must not happen again."""
    raise AssertionError("read anew")


#: In a process of its own: what the pages' process has loaded when it begins to answer, and once it is ready.
LOADED = """
import sys
from django.urls import get_resolver
from config.wsgi import application
_ = get_resolver().url_patterns
heavy = {"fpdf", "fontTools", "numpy"}
print(sorted(heavy & set(sys.modules)))
from config.launch.warming import warm
warm()
print(sorted(heavy & set(sys.modules)))
"""


def test_what_only_a_pdf_needs_is_loaded_beside_the_first_answers(tmp_path: Path) -> None:
    environ = {**os.environ, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    told = subprocess.run(
        [sys.executable, "-c", LOADED], env=environ, cwd=ROOT, text=True, check=True, capture_output=True
    )
    begun, ready = told.stdout.splitlines()[-2:]
    assert begun == "[]" and "fpdf" in ready
