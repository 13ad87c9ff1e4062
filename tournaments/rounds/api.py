"""Rounds, pairings, matches and standings over the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.access.rows import my_entrant
from tournaments.api_base import (
    PART,
    REFUSALS,
    BoundedListField,
    Door,
    NeededReasonSerializer,
    documented,
    part_of,
    whole_number,
)
from tournaments.entrants.api import EntrantSerializer
from tournaments.errors import NotFound
from tournaments.kept_standings.standings import StandingRow, standings_kept, working
from tournaments.matches.queries import (
    changes_of,
    match_of,
    offer_of,
    offered_round,
    round_numbered,
    rounds_of,
    shown_pairing,
)
from tournaments.messages import message as _
from tournaments.models.rounds import Round
from tournaments.results.api_forms import MatchSerializer
from tournaments.rounds import changes
from tournaments.rounds.manual_pairing import DROP, KEEP
from tournaments.rounds.offers import MAX_TABLES
from tournaments.tables.as_json import matches_json

TAG = "rounds"


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round, and the code of its stage."""

    stage = serializers.CharField(source="stage.code")

    class Meta:
        model = Round
        fields = ["number", "stage", "state", "published_at", "started_at", "time_called_at", "finished_at"]


class RoundWithMatchesSerializer(RoundSerializer):
    """A round with its matches."""

    matches = serializers.SerializerMethodField()

    class Meta(RoundSerializer.Meta):
        fields = [*RoundSerializer.Meta.fields, "matches"]

    @extend_schema(responses=MatchSerializer(many=True))
    def get_matches(self, round: Round) -> Any:
        """By table, byes last."""
        return matches_json(round, self.context.get("part"))

    get_matches.__annotations__["return"] = list[dict[str, Any]]


class PairSerializer(serializers.Serializer[Any]):
    """Whether changes made by hand to the present offer are kept; required if there are any. `absent`: the same of all
    who did not come to the last match and were neither dropped nor kept."""

    by_hand = serializers.ChoiceField(choices=[KEEP, DROP], required=False, allow_blank=True, default="")
    absent = serializers.ChoiceField(choices=[KEEP, DROP], required=False, allow_blank=True, default="")


