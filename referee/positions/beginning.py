"""What a position may begin with: an empty table, a common question, an example of the rulebook, a stored log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from django.http import HttpRequest
from django.utils.translation import get_language

from referee.games.questions import said
from referee.games.starts import starts_of
from referee.judging.viewers import viewer_of
from referee.records.queries import is_hidden, records
from referee.rulebooks.examples import Example, examples_in
from rules.kernel.game import Game
from tournaments.access import actor_of, may

MOST_EXAMPLES = 20
MOST_LOGS = 8
#: So many stored logs are looked through for those that the reader may see.
LOOKED_AT = 60


class LogRow(msgspec.Struct, frozen=True):
    """A stored log: its number, and where it was played."""

    number: int
    event: str
    table: int | None
    players: str


def beginnings(request: HttpRequest, game: Game) -> dict[str, Any]:
    """The context of the choice of what to begin with."""
    language = (get_language() or "en").split("-")[0]
    return {
        "starts": [(one.id, said(one.shows, language)) for one in starts_of(game.name).values()],
        "logs": _logs(request, game),
        **choice_of_examples(examples_in(game.name), request.GET.get("examples", "")),
    }


def choice_of_examples(examples: Sequence[Example], wanted: str) -> dict[str, Any]:
    """The context in which one of these examples is found by words."""
    shown = _with_words(examples, wanted) if wanted else []
    return {
        "example_words": wanted,
        "examples": shown[:MOST_EXAMPLES],
        "examples_more": max(0, len(shown) - MOST_EXAMPLES),
        "example_count": len(examples),
    }


def _with_words(examples: Sequence[Example], wanted: str) -> list[Example]:
    """The examples in whose name or words all of these stand."""
    words = wanted.casefold().split()
    rows = []
    for one in examples:
        text = f"{one.name} {one.words}".casefold()
        if all(re.search(r"(?:^|[^a-z0-9])" + re.escape(word), text) for word in words):
            rows.append(one)
    return rows


def _logs(request: HttpRequest, game: Game) -> list[LogRow]:
    """The latest logs of the game that the reader may see."""
    actor = actor_of(request)
    rows: list[LogRow] = []
    stored = records().filter(match__round__event__game=game.name, replaced_at=None).order_by("-pk")
    for record in stored[:LOOKED_AT]:
        match = record.match
        event = match.round.event
        if len(rows) == MOST_LOGS:
            break
        if may(actor, "view_event", event) and not is_hidden(record, viewer_of(actor, match)):
            names = " – ".join(seat.entrant.name for seat in match.seats.all())
            rows.append(LogRow(record.pk, event.name, match.table, names))
    return rows
