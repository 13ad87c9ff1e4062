"""Entering many over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api_base import REFUSALS, Door, documented
from tournaments.entrants.list_reading import MAX_BYTES
from tournaments.entrants.many import MAX_PROBLEMS, LookedOver, look_over
from tournaments.entrants.many_work import enter_or_begin
from tournaments.entrants.taken_lists import TakenList, take_back_list, taken_lists
from tournaments.jobs.api import PREFER, JobSerializer, begun, wishes_job
from tournaments.models.jobs import Job
from tournaments.pages.translation import engine_words

TAG = "entrants"


class EntrantListTextSerializer(serializers.Serializer[Any]):
    """People to enter: names one a line, CSV with a line of column names (name, e-mail, seed, rating, deck list, club),
    or an event file. `same_names`: who has the name of another is somebody else."""

    text = serializers.CharField(max_length=MAX_BYTES, trim_whitespace=False)
    same_names = serializers.BooleanField(required=False, default=False)


class EntrantListBodySerializer(EntrantListTextSerializer):
    """The same, with the `digest` of what the sender saw of it, where it was looked over."""

    looked = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")


class ListedSerializer(serializers.Serializer[Any]):
    """Somebody who would be entered."""

    line = serializers.IntegerField()
    name = serializers.CharField()


class LineSaidSerializer(serializers.Serializer[Any]):
    """What is said of a line, counted from 1; 0: of the list as a whole."""

    line = serializers.IntegerField()
    message = serializers.CharField()


class LookedOverSerializer(serializers.Serializer[Any]):
    """What comes of a list. The first `places` of the new get a place, `waiting` go on the waitlist; who is doubled is
    left out; with `problems` nothing is taken."""

    sound = serializers.BooleanField(help_text="Whether it can be taken.")
    form = serializers.CharField()
    new = ListedSerializer(many=True)
    doubled = LineSaidSerializer(many=True)
    problems = LineSaidSerializer(many=True)
    left_out = serializers.ListField(child=serializers.CharField(), help_text="Columns that are not read.")
    places = serializers.IntegerField()
    waiting = serializers.IntegerField()
    decks_later = serializers.BooleanField(
        help_text="Whether there are so many deck lists that they are checked once they are taken."
    )
    decks_unread = serializers.IntegerField(
        help_text="Deck lists that come along and are so many that they are read only as the list is taken, which is "
        "a job then; 0 where they were read."
    )
    digest = serializers.CharField()
    job = serializers.IntegerField(
        required=False, help_text="Where they were taken: the job that checks the deck lists."
    )


class EntrantList(Door):
    """Many entrants at once."""

    @extend_schema(
        tags=[TAG],
        summary="Enter everybody new on a list, or nobody; refused as a whole, with every problem by line. With very "
        "many deck lists as a job, which tells the problems of these",
        request=EntrantListBodySerializer,
        parameters=[PREFER],
        responses={201: LookedOverSerializer, 202: JobSerializer, **REFUSALS},
    )
    def post(self, request: Request, slug: str) -> Response:
        event, said = self.event(slug), self.sent(EntrantListBodySerializer)
        data = said.pop("text").encode(errors="replace")
        done = enter_or_begin(event, data, by=self.actor, now=self.now, job=wishes_job(request), **said)
        if isinstance(done, Job):
            return begun(self, done)
        return Response(LookedOverSerializer(_as_told(done)).data, status=201)


class CheckEntrantList(Door):
    """A list looked over."""

    @documented(
        LookedOverSerializer,
        takes=EntrantListTextSerializer,
        summary="What would come of a list of people; nothing is changed",
        tag=TAG,
    )
    def post(self, request: Request, slug: str) -> Response:
        event, said = self.event(slug), self.sent(EntrantListTextSerializer)
        data = said.pop("text").encode(errors="replace")
        return Response(LookedOverSerializer(_as_told(look_over(event, data, by=self.actor, **said))).data)


class StayingSerializer(serializers.Serializer[Any]):
    """Somebody of a list who stays, and why."""

    entrant = serializers.CharField(help_text="The code.")
    name = serializers.CharField()
    why = serializers.CharField()


class TakenListSerializer(serializers.Serializer[Any]):
    """A list that was taken: who of it goes where it is taken back, by code, and who stays."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    goes = serializers.ListField(child=serializers.CharField())
    stays = StayingSerializer(many=True)


class TakenLists(Door):
    """The lists that were taken."""

    @documented(
        TakenListSerializer(many=True),
        summary="The newest lists of people that were taken, of which somebody could be taken back",
        tag=TAG,
    )
    def get(self, request: Request, slug: str) -> Response:
        lists = [_taken(one) for one in taken_lists(self.event(slug), by=self.actor)]
        return Response(TakenListSerializer(lists, many=True).data)


class OneTakenList(Door):
    """A list that was taken."""

    @documented(
        TakenListSerializer,
        summary="Take a whole list of people back: who has done nothing since is entered no more",
        tag=TAG,
    )
    def delete(self, request: Request, slug: str, number: int) -> Response:
        done = take_back_list(self.event(slug), number, by=self.actor, now=self.now)
        return Response(TakenListSerializer(_taken(done)).data)


def _taken(taken: TakenList) -> dict[str, Any]:
    return {
        "number": taken.number,
        "at": taken.entry.at,
        "by": taken.entry.by,
        "goes": [one.code for one in taken.goes],
        "stays": [
            {"entrant": one.code, "name": one.name, "why": engine_words(why)} for one, why in taken.stays
        ],
    }


def _as_told(looked: LookedOver) -> dict[str, Any]:
    told = {
        "sound": looked.sound,
        "form": looked.form,
        "new": [{"line": one.number, "name": one.name} for one in looked.new],
        "doubled": [{"line": one.line.number, "message": engine_words(one.why)} for one in looked.doubled],
        "problems": [
            {"line": one.line, "message": engine_words(one.message)} for one in looked.problems[:MAX_PROBLEMS]
        ],
        "left_out": [engine_words(name) for name in looked.left_out],
        "places": looked.places,
        "waiting": looked.waiting,
        "decks_later": looked.decks_later,
        "decks_unread": looked.unread,
        "digest": looked.digest,
    }
    if looked.job is not None:
        told["job"] = looked.job.pk
    return told
