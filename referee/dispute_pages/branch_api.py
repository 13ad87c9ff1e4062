"""The branches of a dispute over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.citing.api import cites_field
from referee.citing.kept import citations_of
from referee.dispute_pages.api import TAG
from referee.disputes.reading import dispute_of
from referee.models.disputes import Dispute, DisputeRow
from referee.rulings.api import RulingSerializer
from referee.rulings.branches import (
    Reasoned,
    branch_numbered,
    branches_of,
    keep_branch,
    log_of,
    rule_by_branch,
    share_branch,
    shared_rows,
)
from referee.rulings.branching import Branch, differences, play_branch
from tournaments.access import require
from tournaments.api_base import REFUSALS, BoundedListField, Door, documented, whole_number
from tournaments.errors import DomainError, NotFound
from tournaments.messages import message as _


class BranchLineSerializer(serializers.Serializer[Any]):
    """An entry of a branch in words, with its verdict."""

    who = serializers.CharField()
    words = serializers.CharField()
    verdict = serializers.CharField()


class BranchSerializer(serializers.Serializer[Any]):
    """A branch: where it leaves the log, its entries, and what it comes to. `id` is null for one that is not kept;
    `refusal`: why a kept one cannot be played, with nothing said of what it comes to."""

    id = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    shared = serializers.BooleanField()
    after = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.DictField())
    lines = BranchLineSerializer(many=True)
    status = serializers.CharField()
    outcome = serializers.DictField(allow_null=True)
    position = serializers.DictField()
    refusal = serializers.CharField(allow_blank=True)


class DifferenceOfBranchesSerializer(serializers.Serializer[Any]):
    """A fact of the position in which two branches end differently."""

    path = serializers.CharField()
    first = serializers.CharField(allow_blank=True)
    second = serializers.CharField(allow_blank=True)


class ComparedSerializer(serializers.Serializer[Any]):
    """Two branches beside each other."""

    first = BranchSerializer()
    second = BranchSerializer()
    differences = DifferenceOfBranchesSerializer(many=True)
    same_outcome = serializers.BooleanField()


class NewBranchSerializer(serializers.Serializer[Any]):
    """A branch to be played; with a `name` it is kept in the dispute."""

    after = serializers.IntegerField(min_value=0, max_value=1_000_000)
    entries = BoundedListField(child=serializers.DictField(), max_length=100)
    name = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


class PutForwardSerializer(serializers.Serializer[Any]):
    """The reason of the ruling; `seen`: how many entries the log had when it was looked at; `seen_result`, `cites`: as
    in a ruling."""

    reason = serializers.CharField(max_length=500)
    seen = serializers.IntegerField(min_value=0, max_value=1_000_000)
    seen_result = serializers.IntegerField(
        min_value=0, max_value=2**62, required=False, allow_null=True, default=None
    )
    cites = cites_field()


class _OfDispute(Door):
    """A door about a dispute's branches, for judges who do not play."""

    def about(self, slug: str, dispute_id: int) -> Dispute:
        event = self.event(slug)
        dispute, reader = dispute_of(event, dispute_id, self.actor)
        require(self.actor, "view_log", event, dispute.match)
        if not reader.judges:
            raise NotFound(_("There is no such dispute."))
        return dispute


class Branches(_OfDispute):
    """The branches of a dispute."""

    @documented(BranchSerializer(many=True), summary="The branches of a dispute, for judges", tag=TAG)
    def get(self, request: Request, slug: str, dispute_id: int) -> Response:
        dispute = self.about(slug, dispute_id)
        shown = shared_rows(dispute)
        told = [_listed(dispute, row, shared=row.pk in shown) for row in branches_of(dispute)]
        return Response(BranchSerializer(told, many=True).data)

    @documented(
        BranchSerializer, takes=NewBranchSerializer, status=201, summary="Play a branch, or keep it", tag=TAG
    )
    def post(self, request: Request, slug: str, dispute_id: int) -> Response:
        dispute, sent = self.about(slug, dispute_id), self.sent(NewBranchSerializer)
        require(self.actor, "rule", dispute.match.round.event, dispute.match)
        if sent["name"]:
            row = keep_branch(
                dispute, sent["after"], sent["entries"], sent["name"], by=self.actor, now=self.now
            )
            return Response(BranchSerializer(_told(dispute, row, shared=False)).data, status=201)
        branch = play_branch(log_of(dispute), sent["after"], sent["entries"])
        return Response(BranchSerializer(_as_json(branch)).data, status=201)


