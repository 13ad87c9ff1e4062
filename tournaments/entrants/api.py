"""Entrants over the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import Actor, require
from tournaments.access.claim_tokens import entrant_of_token
from tournaments.api_base import (
    REFUSALS,
    Door,
    NeededReasonSerializer,
    Pages,
    ReasonSerializer,
    documented,
)
from tournaments.entrants import changes
from tournaments.entrants.claims import adopt_entrant, make_claim_link, revoke_claim_links
from tournaments.entrants.entry import MAX_ENTRANTS
from tournaments.entrants.paying import mark_not_paid, mark_paid
from tournaments.errors import NotAllowed, NotFound
from tournaments.lateness.changes import keep_absent
from tournaments.messages import message as _
from tournaments.models.entrants import AwardedBye, Entrant, ForbiddenPair
from tournaments.models.events import MissedRounds
from tournaments.roster.queries import entrants_of

TAG = "entrants"


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    """An entrant as everybody may see one."""

    class Meta:
        model = Entrant
        fields = ["code", "name", "status", "entered_before", "dropped_after", "rating"]


class RegisterSerializer(serializers.Serializer[Any]):
    """The name to play under; the account's own when left out. `code`: where the event asks for one."""

    name = serializers.CharField(max_length=100, required=False, allow_blank=True, default="")
    code = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")


class WalkInSerializer(serializers.Serializer[Any]):
    """Somebody without an account."""

    name = serializers.CharField(max_length=100)
    rating = serializers.FloatField(required=False, allow_null=True, default=None)
    list_seed = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=MAX_ENTRANTS
    )


class LateSerializer(serializers.Serializer[Any]):
    """A late entrant, and how the missed rounds count; as the event says when left out."""

    name = serializers.CharField(max_length=100)
    missed_rounds_as = serializers.ChoiceField(
        choices=MissedRounds.choices, required=False, allow_null=True, default=None
    )


class EntrantEditSerializer(serializers.Serializer[Any]):
    """The fields of an entrant that can be changed."""

    name = serializers.CharField(max_length=100, required=False)
    email = serializers.CharField(max_length=254, required=False, allow_blank=True)
    club = serializers.CharField(max_length=80, required=False, allow_blank=True)
    rating = serializers.FloatField(required=False, allow_null=True)
    list_seed = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MAX_ENTRANTS)
    fixed_table = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MAX_ENTRANTS
    )
    table_range = serializers.CharField(
        max_length=40, required=False, allow_blank=True, help_text="The name of a table range of the event."
    )


