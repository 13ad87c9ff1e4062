"""Every address of the site, and the ones that nobody changes anything by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.urls import get_resolver, resolve
from django.urls.resolvers import URLPattern, URLResolver

from referee.calls import views as call_views
from referee.dispute_pages import steps as dispute_steps
from tournaments.access.doors import PAGES
from tournaments.clocks import views as clock_views
from tournaments.entrants import check_in_views
from tournaments.entrants import views as entrant_views
from tournaments.events import desk_views
from tournaments.jobs import views as job_views
from tournaments.rounds import views as round_views
from tournaments.webhooks import views as webhook_views

#: a live table's own doors ask for the phone: who logs there, and nobody else
LIVE = (
    "live_tap", "live_undo", "live_agree", "live_observed", "live_call", "live_result", "live_hands", "live_take",
    "live_token",
)  # fmt: skip
#: pages that nobody posts to, or only to look something up
READ = (
    "api-schema", "api-docs", "health", "ready", "metrics", "event_live", "front", "event_list", "event_page", "desk",
    "journal", "entrants", "print_players", "entrant", "slip", "card_list_template", "card_list_file", "staff",
    "stage_page", "print_stage", "decks", "deck_checks", "demo_person",
    "round_page", "offer", "print_names", "print_slips", "standings", "print_standings", "standings_after", "working",
    "projector", "my_table", "match_page", "record_page", "record_download", "record_entry", "live_page", "live_cards",
    "record_picture", "record_offline",
    "live_watch", "series_list", "series_page", "check_in_desk", "card_names", "floor", "precedents", "precedent_file",
    "precedents_file", "all_precedents", "one_precedent", "open_precedent_file",
    "disputes", "dispute", "picture", "queue", "webhook", "exports", "charts", "event_calendar", "series_calendar",
    "start", "manifest", "worker", "offline", "kept_table", "own_word", "person", "embed",
    "record_audit", "logs_beside", "merged_download", "upgrades", "operating",
    "saved_file", "own_data_file", "entry_data_file", "ratings", "ratings_of_game",
    "print_tables", "event_pdf", "standings_pdf", "round_pairings_pdf", "round_slips_pdf", "stage_pdf",
    "questions", "question", "rulebooks", "rulebook", "rule", "cards", "card",
    "penalty_policy", "series_policy", "series_errata", "event_rules", "jobs", "job", "jobs_live", "event_jobs",
    "rulebooks", "rulebook", "rule", "cards", "card",
    "penalty_policy", "series_policy", "series_errata", "event_rules",
    "penalty_policy", "series_policy", "penalties", "my_penalties", "series_penalties",
)  # fmt: skip

#: as LIVE
API_LIVE = (
    "live-entries", "live-undo", "live-asks", "live-observed", "live-call", "live-result", "live-hands",
    "live-token",
)  # fmt: skip
REFUSED = {401, 403, 404, 405}
APART = ("account_", "mfa_", "usersessions_", "admin", "set_language")


def plain(pattern: str) -> str:
    """An address as the others are written, where it is a regular expression."""
    named = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<str:\1>", pattern)
    return named.strip("^$").replace("\\.", ".") if named != pattern else pattern


def patterns() -> Iterator[tuple[str, URLPattern]]:
    """Every address of the site but the sign-in's and the admin's, which others keep, with its pattern."""

    def walk(resolver: URLResolver, before: str) -> Iterator[tuple[str, URLPattern]]:
        for found in resolver.url_patterns:
            path = before + plain(str(found.pattern))
            if isinstance(found, URLResolver):
                yield from walk(found, path)
            elif not path.startswith("admin/") and not str(found.name).startswith(APART):
                yield path, found

    yield from walk(get_resolver(), "")


def steps_of(name: str) -> list[str]:
    """The steps of a door that takes one from its address; one empty step for any other."""
    return [key.partition(":")[2] for key in PAGES if key.startswith(f"{name}:")] or [""]


#: the doors that take a step from their address, and the steps they take
STEPS: dict[str, Iterable[str]] = {
    "event_step": desk_views.STEPS,
    "entrant_step": entrant_views.STEPS,
    "check_in_step": check_in_views.STEPS,
    "round_step": round_views.STEPS,
    "clock_step": clock_views.SAID,
    "webhook_step": webhook_views.STEPS,
    "job_step": job_views.STEPS,
    "dispute_step": dispute_steps.STEPS,
    "call_step": call_views.STEPS,
}


def methods_of(pattern: URLPattern) -> list[str]:
    """The unsafe methods that a door of the API answers."""
    view = getattr(pattern.callback, "cls", None)
    return [name for name in ("POST", "PUT", "PATCH", "DELETE") if hasattr(view, name.lower())]


def label_of(address: str) -> str:
    """By what an address stands among the doors of the pages: its name, and its step where it has one."""
    found = resolve(address.partition("?")[0].partition("#")[0])
    return f"{found.url_name}:{found.kwargs['step']}" if "step" in found.kwargs else str(found.url_name)


def is_refusal(answer: Any) -> bool:
    """Whether who comes is told that he may not."""
    return answer.status_code in REFUSED or (
        answer.status_code == 302 and "/accounts/login/" in answer.headers["Location"]
    )
