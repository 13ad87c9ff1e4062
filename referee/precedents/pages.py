"""What the pages show of a precedent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.games.presentation import drawer_of
from referee.judging.words import entry_words, plain_entry, who_did
from referee.models.precedents import Precedent, PrecedentMention
from referee.precedents.queries import Standing, standings_of, text_for
from rules.kernel.errors import LogError
from rules.kernel.log import Expectation, Log, read_log
from rules.registry import known, title

#: So many lines of a scenario are said in words; a file has the rest.
MOST_LINES = 200


class Row(msgspec.Struct, frozen=True):
    """A precedent in a list, and whether it holds."""

    precedent: Precedent
    standing: Standing
    title: str


class Told(msgspec.Struct, frozen=True):
    """A line of a scenario in words. ``expect``: the verdict that is expected, or ``facts``; ``rule``: the id of the
    rule that is expected to be broken."""

    who: str
    words: str
    expect: str = ""
    rule: str = ""


def rows_of(precedents: Sequence[Precedent]) -> list[Row]:
    """Precedents with what came of them."""
    standings = standings_of(precedents)
    return [
        Row(one, standings[one.pk], title(one.game) if known(one.game) else one.game) for one in precedents
    ]


def page_of(precedent: Precedent) -> dict[str, Any]:
    """The context of a precedent's own page: all of it as far as its reader may see it."""
    game = known(precedent.game)
    whole: bool = getattr(precedent, "whole", False)
    mentions = [row for row in precedent.mentions.all() if whole or row.is_open]
    rules = [row.key for row in mentions if row.kind == PrecedentMention.Kind.RULE]
    entries = game.rulebook.entries if game is not None else {}
    return {
        "row": rows_of([precedent])[0],
        "precedent": precedent,
        "whole": whole,
        "game": precedent.game if game is not None else "",
        "lines": lines_of(precedent),
        "rules": [entries[key] for key in rules if key in entries],
    }


def lines_of(precedent: Precedent) -> list[Told]:
    """The lines after the header, in words; none where it cannot be read any more."""
    game = known(precedent.game)
    if game is None:
        return []
    try:
        log = read_log(text_for(precedent).encode(), game.all_verbs)
    except LogError:
        return []
    return _told(log, precedent.game)[:MOST_LINES]


def _told(log: Log, game: str) -> list[Told]:
    drawer = drawer_of(game)
    told: list[Told] = []
    waiting = list(log.expectations)
    for n, entry in enumerate(log.entries):
        while waiting and waiting[0].after <= n:
            told.append(_expected(waiting.pop(0)))
        said = plain_entry(entry)
        expect, rule = said.get("expect"), said.get("rule")
        told.append(
            Told(
                who_did(str(entry.by), {}),
                entry_words(entry, drawer),
                expect if isinstance(expect, str) else "",
                rule if isinstance(rule, str) else "",
            )
        )
    return [*told, *(_expected(one) for one in waiting)]


def _expected(line: Expectation) -> Told:
    facts = line.facts if line.facts is not None else line.options or {}
    said = ", ".join(f"{path} = {msgspec.json.encode(value).decode()}" for path, value in facts.items())
    return Told("", said, "facts")