class OneBranch(_OfDispute):
    """A branch beside another."""

    @extend_schema(
        tags=[TAG],
        summary="A branch beside another, with the differences of their positions and outcomes",
        parameters=[OpenApiParameter("against", OpenApiTypes.INT, required=True)],
        responses={200: ComparedSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str, dispute_id: int, number: int) -> Response:
        dispute = self.about(slug, dispute_id)
        other = whole_number(request, "against", 1, 2**62) or 0
        rows = [branch_numbered(dispute, each) for each in (number, other)]
        shown = shared_rows(dispute)
        first, second = (_played(dispute, row) for row in rows)
        told = [_told(dispute, row, shared=row.pk in shown) for row in rows]
        compared = {
            "first": told[0],
            "second": told[1],
            "differences": differences(first, second),
            "same_outcome": first.outcome == second.outcome,
        }
        return Response(ComparedSerializer(compared).data)


class ShareBranch(_OfDispute):
    """Showing a branch to the table."""

    @documented(BranchSerializer, summary="Show a branch to the table", tag=TAG)
    def post(self, request: Request, slug: str, dispute_id: int, number: int) -> Response:
        dispute = self.about(slug, dispute_id)
        share_branch(dispute, number, by=self.actor, now=self.now)
        return Response(BranchSerializer(_told(dispute, branch_numbered(dispute, number), shared=True)).data)


class RuleByBranch(_OfDispute):
    """A branch as the ruling."""

    whole = False

    @documented(RulingSerializer, takes=PutForwardSerializer, status=201, summary="Rule by a branch", tag=TAG)
    def post(self, request: Request, slug: str, dispute_id: int, number: int) -> Response:
        dispute = self.about(slug, dispute_id)
        said = Reasoned(**self.sent(PutForwardSerializer))
        ruling = rule_by_branch(dispute, number, said, by=self.actor, now=self.now)
        cited = citations_of(dispute.match.round.event, [ruling], self.actor, of_staff=True)
        return Response(RulingSerializer(ruling, context={"sees_all": True, "cited": cited}).data, status=201)


def _played(dispute: Dispute, row: DisputeRow) -> Branch:
    return play_branch(log_of(dispute), row.entry or 0, row.payload["lines"])


def _told(dispute: Dispute, row: DisputeRow, *, shared: bool) -> dict[str, Any]:
    return _as_json(_played(dispute, row)) | {"id": row.pk, "name": row.text, "shared": shared}


def _listed(dispute: Dispute, row: DisputeRow, *, shared: bool) -> dict[str, Any]:
    """The same in a list, which one that cannot be played does not take away."""
    try:
        return _told(dispute, row, shared=shared)
    except DomainError as error:
        kept = {"id": row.pk, "name": row.text, "shared": shared, "after": row.entry or 0}
        nothing: dict[str, Any] = {"lines": [], "status": "", "outcome": None, "position": {}}
        return kept | nothing | {"entries": row.payload["lines"], "refusal": str(error.message)}


def _as_json(branch: Branch) -> dict[str, Any]:
    return {
        "id": None,
        "name": "",
        "shared": False,
        "after": branch.after,
        "entries": branch.entries,
        "lines": branch.lines,
        "status": branch.status,
        "outcome": branch.outcome,
        "position": branch.run.printed(),
        "refusal": "",
    }
