"""Serializers of matches and results."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api_base import BoundedListField
from tournaments.models.results import Report, Result
from tournaments.models.rounds import BracketSide, Match, Seat
from tournaments.outcomes.outcome import BY_STAFF
from tournaments.tables.marks import range_at
from tournaments.tables.seated import bracket_json

#: Seats are letters.
MAX_SEATS = 26


class OutcomeSerializer(serializers.Serializer[Any]):
    """The outcome of a match, by seat: who won (null: nobody), games won by A, by B and drawn, scores. A table of
    three or more has a ranking instead: groups of seats, best first; `figures` are the game's own tiebreakers by
    name."""

    winner = serializers.CharField(max_length=1, allow_null=True, required=False)
    games = BoundedListField(
        child=serializers.IntegerField(min_value=0, max_value=9),
        min_length=3,
        max_length=3,
        required=False,
        allow_null=True,
    )
    scores = serializers.DictField(child=serializers.FloatField(), required=False)
    figures = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField()), required=False
    )
    kind = serializers.ChoiceField(choices=BY_STAFF, required=False, default="played")
    ranking = BoundedListField(
        child=BoundedListField(child=serializers.CharField(max_length=1), max_length=MAX_SEATS),
        max_length=MAX_SEATS,
        required=False,
    )


class SeenTableSerializer(serializers.Serializer[Any]):
    """The table as the sender of a report saw it."""

    report = serializers.IntegerField(
        min_value=0, max_value=2**62, help_text="The id of the sender's own standing report; 0: none."
    )
    result = serializers.IntegerField(
        min_value=0,
        max_value=2**62,
        help_text="The id of the newest result, the last of `history/`, also where it was cleared; 0: none.",
    )


class ReportedSerializer(OutcomeSerializer):
    """An outcome that a player reports. With `seen` it may come late, as from a phone that waited for a connection:
    where the sender reported something else since, or a result was cleared since, it is refused (409, `table_changed`)
    and nothing is written over."""

    seen = SeenTableSerializer(required=False)


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """A seat and who sits there."""

    entrant = serializers.CharField(source="entrant.code")
    name = serializers.CharField(source="entrant.name")

    class Meta:
        model = Seat
        fields = ["letter", "entrant", "name"]


class ResultSerializer(serializers.ModelSerializer[Result]):
    """A result with its provenance."""

    outcome = serializers.JSONField()

    class Meta:
        model = Result
        fields = [
            "id",
            "outcome",
            "provenance",
            "unchallenged",
            "reason",
            "source",
            "at",
            "by",
            "replaced_at",
        ]


class ReportSerializer(serializers.ModelSerializer[Report]):
    """A player's report."""

    entrant = serializers.CharField(source="entrant.code", allow_null=True, default=None)
    outcome = serializers.JSONField()

    class Meta:
        model = Report
        fields = ["id", "entrant", "outcome", "source", "at", "by", "replaced_at"]


class BracketPlaceSerializer(serializers.Serializer[Any]):
    """A place of a bracket: rounds count within a side, slots from the top."""

    side = serializers.ChoiceField(choices=BracketSide.choices)
    round = serializers.IntegerField()
    slot = serializers.IntegerField()


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A match: table, seats, who starts, where in a bracket it is, what is known of its result."""

    round = serializers.IntegerField(source="round.number")
    event = serializers.CharField(source="round.event.slug")
    seats = SeatSerializer(many=True)
    result = ResultSerializer(source="current_result", allow_null=True)
    starts = serializers.CharField(
        help_text="The seat that starts, by lot. Empty in a bracket, where the higher seed chooses, and for a bye."
    )
    bracket = serializers.SerializerMethodField()
    table_range = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = [
            *(
                "id",
                "event",
                "round",
                "table",
                "table_range",
                "is_bye",
                "state",
                "reasons",
                "starts",
                "bracket",
            ),
            *("seats", "result"),
        ]

    def get_table_range(self, match: Match) -> str:
        """The name of the event's range that has this table; empty for none."""
        return range_at(match.round.event, match.table)

    @extend_schema_field(BracketPlaceSerializer(allow_null=True))
    def get_bracket(self, match: Match) -> dict[str, Any] | None:
        """As event files write it; null elsewhere."""
        return bracket_json(match.bracket_side, match.bracket_round, match.bracket_slot)