class Rounds(Door):
    """The rounds of an event."""

    @documented(RoundSerializer(many=True), summary="The published rounds", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        return Response(RoundSerializer(rounds_of(self.event(slug)), many=True).data)

    @documented(
        RoundSerializer,
        takes=PairSerializer,
        status=201,
        summary="Pair the next round: an offer, not yet published",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        sent = self.sent(PairSerializer)
        round = changes.offer_round(self.event(slug), **sent, by=self.actor, now=self.now)
        return Response(RoundSerializer(round).data, status=201)


class OneRound(Door):
    """A published round."""

    @extend_schema(
        tags=[TAG],
        summary="A published round with its matches",
        parameters=PART,
        responses={200: RoundWithMatchesSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        round = round_numbered(self.event(slug), number)
        return Response(RoundWithMatchesSerializer(round, context={"part": part_of(request)}).data)


class ChangeSerializer(serializers.Serializer[Any]):
    """A change made by hand: who, when, why, before and after."""

    at = serializers.DateTimeField()
    by = serializers.CharField()
    reason = serializers.CharField()
    before = serializers.JSONField()
    after = serializers.JSONField()


class OfferSerializer(serializers.Serializer[Any]):
    """An offered pairing beside the one that was computed."""

    round = serializers.IntegerField(source="round.number")
    at = serializers.DateTimeField()
    by = serializers.CharField()
    pairing = serializers.JSONField()
    computed = serializers.JSONField()
    changes = ChangeSerializer(many=True)


class PairingSerializer(serializers.Serializer[Any]):
    """A pairing made by hand: {"tables": [{"table": 1, "seats": ["P01", "P02"]}], "byes": [], "unpaired": []}."""

    pairing = serializers.JSONField()
    reason = serializers.CharField(max_length=500)


class SwapSerializer(serializers.Serializer[Any]):
    """Two entrants by their codes."""

    first = serializers.CharField(max_length=12)
    second = serializers.CharField(max_length=12)
    reason = serializers.CharField(max_length=500)


class OfferView(Door):
    """The offer that waits for its publication. For staff who do not play."""

    def _answer(self, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_offer", event)
        round = offered_round(event)
        if round is None:
            raise NotFound(_("No round is offered now."))
        round.event = event
        offer = offer_of(round, by=self.actor)
        offer.pairing = shown_pairing(round, offer)
        return Response(
            OfferSerializer({**offer.__dict__, "round": round, "changes": changes_of(round)}).data
        )

    @documented(OfferSerializer, summary="The offered pairing with what was computed", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        return self._answer(slug)

    @documented(
        OfferSerializer, takes=PairingSerializer, summary="Replace the pairing by one made by hand", tag=TAG
    )
    def put(self, request: Request, slug: str) -> Response:
        changes.set_pairing(self._offered(slug), **self.sent(PairingSerializer), by=self.actor, now=self.now)
        return self._answer(slug)

    @documented(None, status=204, summary="Take the offer back", tag=TAG)
    def delete(self, request: Request, slug: str) -> Response:
        changes.withdraw_offer(self._offered(slug), by=self.actor, now=self.now)
        return Response(status=204)

    def _offered(self, slug: str) -> Round:
        event = self.event(slug)
        require(self.actor, "offer_round", event)
        round = offered_round(event)
        if round is None:
            raise NotFound(_("No round is offered now."))
        return round


class Swap(OfferView):
    """Two entrants in each other's place."""

    http_method_names = ["post", "options"]

    @documented(OfferSerializer, takes=SwapSerializer, summary="Swap two entrants of the offer", tag=TAG)
    def post(self, request: Request, slug: str) -> Response:
        round = self._offered(slug)
        sent = self.sent(SwapSerializer)
        first, second = self.entrant(slug, sent["first"]), self.entrant(slug, sent["second"])
        changes.swap_entrants(round, first, second, reason=sent["reason"], by=self.actor, now=self.now)
        return self._answer(slug)


class PlaceSerializer(serializers.Serializer[Any]):
    """Entrants by their codes, two or as many as the game allows, and a table, one that stands or a new one; or one
    or two and no table: a bye."""

    entrants = BoundedListField(child=serializers.CharField(max_length=12), min_length=1, max_length=26)
    table = serializers.IntegerField(min_value=1, max_value=MAX_TABLES, required=False, allow_null=True)
    reason = serializers.CharField(max_length=500)


class Place(OfferView):
    """Entrants at a table, or a bye."""

    http_method_names = ["post", "options"]

    @documented(
        OfferSerializer, takes=PlaceSerializer, summary="Seat some at a table, or give a bye", tag=TAG
    )
    def post(self, request: Request, slug: str) -> Response:
        round = self._offered(slug)
        sent = self.sent(PlaceSerializer)
        entrants = [self.entrant(slug, code) for code in sent["entrants"]]
        changes.place_entrants(
            round, entrants, sent.get("table"), reason=sent["reason"], by=self.actor, now=self.now
        )
        return self._answer(slug)


class RangeSerializer(serializers.Serializer[Any]):
    """The match at this table gets a table of the event's range of this name."""

    table = serializers.IntegerField(min_value=1, max_value=MAX_TABLES)
    range = serializers.CharField(max_length=40)
    reason = serializers.CharField(max_length=500)


class InRange(OfferView):
    """A match at a table of a range."""

    http_method_names = ["post", "options"]

    @documented(OfferSerializer, takes=RangeSerializer, summary="Put a match into a table range", tag=TAG)
    def post(self, request: Request, slug: str) -> Response:
        round, sent = self._offered(slug), self.sent(RangeSerializer)
        changes.put_into_range(
            round, sent["table"], sent["range"], reason=sent["reason"], by=self.actor, now=self.now
        )
        return self._answer(slug)


class Exchange(Door):
    """Two entrants of a published round in each other's place."""

    @documented(
        RoundWithMatchesSerializer,
        takes=SwapSerializer,
        summary="Exchange two entrants of a published round, at tables that have said nothing yet",
        tag=TAG,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        round, sent = self.standing_round(slug, number), self.sent(SwapSerializer)
        require(self.actor, "change_published", round.event)
        first, second = self.entrant(slug, sent["first"]), self.entrant(slug, sent["second"])
        changes.exchange_seats(round, first, second, reason=sent["reason"], by=self.actor, now=self.now)
        return Response(RoundWithMatchesSerializer(round, context={"part": part_of(request)}).data)


class SeatLateSerializer(serializers.Serializer[Any]):
    """Who sits nowhere in the round, and against whom: another who sits nowhere, or the holder of a bye."""

    entrant = serializers.CharField(max_length=12)
    opponent = serializers.CharField(max_length=12)
    reason = serializers.CharField(max_length=500)


class SeatLate(Door):
    """A table more in a published round."""

    @documented(
        RoundWithMatchesSerializer,
        takes=SeatLateSerializer,
        status=201,
        summary="Seat somebody who sits nowhere in a published Swiss round",
        tag=TAG,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        round, sent = self.standing_round(slug, number), self.sent(SeatLateSerializer)
        require(self.actor, "change_published", round.event)
        entrant, opponent = self.entrant(slug, sent["entrant"]), self.entrant(slug, sent["opponent"])
        changes.seat_late(round, entrant, opponent, reason=sent["reason"], by=self.actor, now=self.now)
        answer = RoundWithMatchesSerializer(round, context={"part": part_of(request)})
        return Response(answer.data, status=201)


class UnseatSerializer(serializers.Serializer[Any]):
    """One of the two whose table is taken back."""

    entrant = serializers.CharField(max_length=12)
    reason = serializers.CharField(max_length=500)


class UnseatLate(Door):
    """A table taken back that was given in a published round."""

    @documented(
        RoundWithMatchesSerializer,
        takes=UnseatSerializer,
        summary="Take back the table of somebody who was seated late, while it has said nothing",
        tag=TAG,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        round, sent = self.standing_round(slug, number), self.sent(UnseatSerializer)
        require(self.actor, "change_published", round.event)
        entrant = self.entrant(slug, sent["entrant"])
        changes.unseat_late(round, entrant, reason=sent["reason"], by=self.actor, now=self.now)
        return Response(RoundWithMatchesSerializer(round, context={"part": part_of(request)}).data)


class PublishSerializer(serializers.Serializer[Any]):
    """`past_appeals`: also while an appeal waits for the head judge; without it that is refused (`appeals_open`)."""

    past_appeals = serializers.BooleanField(default=False)


class FinishSerializer(serializers.Serializer[Any]):
    """Whether unconfirmed reports are taken as they stand."""

    accept_reports = serializers.BooleanField(default=False)


class WithdrawSerializer(serializers.Serializer[Any]):
    """Why, and whether results already there may become void."""

    reason = serializers.CharField(max_length=500)
    void_results = serializers.BooleanField(default=False)


def step(
    change: Callable[..., Round], summary: str, form: type[serializers.Serializer[Any]] | None = None
) -> type[Door]:
    """A view that takes one step with a round."""

    class Step(Door):
        @documented(RoundSerializer, takes=form, summary=summary, tag=TAG)
        def post(self, request: Request, slug: str, number: int) -> Response:
            more = self.sent(form) if form is not None else {}
            round = change(self.standing_round(slug, number), by=self.actor, now=self.now, **more)
            return Response(RoundSerializer(round).data)

    Step.__name__ = "".join(part.title() for part in change.__name__.split("_"))
    Step.__doc__ = summary
    return Step


STEPS: dict[str, type[Door]] = {
    "publish": step(changes.publish_round, "Publish the pairing", PublishSerializer),
    "start": step(changes.start_round, "Start play and the clock"),
    "finish": step(changes.finish_round, "Finish; keeps the standings", FinishSerializer),
    "unfinish": step(changes.unfinish_round, "Open the newest round again", NeededReasonSerializer),
    "withdraw": step(changes.withdraw_round, "Take the publication back", WithdrawSerializer),
}


class WonLostDrawnSerializer(serializers.Serializer[object]):
    """Matches won, lost and drawn, byes among those won."""

    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class StandingRowSerializer(serializers.Serializer[StandingRow]):
    """A row of the table."""

    place = serializers.IntegerField()
    entrant = serializers.CharField(source="entrant.code")
    name = serializers.CharField(source="entrant.name")
    values = serializers.DictField(child=serializers.FloatField(allow_null=True))  # type: ignore[assignment]
    record = WonLostDrawnSerializer(
        allow_null=True, help_text="Null where tables are pods, or not kept with old standings."
    )


AFTER = OpenApiParameter(
    "after", OpenApiTypes.INT, description="After this finished round; the newest if left out."
)


class Standings(Door):
    """The standings."""

    @extend_schema(
        tags=["standings"],
        summary="The standings after a finished round",
        parameters=[AFTER, *PART],
        responses={200: StandingRowSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(standings_kept(self.event(slug), _after(request), part_of(request)))


class Working(Door):
    """The working behind an entrant's figures."""

    @extend_schema(
        tags=["standings"],
        summary="How every figure of one entrant came about",
        parameters=[AFTER],
        responses={200: OpenApiTypes.OBJECT, **REFUSALS},
    )
    def get(self, request: Request, slug: str, code: str) -> Response:
        entrant = self.entrant(slug, code)
        return Response(working(entrant.event, entrant, _after(request)))


def _after(request: Request) -> int | None:
    return whole_number(request, "after", 1, 1000)


class MineSerializer(serializers.Serializer[Any]):
    """The reader's own entrant and match in the current round."""

    entrant = EntrantSerializer(allow_null=True)
    match = MatchSerializer(allow_null=True)


class Mine(Door):
    """My table."""

    @documented(MineSerializer, summary="One's own entrant and match now", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        entrant = my_entrant(self.event(slug), self.actor)
        match = match_of(entrant) if entrant is not None else None
        return Response(MineSerializer({"entrant": entrant, "match": match}).data)