class Entrants(Door, GenericAPIView[Entrant]):
    """The entrants of an event."""

    serializer_class = EntrantSerializer
    pagination_class = Pages
    queryset = Entrant.objects.none()

    @extend_schema(
        tags=[TAG], summary="Everybody entered", responses={200: EntrantSerializer(many=True), **REFUSALS}
    )
    def get(self, request: Request, slug: str) -> Response:
        page = self.paginate_queryset(entrants_of(self.event(slug)))
        return self.get_paginated_response(EntrantSerializer(page, many=True).data)

    @documented(
        EntrantSerializer,
        takes=WalkInSerializer,
        status=201,
        summary="Enter somebody at the desk",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        event, sent = self.event(slug), self.sent(WalkInSerializer)

        entrant = changes.add_entrant(event, **sent, by=self.actor, now=self.now)
        return Response(EntrantSerializer(entrant).data, status=201)


class Register(Door):
    """Registration by account."""

    @documented(
        EntrantSerializer, takes=RegisterSerializer, status=201, summary="Enter one's own account", tag=TAG
    )
    def post(self, request: Request, slug: str) -> Response:
        entrant = changes.register(
            self.event(slug), **self.sent(RegisterSerializer), by=self.actor, now=self.now
        )
        return Response(EntrantSerializer(entrant).data, status=201)


class LateEntries(Door):
    """Entry after the start."""

    @documented(EntrantSerializer, takes=LateSerializer, status=201, summary="Enter somebody late", tag=TAG)
    def post(self, request: Request, slug: str) -> Response:
        event, sent = self.event(slug), self.sent(LateSerializer)

        entrant = changes.late_entry(event, **sent, by=self.actor, now=self.now)
        return Response(EntrantSerializer(entrant).data, status=201)


class OneEntrant(Door):
    """One entrant."""

    @documented(EntrantSerializer, summary="An entrant", tag=TAG)
    def get(self, request: Request, slug: str, code: str) -> Response:
        return Response(EntrantSerializer(self.entrant(slug, code)).data)

    @documented(EntrantSerializer, takes=EntrantEditSerializer, summary="Change name, rating, table", tag=TAG)
    def patch(self, request: Request, slug: str, code: str) -> Response:
        entrant = self.entrant(slug, code)
        sent = self.sent(EntrantEditSerializer, partial=True)
        return Response(
            EntrantSerializer(changes.edit_entrant(entrant, sent, by=self.actor, now=self.now)).data
        )


def step(change: Callable[..., Entrant], summary: str, reason: bool | None = None) -> type[Door]:
    """A view that takes one step with an entrant."""
    form = {None: None, False: ReasonSerializer, True: NeededReasonSerializer}[reason]

    class Step(Door):
        @documented(EntrantSerializer, takes=form, summary=summary, tag=TAG)
        def post(self, request: Request, slug: str, code: str) -> Response:
            more = self.sent(form) if form is not None else {}
            entrant = change(self.entrant(slug, code), by=self.actor, now=self.now, **more)
            return Response(EntrantSerializer(entrant).data)

    Step.__name__ = "".join(part.title() for part in change.__name__.split("_"))
    Step.__doc__ = summary
    return Step


STEPS: dict[str, type[Door]] = {
    "check-in": step(changes.check_in, "Check in, oneself or by staff"),
    "undo-check-in": step(changes.undo_check_in, "Take a check-in back"),
    "drop": step(changes.drop_entrant, "Drop, oneself or by staff", reason=False),
    "return": step(changes.return_entrant, "Return after a drop", reason=False),
    "no-show": step(changes.mark_no_show, "Mark as not shown up", reason=False),
    "keep": step(keep_absent, "Pair somebody again who did not come to the last match"),
    "paid": step(mark_paid, "Tick that the entry is paid"),
    "not-paid": step(mark_not_paid, "Take the tick back that the entry is paid"),
    "disqualify": step(changes.disqualify_entrant, "Disqualify", reason=True),
    "reinstate": step(changes.reinstate_entrant, "Take a disqualification back", reason=True),
}


class ClaimLinkSerializer(serializers.Serializer[Any]):
    """The number of days that a claim link works."""

    days = serializers.IntegerField(min_value=1, max_value=60, default=3)


class ClaimTokenSerializer(serializers.Serializer[Any]):
    """The token of a claim link: shown this once."""

    token = serializers.CharField()


class ClaimLinks(Door):
    """Claim links of an entrant."""

    # The answer is a secret that is shown once: no copy of it is kept.
    counts_once = False

    @documented(
        ClaimTokenSerializer, takes=ClaimLinkSerializer, status=201, summary="Make a claim link", tag=TAG
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        sent = self.sent(ClaimLinkSerializer)
        token = make_claim_link(self.entrant(slug, code), **sent, by=self.actor, now=self.now)
        return Response({"token": token}, status=201)

    @documented(None, status=204, summary="Revoke every claim link", tag=TAG)
    def delete(self, request: Request, slug: str, code: str) -> Response:
        revoke_claim_links(self.entrant(slug, code), by=self.actor, now=self.now)
        return Response(status=204)


class AdoptSerializer(serializers.Serializer[Any]):
    """The claim link's token, sent by whoever is signed in."""

    token = serializers.CharField(max_length=200)


class Adopt(Door):
    """Joining a walk-in to an account."""

    @documented(EntrantSerializer, takes=AdoptSerializer, summary="Join an entrant to one's account", tag=TAG)
    def post(self, request: Request) -> Response:
        user = self.actor.user
        if user is None:
            raise NotAllowed(_("Sign in first."))
        entrant = entrant_of_token(self.sent(AdoptSerializer)["token"], self.now)
        by = Actor.of_user(user, frozenset({entrant.pk}))
        return Response(EntrantSerializer(adopt_entrant(entrant, user, by=by, now=self.now)).data)


class ForbiddenPairSerializer(serializers.Serializer[Any]):
    """Two entrants kept apart, by their codes."""

    id = serializers.IntegerField(read_only=True)
    first = serializers.CharField(max_length=12, source="first.code")
    second = serializers.CharField(max_length=12, source="second.code")
    strength = serializers.ChoiceField(choices=["absolute", "weak"])
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class ForbiddenPairs(Door):
    """Pairs that must not or should not meet."""

    @documented(ForbiddenPairSerializer(many=True), summary="Pairs kept apart", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "forbid_pair", event)
        pairs = event.forbidden_pairs.filter(lifted_at=None).select_related("first", "second")
        return Response(ForbiddenPairSerializer(pairs, many=True).data)

    @documented(
        ForbiddenPairSerializer, takes=ForbiddenPairSerializer, status=201, summary="Keep two apart", tag=TAG
    )
    def post(self, request: Request, slug: str) -> Response:
        require(self.actor, "forbid_pair", self.event(slug))
        sent = self.sent(ForbiddenPairSerializer)
        first, second = self.entrant(slug, sent["first"]["code"]), self.entrant(slug, sent["second"]["code"])
        pair = changes.forbid_pair(
            first, second, sent["strength"], reason=sent["reason"], by=self.actor, now=self.now
        )
        return Response(ForbiddenPairSerializer(pair).data, status=201)


class OneForbiddenPair(Door):
    """One such pair."""

    @documented(None, status=204, summary="Let the two meet again", tag=TAG)
    def delete(self, request: Request, slug: str, pair_id: int) -> Response:
        event = self.event(slug)
        require(self.actor, "forbid_pair", event)
        pair = ForbiddenPair.objects.filter(event=event, pk=pair_id).first()
        if pair is None:
            raise NotFound(_("There is no such pair in this event."))
        changes.lift_forbidden_pair(pair, by=self.actor, now=self.now)
        return Response(status=204)


class AwardedByeSerializer(serializers.Serializer[Any]):
    """A bye awarded ahead of a round's pairing."""

    round_number = serializers.IntegerField(min_value=1, max_value=1000)
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class AwardedByes(Door):
    """The byes awarded to an entrant."""

    @documented(AwardedByeSerializer, takes=AwardedByeSerializer, status=201, summary="Award a bye", tag=TAG)
    def post(self, request: Request, slug: str, code: str) -> Response:
        sent = self.sent(AwardedByeSerializer)
        bye = changes.award_bye(self.entrant(slug, code), **sent, by=self.actor, now=self.now)
        return Response(AwardedByeSerializer(bye).data, status=201)


class OneAwardedBye(Door):
    """One of them."""

    @documented(None, status=204, summary="Take an awarded bye back", tag=TAG)
    def delete(self, request: Request, slug: str, code: str, number: int) -> Response:
        entrant = self.entrant(slug, code)
        require(self.actor, "award_bye", entrant.event)
        bye = AwardedBye.objects.filter(entrant=entrant, round_number=number, lifted_at=None).first()
        if bye is None:
            raise NotFound(_("There is no such bye."))
        changes.lift_awarded_bye(bye, by=self.actor, now=self.now)
        return Response(status=204)
