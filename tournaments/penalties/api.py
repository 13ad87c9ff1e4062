"""Penalties over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.access.rows import my_entrant
from tournaments.api_base import REFUSALS, Door, documented
from tournaments.errors import NotFound
from tournaments.losses.queries import landing_of
from tournaments.messages import message as _
from tournaments.models.penalties import LOSSES, Penalty, PenaltyKind
from tournaments.models.rounds import Match
from tournaments.penalties.changes import Given, change_penalty, give_penalty, take_back_penalty
from tournaments.penalties.giving import offers_of
from tournaments.penalties.head_judge import acts_as_head_judge
from tournaments.penalties.queries import (
    elsewhere,
    match_now,
    newest_of,
    own_penalties,
    penalties_for,
    penalty_in,
    standing,
)

TAG = "penalties"


class PenaltySerializer(serializers.ModelSerializer[Penalty]):
    """A penalty: what the policy said the `time` it was given, and where a loss counts."""

    event = serializers.CharField(source="event.slug")
    entrant = serializers.CharField(source="entrant.code")
    name = serializers.CharField(source="entrant.name")
    replaces = serializers.IntegerField(source="replaces_id", allow_null=True)
    match = serializers.IntegerField(source="match_id", allow_null=True, help_text="Where it was given.")
    came_from = serializers.CharField(source="source")
    counts_in = serializers.SerializerMethodField(
        help_text="The match in which a loss counts; null: none, or it waits for the next pairing."
    )

    class Meta:
        model = Penalty
        fields = (
            "id", "event", "entrant", "name", "infraction", "penalty", "by_policy", "time", "match", "counts_in",
            "game", "minutes", "note", "reason", "came_from", "by", "at", "replaces", "replaced_at", "taken_back",
        )  # fmt: skip

    def get_counts_in(self, penalty: Penalty) -> int | None:
        """Asked once for all that are written."""
        landing: dict[int, int] = self.context.get("landing", {})
        return landing.get(penalty.pk)


def written(penalties: Any) -> Any:
    """Penalties as the API writes them."""
    rows = list(penalties)
    losses = [row for row in rows if row.penalty in LOSSES and row.replaced_at is None and not row.taken_back]
    landing = landing_of(losses) if losses else {}
    return PenaltySerializer(rows, many=True, context={"landing": landing}).data


class NewPenaltySerializer(serializers.Serializer[Any]):
    """Who did what. The penalty follows from the policy; the head judge may give another, with a reason."""

    entrant = serializers.CharField(max_length=12)
    infraction = serializers.CharField(max_length=40)
    match = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=2**62,
        help_text="Left out: the player's table of the newest round, if there is one.",
    )
    penalty = serializers.ChoiceField(choices=PenaltyKind.choices, required=False, default="")
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    note = serializers.CharField(
        max_length=500,
        required=False,
        allow_blank=True,
        default="",
        help_text="What happened. The player reads it.",
    )
    game = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=9,
        help_text="The game of the match that a game loss is for; left out: the one that is on, or the next.",
    )
    seen = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=2**62,
        help_text="The newest row about the player that was seen (`newest`; 0: none). A penalty for the same "
        "infraction that came since is the same one; another one is refused (409, `penalties_changed`).",
    )
    came_from = serializers.CharField(
        max_length=60, required=False, allow_blank=True, default="", help_text="A deck check, a dispute."
    )


class ChangedPenaltySerializer(serializers.Serializer[Any]):
    """Another penalty in its place, and why."""

    penalty = serializers.ChoiceField(choices=PenaltyKind.choices)
    reason = serializers.CharField(max_length=500)


class TakenBackSerializer(serializers.Serializer[Any]):
    """Why it is taken back."""

    reason = serializers.CharField(max_length=500)


class Penalties(Door):
    """The penalties of an event."""

    @extend_schema(
        tags=[TAG],
        summary="The penalties of an event, for its staff; without those of a table of the reader's own",
        parameters=[
            OpenApiParameter(
                "all", OpenApiTypes.BOOL, description="Also those that were changed or taken back."
            )
        ],
        responses={200: PenaltySerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_penalties", event)
        rows = penalties_for(self.actor, event)
        everything = request.query_params.get("all") in ("1", "true")
        return Response(written(rows if everything else standing(rows)))

    @documented(PenaltySerializer, takes=NewPenaltySerializer, status=201, summary="Give a penalty", tag=TAG)
    def post(self, request: Request, slug: str) -> Response:
        sent = self.sent(NewPenaltySerializer)
        entrant = self.entrant(slug, sent.pop("entrant"))
        number = sent.pop("match")
        match = None if number is None else _match_in(entrant.event_id, number)
        what = Given(source=sent.pop("came_from"), **sent)
        given = give_penalty(entrant.event, entrant, what, by=self.actor, now=self.now, match=match)
        return Response(written([given])[0], status=201)


class OnePenalty(Door):
    """A penalty."""

    @documented(PenaltySerializer, summary="A penalty, for staff", tag=TAG)
    def get(self, request: Request, slug: str, penalty_id: int) -> Response:
        event = self.event(slug)
        require(self.actor, "view_penalties", event)
        penalty = penalties_for(self.actor, event).filter(pk=penalty_id).first()
        if penalty is None:
            raise NotFound(_("There is no such penalty in this event."))
        return Response(written([penalty])[0])

    @documented(
        PenaltySerializer,
        takes=ChangedPenaltySerializer,
        summary="Put another penalty in its place (head judge)",
        tag=TAG,
    )
    def patch(self, request: Request, slug: str, penalty_id: int) -> Response:
        penalty = penalty_in(self.event(slug), penalty_id)
        sent = self.sent(ChangedPenaltySerializer)
        row = change_penalty(penalty, sent["penalty"], reason=sent["reason"], by=self.actor, now=self.now)
        return Response(written([row])[0])

    @documented(PenaltySerializer, takes=TakenBackSerializer, summary="Take a penalty back", tag=TAG)
    def delete(self, request: Request, slug: str, penalty_id: int) -> Response:
        penalty = penalty_in(self.event(slug), penalty_id)
        reason = self.sent(TakenBackSerializer)["reason"]
        row = take_back_penalty(penalty, reason=reason, by=self.actor, now=self.now)
        return Response(written([row])[0])


class MyPenalties(Door):
    """The reader's own penalties."""

    @documented(PenaltySerializer(many=True), summary="One's own penalties in an event", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        mine = my_entrant(event, self.actor)
        if mine is None:
            raise NotFound(_("You do not play in this event."))
        mine.event = event
        return Response(written(own_penalties(mine)))


class OfferedPenaltySerializer(serializers.Serializer[Any]):
    """An infraction, and what the policy says about it the next time."""

    infraction = serializers.CharField(source="line.id")
    penalty = serializers.ChoiceField(source="says.penalty", choices=PenaltyKind.choices)
    time = serializers.IntegerField(source="says.time")
    why = serializers.CharField(source="says.why")
    does = serializers.CharField()


class ElsewhereSerializer(serializers.Serializer[Any]):
    """A penalty of another event of the series."""

    event = serializers.CharField(source="penalty.event.slug")
    infraction = serializers.CharField(source="penalty.infraction")
    penalty = serializers.ChoiceField(source="penalty.penalty", choices=PenaltyKind.choices)
    at = serializers.DateTimeField(source="penalty.at")
    by_name = serializers.BooleanField(help_text="Only the name is the same; no account says who it is.")


class EntrantPenaltiesSerializer(serializers.Serializer[Any]):
    """What is known of a player before a penalty is given."""

    newest = serializers.IntegerField(help_text="To be sent as `seen`.")
    penalties = PenaltySerializer(many=True)
    says = OfferedPenaltySerializer(many=True)
    elsewhere = ElsewhereSerializer(many=True, help_text="For who acts as head judge; else empty.")


class PenaltyRecord(Door):
    """A player's penalties, and what the policy says about each infraction now."""

    @documented(
        EntrantPenaltiesSerializer, summary="What the policy says about a player now, for judges", tag=TAG
    )
    def get(self, request: Request, slug: str, code: str) -> Response:
        entrant = self.entrant(slug, code)
        match = match_now(entrant)
        subject = match or entrant
        require(self.actor, "give_penalty", entrant.event, subject)
        heads = acts_as_head_judge(self.actor, entrant.event, subject)
        said = {
            "newest": newest_of(entrant),
            "penalties": written(own_penalties(entrant)),
            "says": OfferedPenaltySerializer(offers_of(entrant, match), many=True).data,
            "elsewhere": ElsewhereSerializer(elsewhere(entrant, self.now) if heads else [], many=True).data,
        }
        return Response(said)


def _match_in(event_id: int, number: int) -> Match:
    match = Match.objects.filter(pk=number, round__event=event_id).select_related("round__event").first()
    if match is None:
        raise NotFound(_("There is no such match."))
    return match
