"""Exports over the API: the event file, and tables as CSV and JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from tournaments.access import Actor, may, require
from tournaments.api_base import REFUSALS, Door
from tournaments.exports.files import complete_file_of, event_file_of
from tournaments.exports.makers import (
    COMPLETE,
    EVENT,
    NOBODY_ELSE,
    STANDINGS,
    reader,
    seats_in,
    standing_lists,
)
from tournaments.exports.makers import TABLES as LARGE
from tournaments.exports.tables import (
    Rows,
    adjustments_rows,
    as_csv,
    as_json,
    deck_checks_rows,
    decks_rows,
    entrants_rows,
    log_rows,
    pairings_rows,
    penalties_rows,
    prizes_rows,
    results_rows,
    standings_rows,
)
from tournaments.fact_memory import FactMemory
from tournaments.kept_standings.standings import standings_with_working
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.made_files.answers import answer_of_file
from tournaments.made_files.makers import MAKERS, Maker
from tournaments.models.events import Event

TAG = "exports"
#: Files in memory, and their bytes in all: an event of 5,000 players and ten rounds takes about ten megabytes.
FILES, BYTES = 24, 24_000_000
_files: FactMemory[bytes] = FactMemory(FILES, BYTES, len)


TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


class BeingMadeSerializer(serializers.Serializer[Any]):
    """A large event's file is made as long work: `file` is where it will be (also the answer's `Location`); asked there
    before it is made, the same is answered once more."""

    job = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["waiting", "running", "cancelled", "done"])
    file = serializers.URLField()


BEING_MADE = {(202, "application/json"): BeingMadeSerializer}


class EventFileView(Door):
    """The event file."""

    @extend_schema(
        tags=[TAG],
        summary="The event as an event file; staff get what is theirs to know",
        parameters=[
            OpenApiParameter(
                "complete",
                OpenApiTypes.BOOL,
                description="Whether deck lists that the reader may see, and logs for judges, come along.",
            )
        ],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, **BEING_MADE, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        event = self.event(slug)
        seats = seats_in(event)
        if request.query_params.get("complete", "").lower() in ("1", "true"):
            for_whom, name = reader(event, self.actor), f"{event.slug}-complete.json"
            if COMPLETE.is_large(seats + standing_lists(event)) and for_whom != NOBODY_ELSE:
                return _large(self, event, COMPLETE, for_whom, name, "&complete=1")
            body = msgspec.json.encode(complete_file_of(event, self.actor))
            return _download(body, "application/json", name)
        staff = may(self.actor, "export_staff", event)
        if EVENT.is_large(seats):
            return _large(self, event, EVENT, "staff" if staff else "", f"{event.slug}.json")
        body = _kept(
            event, f"file {staff}", lambda: msgspec.json.encode(event_file_of(event, for_staff=staff))
        )
        return _download(body, "application/json", f"{event.slug}.json")


class StandingsFileView(Door):
    """The standings with their working."""

    @extend_schema(
        tags=[TAG],
        summary="The standings after the newest finished round, and how every figure came about",
        responses={(200, "application/json"): OpenApiTypes.OBJECT, **BEING_MADE, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        event = self.event(slug)
        if STANDINGS.is_large(seats_in(event)):
            return _large(self, event, STANDINGS, "", f"{event.slug}-standings.json")
        body = msgspec.json.encode(standings_with_working(event))
        return _download(body, "application/json", f"{event.slug}-standings.json")


def table_doors(
    name: str,
    summary: str,
    rows: Callable[[Event, Actor], Rows],
    *,
    needs: str = "",
    kept_for: Callable[[Event, Actor], str] | None = None,
) -> tuple[type[Door], type[Door]]:
    """The doors that give a table as CSV and as JSON. `needs`: the action of who may have it, else everybody who sees
    the event. `kept_for` names the reader where a file is kept for the next one like him."""

    def answer(door: Door, slug: str, form: str, write: Callable[[Rows], bytes]) -> HttpResponse:
        event = door.event(slug)
        if needs:
            require(door.actor, needs, event)
        large, file = LARGE.get(name), f"{event.slug}-{name}.{form}"
        if large is not None and MAKERS[f"{name}.{form}"].is_large(large.things(event)):
            for_whom = large.for_whom(event, door.actor)
            if for_whom != NOBODY_ELSE:
                return _large(door, event, MAKERS[f"{name}.{form}"], for_whom, file)
        if kept_for is None:
            return _download(write(rows(event, door.actor)), TYPES[form], file)
        what = f"{name}.{form} {kept_for(event, door.actor)}"
        return _download(_kept(event, what, lambda: write(rows(event, door.actor))), TYPES[form], file)

    class AsCsv(Door):
        @extend_schema(
            tags=[TAG],
            summary=f"{summary}, as CSV",
            responses={(200, "text/csv"): OpenApiTypes.STR, **BEING_MADE, **REFUSALS},
        )
        def get(self, request: Request, slug: str) -> HttpResponse:
            return answer(self, slug, "csv", lambda rows: as_csv(rows).encode("utf-8-sig"))

    class AsJson(Door):
        @extend_schema(
            tags=[TAG],
            summary=f"{summary}, as JSON",
            responses={(200, "application/json"): OpenApiTypes.OBJECT, **BEING_MADE, **REFUSALS},
        )
        def get(self, request: Request, slug: str) -> HttpResponse:
            return answer(self, slug, "json", lambda rows: as_json(name, rows))

    for door, ending in ((AsCsv, "Table"), (AsJson, "Json")):
        door.__name__ = f"{name.title()}{ending}"
        door.__doc__ = summary
    return AsCsv, AsJson


def _is_staff(event: Event, actor: Actor) -> str:
    return str(may(actor, "export_staff", event))


def _everybody(event: Event, actor: Actor) -> str:
    return ""


#: The tables of this folder by name; the standings as JSON are the file with their working.
TABLES: dict[str, tuple[type[Door], type[Door]]] = {
    "standings": table_doors(
        "standings", "The standings", lambda event, actor: standings_rows(event), kept_for=_everybody
    ),
    "entrants": table_doors(
        "entrants",
        "The entrants; staff get what is theirs to know",
        lambda event, actor: entrants_rows(event, may(actor, "export_staff", event)),
        kept_for=_is_staff,
    ),
    "pairings": table_doors(
        "pairings", "The published pairings", lambda event, actor: pairings_rows(event), kept_for=_everybody
    ),
    "results": table_doors(
        "results", "The results", lambda event, actor: results_rows(event), kept_for=_everybody
    ),
    "adjustments": table_doors(
        "adjustments",
        "Match points given or taken",
        lambda event, actor: adjustments_rows(event),
        kept_for=_everybody,
    ),
    "penalties": table_doors("penalties", "The penalties, for staff", penalties_rows, needs="view_penalties"),
    "decks": table_doors(
        "decks", "The deck lists that are published; for judges who do not play all of them", decks_rows
    ),
    "deck_checks": table_doors(
        "deck_checks",
        "The deck checks and what was found, for judges who do not play",
        deck_checks_rows,
        needs="export_decks",
    ),
    "prizes": table_doors(
        "prizes", "Who wins what by the newest standings", lambda event, actor: prizes_rows(event)
    ),
    "log": table_doors(
        "log", "What happened in the event: for staff everything, for others what is public", log_rows
    ),
}


def _kept(event: Event, what: str, make: Callable[[], bytes]) -> bytes:
    """A file as it is by now, made once until something of the event changes: every change raises the version of one of
    its topics. `what` names the file and for whom it is."""
    return _files.get((event.pk, what, as_mark(versions_of(event.pk))), make)


def _large(door: Door, event: Event, maker: Maker, for_whom: str, name: str, query: str = "") -> HttpResponse:
    """The file of a large event, or where it will be."""
    kind = TYPES[name.rpartition(".")[2]]
    return answer_of_file(
        door.request._request,
        event,
        door.actor,
        maker,
        {"for": for_whom},
        lambda body: _download(body, kind, name),
        query,
    )


def _download(body: bytes, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(body, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
