"""Exports over the API: the event file, and tables as CSV."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from tournaments.access import may
from tournaments.api_base import REFUSALS, Door
from tournaments.exports.files import event_file_of
from tournaments.exports.tables import entrants_csv, log_csv, results_csv, standings_csv
from tournaments.kept_standings.standings import standings_with_working
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.memory import Memory
from tournaments.models.events import Event

TAG = "exports"
#: Files in memory, and their bytes in all: an event of 5,000 players and ten rounds takes about ten megabytes.
FILES, BYTES = 24, 24_000_000
_files: Memory[bytes] = Memory(FILES, BYTES, len)


class EventFileView(Door):
    """The event file."""

    @extend_schema(
        tags=[TAG],
        summary="The event as an event file; staff get what is theirs to know",
        responses={(200, "application/json"): OpenApiTypes.OBJECT, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        event = self.event(slug)
        staff = may(self.actor, "export_staff", event)
        body = _kept(
            event, f"file {staff}", lambda: msgspec.json.encode(event_file_of(event, for_staff=staff))
        )
        return _download(body, "application/json", f"{event.slug}.json")


class StandingsFileView(Door):
    """The standings with their working."""

    @extend_schema(
        tags=[TAG],
        summary="The standings after the newest finished round, and how every figure came about",
        responses={(200, "application/json"): OpenApiTypes.OBJECT, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        event = self.event(slug)
        body = msgspec.json.encode(standings_with_working(event))
        return _download(body, "application/json", f"{event.slug}-standings.json")


class LogTable(Door):
    """The event's log."""

    @extend_schema(
        tags=[TAG],
        summary="What happened in the event as CSV: for staff everything, for others what is public",
        responses={(200, "text/csv"): OpenApiTypes.STR, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        event = self.event(slug)
        text = log_csv(event, self.actor)
        return _download(text.encode("utf-8-sig"), "text/csv; charset=utf-8", f"{event.slug}-log.csv")


def table(make: Callable[[Event, bool], str], name: str, summary: str) -> type[Door]:
    """A view that gives one table as CSV."""

    class Table(Door):
        @extend_schema(
            tags=[TAG], summary=summary, responses={(200, "text/csv"): OpenApiTypes.STR, **REFUSALS}
        )
        def get(self, request: Request, slug: str) -> HttpResponse:
            event = self.event(slug)
            staff = may(self.actor, "export_staff", event)
            body = _kept(event, f"{name} {staff}", lambda: make(event, staff).encode("utf-8-sig"))
            return _download(body, "text/csv; charset=utf-8", f"{event.slug}-{name}.csv")

    Table.__name__ = f"{name.title()}Table"
    Table.__doc__ = summary
    return Table


TABLES: dict[str, type[Door]] = {
    "standings": table(lambda event, staff: standings_csv(event), "standings", "The standings as CSV"),
    "entrants": table(entrants_csv, "entrants", "The entrants as CSV"),
    "results": table(lambda event, staff: results_csv(event), "results", "The results as CSV"),
}


def _kept(event: Event, what: str, make: Callable[[], bytes]) -> bytes:
    """A file as it is by now, made once until something of the event changes: every change raises the version of one of
    its topics. `what` names the file and for whom it is."""
    return _files.get((event.pk, what, as_mark(versions_of(event.pk))), make)


def _download(body: bytes, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(body, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
