"""Events over the API: list, make, change, and the steps of their life."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.functional import lazy
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import require
from tournaments.api_base import (
    REFUSALS,
    BoundedListField,
    Door,
    NeededReasonSerializer,
    Pages,
    ReasonSerializer,
    documented,
)
from tournaments.choices import AMOUNT, MAX_TABLE, game_choices
from tournaments.decks.reminders import remind_of_lists
from tournaments.events import life
from tournaments.events.changes import CHOICES, SECRET, STAGES, create_event, edit_event
from tournaments.events.plan_api import PlanSerializer
from tournaments.events.queries import as_read_by, events_seen_by, journal_of, next_step
from tournaments.events.starting import start_as_asked
from tournaments.models.events import Event, JournalEntry, State
from tournaments.models.stages import Stage
from tournaments.stages.chosen import CODE, FIELDS, as_chosen

TAG = "events"
EVENT_FIELDS = ["slug", "name", "state", "planned_rounds", "seed_hash", *sorted(CHOICES - SECRET - {"name"})]


class StageSerializer(serializers.ModelSerializer[Stage]):
    """A stage. What is left out follows the event, or the kind's default."""

    code = serializers.RegexField(CODE, max_length=40, required=False, help_text="Its id in an event file.")
    entrants = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        allow_null=True,
        help_text="Codes in seed order, once the first round of the stage is published.",
    )

    class Meta:
        model = Stage
        fields = [*FIELDS, "entrants"]
        extra_kwargs = {name: {"required": False} for name in FIELDS if name != "kind"}


class TableRangeSerializer(serializers.Serializer[Any]):
    """Tables with a name, from the first to the last; `kept_free`: nobody else is seated there."""

    name = serializers.CharField(max_length=40)
    first = serializers.IntegerField(min_value=1, max_value=MAX_TABLE)
    last = serializers.IntegerField(min_value=1, max_value=MAX_TABLE)
    kept_free = serializers.BooleanField(required=False)


class PrizeSerializer(serializers.Serializer[Any]):
    """What each of these places wins; players who share places share their amounts."""

    first = serializers.IntegerField(min_value=1, max_value=MAX_TABLE)
    last = serializers.IntegerField(min_value=1, max_value=MAX_TABLE)
    amount = serializers.RegexField(f"^{AMOUNT.pattern}$", required=False, allow_null=True, default=None)
    what = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")


class EventSerializer(serializers.ModelSerializer[Event]):
    """An event with its choices. `seed_hash` is the hash of the seed behind every draw."""

    stages = serializers.SerializerMethodField()
    plan = PlanSerializer(allow_null=True, read_only=True)
    table_ranges = TableRangeSerializer(many=True, read_only=True)
    hall_rows = TableRangeSerializer(many=True, read_only=True)
    prizes = PrizeSerializer(many=True, read_only=True)

    class Meta:
        model = Event
        fields = [*EVENT_FIELDS, STAGES]
        read_only_fields = fields

    @extend_schema_field(StageSerializer(many=True))
    def get_stages(self, event: Event) -> list[dict[str, Any]]:
        """The chain, each stage with what differs from the default."""
        standing = sorted(
            (stage for stage in event.stages.all() if stage.removed_at is None),
            key=lambda stage: stage.number,
        )
        return [as_chosen(stage) | {"entrants": stage.entrants} for stage in standing]


class GameField(serializers.ChoiceField):
    """One of the games there are now: read for each request, since a site may name more of them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=game_choices(), **kwargs)


class EventChoicesSerializer(serializers.ModelSerializer[Event]):
    """The choices of an event. What is left out takes its default."""

    game = GameField()
    tiebreakers = BoundedListField(child=serializers.CharField(max_length=40), max_length=20, required=False)
    floor = serializers.FloatField(min_value=0, max_value=1, required=False, allow_null=True)
    pod_points = serializers.DictField(
        child=BoundedListField(child=serializers.IntegerField(min_value=-1000, max_value=1000), max_length=8),
        required=False,
        help_text="Points of each place by the size of a table of three or more; empty: the profile's own.",
    )
    table_ranges = TableRangeSerializer(many=True, required=False, help_text="Tables with a name.")
    hall_rows = TableRangeSerializer(many=True, required=False, help_text="How the tables stand in the hall.")
    prizes = PrizeSerializer(many=True, required=False, help_text="Prizes by place.")
    plan = PlanSerializer(required=False, allow_null=True)
    stages = StageSerializer(many=True, required=False, help_text="The chain of stages; left out: Swiss.")

    class Meta:
        model = Event
        fields = sorted(CHOICES | {STAGES})
        extra_kwargs = {"late_entry_until": {"max_value": 1000}, "capacity": {"max_value": 100_000}} | {
            f"points_{what}": {"min_value": -1000, "max_value": 1000}
            for what in ("win", "draw", "loss", "bye")
        }


class EventEditSerializer(EventChoicesSerializer):
    """Changed choices, with a reason where players rely on them."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")

    class Meta(EventChoicesSerializer.Meta):
        fields = [*sorted(CHOICES | {STAGES}), "reason"]


