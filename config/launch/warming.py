"""Gets ready what the first answers of a process would otherwise make while somebody waits: engines, addresses,
templates."""

import gc
import logging
import threading
from collections.abc import Iterator
from pathlib import Path

log = logging.getLogger(__name__)

# Seconds before it begins: who started the site sees its first page first.
AFTER = 2.0


def in_the_background(after: float = AFTER) -> threading.Timer:
    """Does so beside the answers, which wait for nothing of it."""
    timer = threading.Timer(after, _warm)
    timer.name, timer.daemon = "warming", True
    timer.start()
    return timer


def _warm() -> None:
    try:
        warm()
    except Exception:
        # Who asks for what is at fault is told so by the page itself.
        log.exception("not all pages were made ready")
    gc.freeze()


def warm() -> None:
    """Loads every game there is, the addresses in each language, and every template of the site."""
    from django.conf import settings
    from django.template.loader import get_template
    from django.urls import NoReverseMatch, get_resolver, reverse
    from django.utils import translation

    from rules import registry

    for game in registry.games():
        registry.load(game)
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            for namespace in list(get_resolver().namespace_dict):
                # There is no such page: to know that, all pages of the namespace are gone through, and kept.
                try:
                    reverse(f"{namespace}:")
                except NoReverseMatch:
                    continue
    for name in template_names():
        get_template(name)


def template_names() -> Iterator[str]:
    """The names of the site's own templates."""
    from django.template.engine import Engine

    for folder in map(Path, Engine.get_default().dirs):
        for file in sorted(folder.rglob("*.html")):
            yield file.relative_to(folder).as_posix()
