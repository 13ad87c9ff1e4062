"""Series over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import REFUSALS, BoundedListField, Door, Pages, documented
from tournaments.models.series import Series
from tournaments.series.changes import MAX_PLACES, MAX_POINTS, edit_series, make_series, set_series
from tournaments.series.queries import counted_events, events_of, series_by_slug, table_of_series

TAG = "series"


class SeriesSerializer(serializers.ModelSerializer[Series]):
    """A series of events: points for the first places, for every later one, and how many of somebody's events count."""

    points = BoundedListField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_POINTS),
        max_length=MAX_PLACES,
        required=False,
    )
    beyond = serializers.IntegerField(min_value=0, max_value=MAX_POINTS, required=False)

    class Meta:
        model = Series
        fields = ["slug", "name", "description", "points", "beyond", "best_of"]
        read_only_fields = ["slug"]


class SeriesRowSerializer(serializers.Serializer[Any]):
    """Somebody in the table; `scores` has one for each event, null where he did not play."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    total = serializers.FloatField()
    scores = serializers.ListField(
        child=serializers.DictField(allow_null=True), help_text="place, points, counts"
    )


class SeriesTableSerializer(SeriesSerializer):
    """The series with its events, and its table after those that are finished."""

    events = serializers.ListField(child=serializers.CharField())
    counted = serializers.ListField(child=serializers.CharField())
    table = SeriesRowSerializer(many=True)

    class Meta(SeriesSerializer.Meta):
        fields = [*SeriesSerializer.Meta.fields, "events", "counted", "table"]


class ManySeries(Door, GenericAPIView[Series]):
    """The list of series, and a new one."""

    serializer_class = SeriesSerializer
    pagination_class = Pages
    queryset = Series.objects.none()

    @extend_schema(
        operation_id="series_list",
        tags=[TAG],
        summary="All series, newest first",
        responses={200: SeriesSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(Series.objects.order_by("-created_at", "-pk"))
        return self.get_paginated_response(SeriesSerializer(page, many=True).data)

    @documented(SeriesSerializer, takes=SeriesSerializer, status=201, summary="Make a series", tag=TAG)
    def post(self, request: Request) -> Response:
        series = make_series(self.sent(SeriesSerializer), by=self.actor, now=self.now)
        return Response(SeriesSerializer(series).data, status=201)


class OneSeries(Door):
    """One series."""

    @documented(SeriesTableSerializer, summary="A series with its table", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        series = series_by_slug(slug)
        events = events_of(series)
        counted = counted_events(events)
        rows = [
            {
                "place": row.place,
                "name": row.name,
                "total": float(row.total),
                "scores": [
                    None
                    if score is None
                    else {"place": score.place, "points": float(score.points), "counts": score.counts}
                    for score in row.scores
                ],
            }
            for row in table_of_series(series, counted)
        ]
        said = SeriesSerializer(series).data
        said |= {
            "events": [each.slug for each in events],
            "counted": [each.slug for each in counted],
            "table": rows,
        }
        return Response(said)

    @documented(SeriesSerializer, takes=SeriesSerializer(partial=True), summary="Change a series", tag=TAG)
    def patch(self, request: Request, slug: str) -> Response:
        sent = self.sent(SeriesSerializer, partial=True)
        series = edit_series(series_by_slug(slug), sent, by=self.actor, now=self.now)
        return Response(SeriesSerializer(series).data)


class EventSeriesSerializer(serializers.Serializer[Any]):
    """The series of an event, by its slug; null: none."""

    series = serializers.CharField(max_length=80, allow_null=True)


class EventSeries(Door):
    """The series of an event."""

    @documented(
        EventSeriesSerializer, takes=EventSeriesSerializer, summary="Put the event into a series", tag=TAG
    )
    def put(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "set_series", event)
        wanted = self.sent(EventSeriesSerializer)["series"]
        series = None if wanted is None else series_by_slug(wanted)
        set_series(event, series, by=self.actor, now=self.now)
        return Response({"series": wanted})
