"""The staff of an event over the API: roles, and claim links for them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import Door, documented
from tournaments.errors import NotFound
from tournaments.events.queries import staff_of
from tournaments.events.role_links import (
    MAX_DAYS,
    MAX_LENGTH,
    account_of,
    make_role_link,
    open_role_links,
    revoke_role_link,
    take_role,
)
from tournaments.events.staff import grant_role, revoke_role
from tournaments.messages import message as _
from tournaments.models.events import Role, RoleLink, StaffRole

TAG = "events"


class StaffSerializer(serializers.ModelSerializer[StaffRole]):
    """A member of the staff and their role."""

    name = serializers.CharField(source="user.shown_name")
    username = serializers.CharField(source="user.username")

    class Meta:
        model = StaffRole
        fields = ["id", "role", "name", "username", "at", "by"]


class GrantSerializer(serializers.Serializer[Any]):
    """An account by username or e-mail address, and the role."""

    who = serializers.CharField(max_length=254)
    role = serializers.ChoiceField(choices=Role.choices)


class Staff(Door):
    """The staff of an event."""

    @documented(StaffSerializer(many=True), summary="The staff", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_staff", event)
        return Response(StaffSerializer(staff_of(event), many=True).data)

    @documented(StaffSerializer, takes=GrantSerializer, status=201, summary="Grant a role", tag=TAG)
    def post(self, request: Request, slug: str) -> Response:
        held = grant_role(self.event(slug), **self.sent(GrantSerializer), by=self.actor, now=self.now)
        return Response(StaffSerializer(held).data, status=201)


class OneRole(Door):
    """One role of the staff."""

    @documented(None, status=204, summary="Take a role back", tag=TAG)
    def delete(self, request: Request, slug: str, role_id: int) -> Response:
        event = self.event(slug)
        require(self.actor, "grant_role", event)
        held = event.staff_roles.filter(pk=role_id).first()
        if held is None:
            raise NotFound(_("There is no such role in this event."))
        revoke_role(held, by=self.actor, now=self.now)
        return Response(status=204)


class RoleLinkSerializer(serializers.ModelSerializer[RoleLink]):
    """A claim link for a role that nobody has taken yet."""

    class Meta:
        model = RoleLink
        fields = ["id", "role", "whom", "expires_at", "at", "by"]


class MakeRoleLinkSerializer(serializers.Serializer[Any]):
    """The role, for whom the link is meant (only you read it), and how long it works."""

    role = serializers.ChoiceField(choices=Role.choices)
    whom = serializers.CharField(max_length=100, required=False, allow_blank=True, default="")
    days = serializers.IntegerField(min_value=1, max_value=MAX_DAYS, default=3)


class MadeRoleLinkSerializer(RoleLinkSerializer):
    """With its token: shown this once."""

    token = serializers.CharField()

    class Meta(RoleLinkSerializer.Meta):
        fields = [*RoleLinkSerializer.Meta.fields, "token"]


class RoleLinks(Door):
    """Claim links for roles."""

    # The answer is a secret that is shown once: no copy of it is kept.
    counts_once = False

    @documented(RoleLinkSerializer(many=True), summary="Claim links for roles that are open", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "grant_role", event)
        return Response(RoleLinkSerializer(open_role_links(event, self.now), many=True).data)

    @documented(
        MadeRoleLinkSerializer,
        takes=MakeRoleLinkSerializer,
        status=201,
        summary="Make a claim link for a role",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        sent = self.sent(MakeRoleLinkSerializer)
        link, token = make_role_link(self.event(slug), **sent, by=self.actor, now=self.now)
        return Response(RoleLinkSerializer(link).data | {"token": token}, status=201)


class OneRoleLink(Door):
    """One claim link for a role."""

    @documented(None, status=204, summary="Take a claim link for a role back", tag=TAG)
    def delete(self, request: Request, slug: str, link_id: int) -> Response:
        event = self.event(slug)
        require(self.actor, "grant_role", event)
        link = event.role_links.select_related("event").filter(pk=link_id).first()
        if link is None:
            raise NotFound(_("There is no such link in this event."))
        revoke_role_link(link, by=self.actor, now=self.now)
        return Response(status=204)


class TakeRoleSerializer(serializers.Serializer[Any]):
    """The token of the link, sent by whoever is signed in."""

    token = serializers.CharField(max_length=MAX_LENGTH)


class TakenRoleSerializer(StaffSerializer):
    """The role, and the event it is in."""

    event = serializers.CharField(source="event.slug")

    class Meta(StaffSerializer.Meta):
        fields = ["event", *StaffSerializer.Meta.fields]


class TakeRole(Door):
    """Taking the role of a claim link."""

    @documented(
        TakenRoleSerializer, takes=TakeRoleSerializer, summary="Take a role by its claim link", tag=TAG
    )
    def post(self, request: Request) -> Response:
        account_of(self.actor)
        held = take_role(self.sent(TakeRoleSerializer)["token"], by=self.actor, now=self.now)
        return Response(TakenRoleSerializer(held).data)