class EventFilter(filters.FilterSet):
    """Narrowing the list."""

    state = filters.ChoiceFilter(choices=State.choices)
    game = filters.ChoiceFilter(choices=lazy(game_choices, list)())

    class Meta:
        model = Event
        fields = ["state", "game"]


class Events(Door, GenericAPIView[Event]):
    """The list of events, and a new one."""

    serializer_class = EventSerializer
    pagination_class = Pages
    filterset_class = EventFilter
    queryset = Event.objects.none()

    @extend_schema(
        operation_id="events_list",
        tags=[TAG],
        summary="Events the reader may see, newest first",
        responses={200: EventSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        events = self.filter_queryset(events_seen_by(self.actor).prefetch_related("stages").order_by("-id"))
        page = self.paginate_queryset(events)
        return self.get_paginated_response(EventSerializer(page, many=True).data)

    @documented(EventSerializer, takes=EventChoicesSerializer, status=201, summary="Make a draft", tag=TAG)
    def post(self, request: Request) -> Response:
        sent = self.sent(EventChoicesSerializer)

        event = create_event(sent, by=self.actor, now=self.now)
        return Response(EventSerializer(event).data, status=201)


class OneEvent(Door):
    """One event."""

    @documented(EventSerializer, summary="An event with its choices", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        return Response(EventSerializer(self.event(slug)).data)

    @documented(EventSerializer, takes=EventEditSerializer(partial=True), summary="Change choices", tag=TAG)
    def patch(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        sent = self.sent(EventEditSerializer, partial=True)
        reason = sent.pop("reason", "")
        event = edit_event(event, sent, by=self.actor, now=self.now, reason=reason)
        return Response(EventSerializer(event).data)


Change = Callable[..., Event]


class StartSerializer(serializers.Serializer[Any]):
    """What becomes of those who owe a required deck list. Left out: the start is refused and names them
    (`lists_missing`). While a job still has many required lists to check it is refused, too (`lists_checking`, with the
    `job` and how many are `left`; where nobody does that job, it is begun by being asked for the start): send it again
    when that is done. So it is where today other errata hold than those
    by which many were checked (`other_rules_today`, with the `day` that it is there): set `starts_at` to that day."""

    lists_missing = serializers.ChoiceField(
        ["drop", "keep"], required=False, allow_blank=True, default="", help_text="“keep”: they play."
    )


def step(
    change: Change,
    summary: str,
    reason: bool | None = None,
    takes: type[serializers.Serializer[Any]] | None = None,
) -> type[Door]:
    """A view that takes one step. `reason`: None for none, False for one that may be given, True for needed; `takes`:
    something else."""
    form = takes or {None: None, False: ReasonSerializer, True: NeededReasonSerializer}[reason]

    class Step(Door):
        @documented(EventSerializer, takes=form, summary=summary, tag=TAG)
        def post(self, request: Request, slug: str) -> Response:
            more = self.sent(form) if form is not None else {}
            event = change(self.event(slug), by=self.actor, now=self.now, **more)
            return Response(EventSerializer(event).data)

    Step.__name__ = "".join(part.title() for part in change.__name__.split("_"))
    Step.__doc__ = summary
    return Step


STEPS: dict[str, type[Door]] = {
    "publish": step(life.publish_event, "Open registration"),
    "back-to-draft": step(life.back_to_draft, "Undo the publication"),
    "open-check-in": step(life.open_check_in, "Open check-in"),
    "back-to-registration": step(life.back_to_registration, "Undo the opening of check-in"),
    "start": step(start_as_asked, "Start play; draws the seed", takes=StartSerializer),
    "remind-lists": step(remind_of_lists, "Remind everybody who owes a deck list"),
    "undo-start": step(life.unstart_event, "Undo the start before the first round"),
    "finish": step(life.finish_event, "Finish; early only with a reason", reason=False),
    "reopen": step(life.reopen_event, "Undo the finish"),
    "cancel": step(life.cancel_event, "Cancel", reason=True),
    "restore": step(life.restore_event, "Undo a cancellation"),
}


class NextStepSerializer(serializers.Serializer[Any]):
    """The organiser's next step."""

    sentence = serializers.CharField()
    action = serializers.CharField(allow_null=True)
    blocked_by = serializers.ListField(child=serializers.CharField())


class Next(Door):
    """The organiser's next step."""

    @documented(NextStepSerializer, summary="What the organiser should do next", tag=TAG)
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        require(self.actor, "view_desk", event)
        return Response(NextStepSerializer(next_step(event)).data)


class JournalSerializer(serializers.ModelSerializer[JournalEntry]):
    """A line of the journal."""

    class Meta:
        model = JournalEntry
        fields = ["id", "at", "by", "kind", "text", "reason", "public"]


class Journal(Door, GenericAPIView[JournalEntry]):
    """The journal."""

    serializer_class = JournalSerializer
    pagination_class = Pages
    queryset = JournalEntry.objects.none()

    @extend_schema(
        tags=[TAG],
        summary="What happened, newest first",
        responses={200: JournalSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = self.event(slug)
        page = as_read_by(self.actor, event, self.paginate_queryset(journal_of(event, self.actor)) or ())
        return self.get_paginated_response(JournalSerializer(page, many=True).data)
