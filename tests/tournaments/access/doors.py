"""Every address of the site, and the ones that nobody changes anything by."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from tournaments.access.doors import PAGES

#: a live table's own doors ask for the phone: who logs there, and nobody else
LIVE = (
    "live_tap", "live_undo", "live_agree", "live_observed", "live_call", "live_result", "live_hands", "live_take",
    "live_word",
)  # fmt: skip
#: pages that nobody posts to
READ = (
    "api-schema", "api-docs", "health", "ready", "metrics", "event_live", "front", "event_list", "event_page", "desk",
    "journal", "entrants", "print_players", "entrant", "slip", "card_list_template", "card_list_file", "staff",
    "round_page", "offer", "print_names", "print_slips", "standings", "print_standings", "standings_after", "working",
    "projector", "my_table", "match_page", "record_page", "record_download", "record_entry", "live_page", "live_cards",
    "live_watch", "card_names", "precedents", "precedent_file", "disputes", "queue",
)  # fmt: skip

#: as LIVE
API_LIVE = (
    "live-entries", "live-undo", "live-asks", "live-observed", "live-call", "live-result", "live-hands",
    "live-word",
)  # fmt: skip
APART = ("account_", "mfa_", "admin", "set_language")


def patterns() -> Iterator[tuple[str, URLPattern]]:
    """Every address of the site but the sign-in's and the admin's, which others keep, with its pattern."""

    def walk(resolver: URLResolver, before: str) -> Iterator[tuple[str, URLPattern]]:
        for found in resolver.url_patterns:
            path = before + str(found.pattern)
            if isinstance(found, URLResolver):
                yield from walk(found, path)
            elif not path.startswith("admin/") and not str(found.name).startswith(APART):
                yield path, found

    yield from walk(get_resolver(), "")


def steps_of(name: str) -> list[str]:
    """The steps of a door that takes one from its address; one empty step for any other."""
    return [key.partition(":")[2] for key in PAGES if key.startswith(f"{name}:")] or [""]


def methods_of(pattern: URLPattern) -> list[str]:
    """The unsafe methods that a door of the API answers."""
    view = getattr(pattern.callback, "cls", None)
    return [name for name in ("POST", "PUT", "PATCH", "DELETE") if hasattr(view, name.lower())]
