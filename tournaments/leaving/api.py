"""One's own data over the API: as JSON, and deleted."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import REFUSALS, Door, documented
from tournaments.errors import Invalid
from tournaments.leaving.changes import delete_account, delete_entry, own_account, own_entry
from tournaments.leaving.proof import check_proof
from tournaments.leaving.queries import data_of_account, data_of_entry
from tournaments.messages import message as _

TAG = "own data"
HELD: dict[Any, Any] = {(200, "application/json"): OpenApiTypes.OBJECT, **REFUSALS}


class EntryDeletionSerializer(serializers.Serializer[Any]):
    """That it is meant: it cannot be undone."""

    confirm = serializers.BooleanField()


class AccountDeletionSerializer(EntryDeletionSerializer):
    """The same with the password; where a second step is set, with a code of it instead."""

    password = serializers.CharField(
        max_length=128, trim_whitespace=False, required=False, allow_blank=True, default=""
    )
    code = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")


class MyData(Door):
    """The account's own data."""

    @extend_schema(tags=[TAG], summary="Everything that is held of one's account", responses=HELD)
    def get(self, request: Request) -> Response:
        return Response(data_of_account(own_account(self.actor)))


class MyDeletion(Door):
    """Deleting one's account."""

    # The account is gone with it, and all that was kept for it.
    counts_once = False

    @documented(
        None,
        takes=AccountDeletionSerializer,
        status=204,
        summary="Delete one's account and personal data; results stay under “A former player”",
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        user = own_account(self.actor)
        sent = self.sent(AccountDeletionSerializer)
        _check_meant(sent)
        check_proof(request._request, user, password=sent["password"], code=sent["code"])
        delete_account(by=self.actor, now=self.now)
        return Response(status=204)


class EntryData(Door):
    """The data of an entry without an account, by its claim link."""

    @extend_schema(tags=[TAG], summary="Everything that is held of one's entry", responses=HELD)
    def get(self, request: Request, slug: str, code: str) -> Response:
        return Response(data_of_entry(own_entry(self.entrant(slug, code), self.actor)))


class EntryDeletion(Door):
    """Deleting the name of an entry without an account, by its claim link."""

    # The link is gone with it.
    counts_once = False

    @documented(
        None,
        takes=EntryDeletionSerializer,
        status=204,
        summary="Delete one's name and data from this event; results stay under “A former player”",
        tag=TAG,
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        entrant = own_entry(self.entrant(slug, code), self.actor)
        _check_meant(self.sent(EntryDeletionSerializer))
        delete_entry(entrant, by=self.actor, now=self.now)
        return Response(status=204)


def _check_meant(sent: dict[str, Any]) -> None:
    if not sent["confirm"]:
        said = _("Confirm that it is meant: it cannot be undone.")
        raise Invalid(said, fields={"confirm": said})
