"""The penalties of a series' events over the API, as JSON and CSV, for its owner."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import REFUSALS, Door, documented
from tournaments.exports.tables import Rows, as_csv
from tournaments.penalties.api import PenaltySerializer, written
from tournaments.penalties.queries import shown_of_series
from tournaments.series.changes import check_owner
from tournaments.series.queries import series_by_slug

TAG = "penalties"


class SeriesPenalties(Door):
    """The penalties of a series' events."""

    @documented(
        PenaltySerializer(many=True), summary="Penalties of a series, newest first, for its owner", tag=TAG
    )
    def get(self, request: Request, slug: str) -> Response:
        series = series_by_slug(slug)
        check_owner(series, self.actor)
        return Response(written(shown_of_series(series, self.now).order_by("-at", "-pk")))


class SeriesPenaltiesTable(Door):
    """The same as CSV."""

    @extend_schema(
        tags=[TAG],
        summary="Penalties of a series as CSV, for its owner",
        responses={(200, "text/csv"): OpenApiTypes.STR, **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        series = series_by_slug(slug)
        check_owner(series, self.actor)
        lines: list[list[object]] = [
            [
                row.event.slug,
                row.entrant.code,
                row.entrant.name,
                row.infraction,
                row.penalty,
                row.note,
                row.by,
                row.at,
            ]
            for row in shown_of_series(series, self.now).order_by("-at", "-pk")
        ]
        columns = ["event", "entrant", "name", "infraction", "penalty", "note", "by", "at"]
        body = as_csv(Rows(columns, lines)).encode("utf-8-sig")
        answer = HttpResponse(body, content_type="text/csv; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{series.slug}-penalties.csv"'
        return answer
