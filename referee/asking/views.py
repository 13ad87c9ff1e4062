"""Asking a rule: a question of a game with its fields, and the verdict. The address holds all of it, to be shared."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.asking.answers import Answer, answer_to
from referee.entering.questions import Reading, offered, read_question
from referee.games.questions import Question, questions_of, said
from referee.judging.own_match import check_may_be_helped, match_under_way
from referee.rulebooks.books import known
from referee.spending import counted
from rules.kernel.game import Game
from rules.registry import load, title
from tournaments.access import actor_of
from tournaments.errors import NotFound
from tournaments.messages import message as _

#: Up to so many cards are offered in a list to choose from; more are typed, with help of the page's script.
SHORT = 40


@require_safe
@never_cache
def questions(request: HttpRequest, game_name: str) -> HttpResponse:
    """The questions that can be asked of a game."""
    game = known(game_name)
    language = _language()
    rows = [(one.id, said(one.asks, language)) for one in questions_of(game).values()]
    waits = match_under_way(actor_of(request)) is not None
    context = {"game": game, "title": title(game), "questions": rows, "waits": waits}
    return render(request, "referee/asking/questions.html", context)


@require_safe
@never_cache
@counted
def question(request: HttpRequest, game_name: str, question_id: str) -> HttpResponse:
    """One of them: its fields, and the verdict once they are filled in."""
    check_may_be_helped(actor_of(request))
    game = load(known(game_name))
    asked = question_of(game.name, question_id)
    language = _language()
    names = {field.name for field in asked.fields}
    sent = {name: text for name, text in request.GET.items() if name in names and isinstance(text, str)}
    reading = read_question(asked, sent, game.catalogue)
    is_asked = bool(sent)
    answer = answer_to(game, asked, reading, language) if is_asked and reading.is_whole else None
    context = {
        "game": game,
        "title": title(game.name),
        "question": asked,
        "asks": said(asked.asks, language),
        "about": said(asked.about, language),
        "fields": [_field(game, asked, reading, n, is_asked, language) for n in range(len(asked.fields))],
        "answer": answer,
        "address": request.build_absolute_uri(_address(game, asked, reading)) if answer else "",
        "editor": _editor(game, asked, reading) if answer else "",
    }
    return render(request, "referee/asking/question.html", context)


def question_of(game: str, question_id: str) -> Question:
    """A question by its id. Raises NotFound."""
    asked = questions_of(game).get(question_id)
    if asked is None:
        raise NotFound(_("There is no such question."))
    return asked


def _field(
    game: Game, asked: Question, reading: Reading, n: int, is_asked: bool, language: str
) -> dict[str, Any]:
    """What the page shows of a field."""
    field = asked.fields[n]
    lines = offered(field, game.catalogue) if field.kind == "card" else []
    several = [
        (line, _address(game, asked, reading, **{field.name: line}))
        for line in (reading.several.get(field.name, []) if is_asked else [])
    ]
    return {
        "field": field,
        "label": said(field.label, language),
        "text": reading.texts[field.name],
        "error": reading.errors.get(field.name, "") if is_asked else "",
        "several": several,
        "lines": lines,
        "is_short": len(lines) <= SHORT,
        "choices": [(value, said(words, language)) for value, words in field.choices.items()],
    }


def _address(game: Game, asked: Question, reading: Reading, **other: str) -> str:
    """The address of a question as it was filled in, of this site."""
    texts = {**reading.texts, **other}
    return f"{reverse('referee:question', args=[game.name, asked.id])}?{urlencode(texts)}"


def _editor(game: Game, asked: Question, reading: Reading) -> str:
    """The address of the position editor with the same on the table."""
    query = urlencode({"question": asked.id, **{f"q.{name}": text for name, text in reading.texts.items()}})
    return f"{reverse('referee:position_editor', args=[game.name])}?{query}"


def _language() -> str:
    return (get_language() or "en").split("-")[0]


__all__ = ["Answer", "question", "question_of", "questions"]
