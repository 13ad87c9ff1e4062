"""Asking a rule over the API."""

from __future__ import annotations

import time
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.asking.answers import answer_to
from referee.asking.views import question_of
from referee.entering.questions import read_question
from referee.games.questions import Question, questions_of, said
from referee.judging.own_match import check_may_be_helped
from referee.rulebooks.books import known
from referee.spending import check, count
from rules.registry import load
from tournaments.api_base import REFUSALS, Door, documented
from tournaments.errors import Invalid
from tournaments.messages import message as _

TAG = "rules"


class QuestionFieldSerializer(serializers.Serializer[Any]):
    """A field of a question: a card by its title, one of the choices, or a number."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    kind = serializers.CharField(help_text="card, choice or number.")
    choices = serializers.ListField(child=serializers.CharField())
    default = serializers.CharField(allow_blank=True)
    optional = serializers.BooleanField()


class QuestionSerializer(serializers.Serializer[Any]):
    """A question that can be asked of a game."""

    id = serializers.CharField()
    asks = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    fields = QuestionFieldSerializer(many=True)  # type: ignore[assignment]


class AnswerSerializer(serializers.Serializer[Any]):
    """The verdict on the entry in question, or why there is none. `stopped`: what goes before it could not be
    played."""

    words = serializers.CharField(allow_blank=True)
    verdict = serializers.DictField(allow_null=True)
    outcome = serializers.CharField(allow_blank=True)
    stopped = serializers.CharField(allow_blank=True)


class Questions(Door):
    """The questions of a game."""

    @documented(QuestionSerializer(many=True), summary="What can be asked of the rules of a game", tag=TAG)
    def get(self, request: Request, game: str) -> Response:
        return Response([_described(one) for one in questions_of(known(game)).values()])


class OneQuestion(Door):
    """A question asked."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self._begun = time.thread_time()
        super().initial(request, *args, **kwargs)
        check(request)

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(request, Request):
            count(request, time.thread_time() - self._begun)
        return super().finalize_response(request, response, *args, **kwargs)

    @extend_schema(
        tags=[TAG],
        summary="Ask a question of the rules: each field by its name",
        parameters=[
            OpenApiParameter(
                "field", OpenApiTypes.STR, description="In place of “field” the name of each of its fields."
            )
        ],
        responses={200: AnswerSerializer, **REFUSALS},
    )
    def get(self, request: Request, game: str, question: str) -> Response:
        check_may_be_helped(self.actor)
        engine = load(known(game))
        asked = question_of(engine.name, question)
        reading = read_question(asked, request.query_params.dict(), engine.catalogue)
        if not reading.is_whole:
            raise Invalid(_("A field cannot be read."), fields=reading.errors)
        answer = answer_to(engine, asked, reading, "en")
        if answer.wrong:
            raise Invalid(answer.wrong)
        verdict = answer.asked.verdict if answer.asked is not None else None
        said_of = verdict.to_json(1) if verdict is not None else None
        if said_of is not None:
            said_of.pop("n", None)
        told = {
            "words": answer.asked.words if answer.asked is not None else "",
            "verdict": said_of,
            "outcome": answer.outcome,
            "stopped": answer.stopped,
        }
        return Response(told, headers={"Cache-Control": "no-store, private"})


def _described(question: Question) -> dict[str, Any]:
    fields = [
        {
            "name": one.name,
            "label": said(one.label, "en"),
            "kind": one.kind,
            "choices": list(one.choices),
            "default": one.default,
            "optional": one.optional,
        }
        for one in question.fields
    ]
    return {
        "id": question.id,
        "asks": said(question.asks, "en"),
        "about": said(question.about, "en"),
        "fields": fields,
    }
