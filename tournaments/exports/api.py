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
from tournaments.events.models import Event
from tournaments.exports.files import event_file_of
from tournaments.exports.tables import entrants_csv, results_csv, standings_csv

TAG = "exports"


class EventFileView(Door):
    """The event file."""

    @extend_schema(
        tags=[TAG],
        summary="The event as an event file; staff get what is theirs to know",
        responses={(200, "application/json"): OpenApiTypes.OBJECT, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        event = self.event(slug)
        found = event_file_of(event, for_staff=may(self.actor, "export_staff", event))
        return _download(msgspec.json.encode(found), "application/json", f"{event.slug}.json")


def table(make: Callable[[Event, bool], str], name: str, summary: str) -> type[Door]:
    """A view that gives one table as CSV."""

    class Table(Door):
        @extend_schema(
            tags=[TAG], summary=summary, responses={(200, "text/csv"): OpenApiTypes.STR, **REFUSALS}
        )
        def get(self, request: Request, slug: str) -> HttpResponse:
            event = self.event(slug)
            text = make(event, may(self.actor, "export_staff", event))
            return _download(text.encode("utf-8-sig"), "text/csv; charset=utf-8", f"{event.slug}-{name}.csv")

    Table.__name__ = f"{name.title()}Table"
    Table.__doc__ = summary
    return Table


TABLES: dict[str, type[Door]] = {
    "standings": table(lambda event, staff: standings_csv(event), "standings", "The standings as CSV"),
    "entrants": table(entrants_csv, "entrants", "The entrants as CSV"),
    "results": table(lambda event, staff: results_csv(event), "results", "The results as CSV"),
}


def _download(body: bytes, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(body, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
