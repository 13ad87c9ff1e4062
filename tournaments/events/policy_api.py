"""What is punished how in an event, over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import Door, documented
from tournaments.policies.queries import Holding, policy_of
from tournaments.policies.reading import body_of


class PenaltyPolicySerializer(serializers.Serializer[Any]):
    """A policy and whose it is. Texts are plain, or by the code of their language."""

    series = serializers.CharField(
        allow_null=True, help_text="The series whose own it is; null: the usual one."
    )
    version = serializers.IntegerField(allow_null=True, help_text="Of the series' own policy.")
    pinned = serializers.BooleanField(help_text="Whether the event has started and keeps it.")
    policy = serializers.DictField(
        help_text="`infractions`, each with `id`, `name`, `what`, `steps` (one for each time, the last stays) and "
        "`examples`; `both_at_once`, `several_at_once`, `in_one_game`, `points_taken`, `shown_days`."
    )


def policy_json(holding: Holding) -> dict[str, Any]:
    """As the API writes it."""
    version = holding.version
    return {
        "series": version.series.slug if version else None,
        "version": version.number if version else None,
        "pinned": holding.pinned,
        "policy": body_of(holding.policy),
    }


class EventPenaltyPolicy(Door):
    """The policy of penalties of an event."""

    @documented(PenaltyPolicySerializer, summary="What is punished how", tag="penalties")
    def get(self, request: Request, slug: str) -> Response:
        return Response(policy_json(policy_of(self.event(slug))))
