"""Saved files over the API."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import REFUSALS, Door, documented
from tournaments.exports.saved import Saved, download, saved_file, saved_of
from tournaments.models.events import Event

TAG = "exports"


class SavedFileSerializer(serializers.Serializer[Any]):
    """A file: `json` for the event file or `pdf` for the paper pack, its name in the address, its bytes."""

    form = serializers.CharField()
    name = serializers.CharField()
    bytes = serializers.IntegerField()


class SavedRoundSerializer(serializers.Serializer[Any]):
    """What was saved at one publication of a round; `changes`: how often its pairing had been changed by hand."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    changes = serializers.IntegerField()
    files = SavedFileSerializer(many=True)


class OfDesk(Door):
    """A door of saved files: they hold what only organisers and scorekeepers know."""

    def event(self, slug: str) -> Event:
        event = super().event(slug)
        require(self.actor, "export_staff", event)
        return event


def _said(one: Saved) -> dict[str, Any]:
    files = [{"form": form, "name": name, "bytes": size} for form, (name, size) in sorted(one.files.items())]
    return {"number": one.number, "at": one.at, "changes": one.changes, "files": files}


class SavedRounds(OfDesk):
    """What the site saved by itself."""

    @documented(
        SavedRoundSerializer(many=True),
        summary="The files that the site saved at each publication of a round, newest first",
        tag=TAG,
    )
    def get(self, request: Request, slug: str) -> Response:
        said = [_said(one) for one in saved_of(self.event(slug))]
        return Response(SavedRoundSerializer(said, many=True).data)


class SavedFile(OfDesk):
    """One of the files."""

    @extend_schema(
        tags=[TAG],
        summary="A saved file: the event file or the paper pack",
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "application/pdf"): OpenApiTypes.BINARY,
            **REFUSALS,
        },
    )
    def get(self, request: Request, slug: str, file: str) -> HttpResponse:
        event = self.event(slug)
        return download(saved_file(event, file), event)
