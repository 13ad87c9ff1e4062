"""Gets ready what the first answers of a process would otherwise make while somebody waits: engines, addresses,
templates, the library for PDFs, the rounds of large events."""

import gc
import logging
import threading
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

from config.launch.loading import one_at_a_time

log = logging.getLogger(__name__)

# Seconds before it begins: who started the site sees its first page first.
AFTER = 2.0


def in_the_background(after: float = AFTER) -> threading.Timer:
    """Does so beside the answers, which wait for nothing of it; one process of a site at a time."""
    timer = threading.Timer(after, _begin)
    timer.name, timer.daemon = "warming", True
    timer.start()
    return timer


def _begin() -> None:
    from django.db import connections

    try:
        with one_at_a_time():
            warm()
    finally:
        connections.close_all()
    # What was made stays: nothing of it is ever looked through for what nobody needs any more.
    gc.freeze()


def warm() -> None:
    """Loads every game there is, the addresses in each language, every template of the site, what PDFs need, and the
    large events that are being played. What cannot be made ready is logged, and keeps nothing else from it: who asks
    for it is told by the page itself."""
    for make in _things():
        try:
            make()
        except Exception:
            log.exception("something was not made ready")


def _things() -> Iterator[Callable[[], object]]:
    from django.conf import settings
    from django.template.loader import get_template
    from django.urls import get_resolver

    from rules import registry

    yield from (partial(registry.load, game) for game in registry.games())
    for language, _ in settings.LANGUAGES:
        yield from (partial(_go_through, language, name) for name in list(get_resolver().namespace_dict))
    yield from (partial(get_template, name) for name in template_names())
    yield partial(import_module, "tournaments.paper.pack")
    yield _read_large_events


def _read_large_events() -> None:
    from tournaments.large_events import read_large_events

    read_large_events()


def _go_through(language: str, namespace: str) -> None:
    """There is no such page: to know that, all pages of the namespace are gone through, and kept."""
    from django.urls import NoReverseMatch, reverse
    from django.utils import translation

    with translation.override(language):
        try:
            reverse(f"{namespace}:")
        except NoReverseMatch:
            return


def template_names() -> Iterator[str]:
    """The names of the site's own templates."""
    from django.template.engine import Engine

    for folder in map(Path, Engine.get_default().dirs):
        for file in sorted(folder.rglob("*.html")):
            yield file.relative_to(folder).as_posix()


def collect_rarely() -> None:
    """Looking through all that is kept for what nobody needs any more stops every thread for as long as a page takes,
    and what an answer leaves behind is mostly gone without being looked for: so do that a thirtieth as often."""
    gc.set_threshold(20_000, 20, 20)
