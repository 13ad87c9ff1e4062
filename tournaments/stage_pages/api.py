"""Stages over the API: the chain, and each with its bracket or its groups as data."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import Door, documented
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.stages import Stage, StageKind
from tournaments.stage_pages.brackets import bracket_stands, filled_bracket
from tournaments.stage_pages.cells import Cell, Filled
from tournaments.stage_pages.crosstable import CrossRow, CrossTable
from tournaments.stage_pages.reading import read_stage
from tournaments.stage_pages.views import tables_of_groups
from tournaments.stages.queries import stage_on, stages_of, title_of

TAG = "stages"
SIDES = ("winners", "losers", "third_place", "final")
STATES = ("coming", "published", "playing", "contested", "reported", "done", "bye", "void")


class StageLineSerializer(serializers.Serializer[Any]):
    """A stage of the chain."""

    code = serializers.CharField(help_text="Its id in event files, and in addresses.")
    number = serializers.IntegerField(help_text="From 1.")
    kind = serializers.ChoiceField(choices=StageKind.choices)
    title = serializers.CharField()
    on = serializers.BooleanField(help_text="The last stage with a published round; else the first.")


class FromSerializer(serializers.Serializer[Any]):
    """Where an open seat will be filled from."""

    what = serializers.ChoiceField(choices=("winner", "loser"))
    number = serializers.IntegerField(allow_null=True, help_text="Of the match in this bracket.")


class BracketSeatSerializer(serializers.Serializer[Any]):
    """A seat of a match of the bracket, as drawn: the first stands above."""

    entrant = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    score = serializers.CharField(
        allow_blank=True, help_text="Games won, or 1 and 0; + and – for a match that nobody played."
    )
    won = serializers.BooleanField(allow_null=True)
    # `from` is a word of Python; the field is added below.


BracketSeatSerializer._declared_fields["from"] = FromSerializer(allow_null=True)


class BracketMatchSerializer(serializers.Serializer[Any]):
    """A place of the bracket. Rounds count within a side, slots from the top."""

    number = serializers.IntegerField(allow_null=True, help_text="Its number in the picture; none for a bye.")
    side = serializers.ChoiceField(choices=SIDES)
    round = serializers.IntegerField()
    slot = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)
    match = serializers.IntegerField(allow_null=True, help_text="Its id once its round is published.")
    event_round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    decided_by = serializers.CharField(allow_blank=True)
    seats = BracketSeatSerializer(many=True)


class BracketSerializer(serializers.Serializer[Any]):
    """A bracket with who is where."""

    champion = serializers.CharField(allow_null=True)
    matches = BracketMatchSerializer(many=True)


class MetSerializer(serializers.Serializer[Any]):
    """A match of a cross table, from the side of its row."""

    opponent = serializers.CharField()
    match = serializers.IntegerField(
        allow_null=True, help_text="None where the match is a forfeit that nobody played."
    )
    result = serializers.CharField(
        allow_blank=True, help_text="“1”, “½”, “0”, games as “2–1”, + or –; empty while open."
    )
    taken_out = serializers.BooleanField(help_text="Does not count: somebody left before half was played.")


class GroupRowSerializer(serializers.Serializer[Any]):
    """A player of a group."""

    entrant = serializers.CharField()
    name = serializers.CharField()
    points = serializers.FloatField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    left = serializers.BooleanField()
    matches = MetSerializer(many=True)


class SitsOutSerializer(serializers.Serializer[Any]):
    """Who has no match in a published round."""

    event_round = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField())


class GroupSerializer(serializers.Serializer[Any]):
    """A group of a round robin."""

    number = serializers.IntegerField()
    rows = GroupRowSerializer(many=True)
    sits_out = SitsOutSerializer(many=True)


class OneStageSerializer(StageLineSerializer):
    """A stage as everybody may see it: nothing of a round that is not published."""

    entrants = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="In seed order, from its first published round on; none for a first stage of Swiss or pods.",
    )
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="Its published rounds.")
    bracket = BracketSerializer(allow_null=True)
    groups = GroupSerializer(many=True, allow_null=True)


class Stages(Door):
    """The chain of stages of an event."""

    @documented(StageLineSerializer(many=True), summary="The stages of an event in their order", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        on = stage_on(event).pk
        return Response([_line(stage, on) for stage in stages_of(event)])


class OneStage(Door):
    """A stage with its bracket or its groups."""

    @documented(OneStageSerializer, summary="A stage, with its bracket or its groups as data", tag=TAG)
    def get(self, request: Request, slug: str, code: str) -> Response:
        event = self.event(slug)
        stage = next((each for each in stages_of(event) if each.code == code), None)
        if stage is None:
            raise NotFound(_("There is no such stage in this event."))
        return Response(_line(stage, stage_on(event).pk) | _inside(event, stage))


def _line(stage: Stage, on: int) -> dict[str, Any]:
    return {
        "code": stage.code,
        "number": stage.number,
        "kind": stage.kind,
        "title": str(title_of(stage)),
        "on": stage.pk == on,
    }


def _inside(event: Event, stage: Stage) -> dict[str, Any]:
    read = read_stage(stage)
    bracket = filled_bracket(stage) if bracket_stands(stage) else None
    robin = stage.kind == StageKind.ROUND_ROBIN and bool(read.rounds)
    return {
        "entrants": stage.entrants,
        "rounds": [each.number for each in read.rounds],
        "bracket": None if bracket is None else _bracket(bracket),
        "groups": [_group(table) for table in tables_of_groups(event, stage)] if robin else None,
    }


def _bracket(filled: Filled) -> dict[str, Any]:
    cells = sorted(filled.drawn(), key=lambda cell: (cell.number is None, cell.number or 0))
    return {"champion": filled.champion or None, "matches": [_match(cell, filled) for cell in cells]}


def _match(cell: Cell, filled: Filled) -> dict[str, Any]:
    return {
        "number": cell.number,
        "side": cell.place.side,
        "round": cell.place.round,
        "slot": cell.place.slot,
        "state": cell.state,
        "match": cell.match,
        "event_round": cell.round,
        "table": cell.table,
        "decided_by": str(cell.decided_by),
        "seats": [_seat(cell, at, filled) for at in (0, 1)],
    }


def _seat(cell: Cell, at: int, filled: Filled) -> dict[str, Any]:
    side, feed = cell.sides[at], filled.bracket.draw[cell.place][at]
    source = None
    if side.source and feed.place is not None:
        source = {"what": feed.what, "number": filled.bracket.numbers.get(feed.place)}
    return {
        "entrant": side.code or None,
        "name": side.name or None,
        "seed": side.seed,
        "score": side.score,
        "won": side.won,
        "from": source,
    }


def _group(table: CrossTable) -> dict[str, Any]:
    return {
        "number": table.number,
        "rows": [_row(row, table) for row in table.rows],
        "sits_out": [{"event_round": number, "names": names} for number, names in table.out],
    }


def _row(row: CrossRow, table: CrossTable) -> dict[str, Any]:
    return {
        "entrant": row.person.code,
        "name": row.person.name,
        "points": float(row.points),
        "won": row.won,
        "lost": row.lost,
        "drawn": row.drawn,
        "left": row.gone,
        "matches": [
            {
                "opponent": table.rows[at].person.code,
                "match": met.match,
                "result": met.text,
                "taken_out": met.taken_out,
            }
            for at, cell in enumerate(row.cells)
            for met in cell or ()
        ],
    }
