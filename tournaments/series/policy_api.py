"""The policy of penalties of a series, over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import Door, documented
from tournaments.events.policy_api import PenaltyPolicySerializer, policy_json
from tournaments.policies.queries import policy_of_series
from tournaments.series.policies import remove_penalty_policy, set_penalty_policy
from tournaments.series.queries import series_by_slug

TAG = "penalties"


class NewPolicySerializer(serializers.Serializer[Any]):
    """The whole policy, as it is read."""

    policy = serializers.DictField()


class SeriesPenaltyPolicy(Door):
    """The policy of penalties with which events of a series start."""

    @documented(PenaltyPolicySerializer, summary="What events of the series punish how", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        return Response(policy_json(policy_of_series(series_by_slug(slug))))

    @documented(
        PenaltyPolicySerializer,
        takes=NewPolicySerializer,
        summary="Give the series a new version of its policy",
        tag=TAG,
    )
    def put(self, request: Request, slug: str) -> Response:
        series = series_by_slug(slug)
        set_penalty_policy(series, self.sent(NewPolicySerializer)["policy"], by=self.actor, now=self.now)
        return Response(policy_json(policy_of_series(series)))

    @documented(PenaltyPolicySerializer, summary="Go back to the usual policy", tag=TAG)
    def delete(self, request: Request, slug: str) -> Response:
        series = series_by_slug(slug)
        remove_penalty_policy(series, by=self.actor, now=self.now)
        return Response(policy_json(policy_of_series(series)))
