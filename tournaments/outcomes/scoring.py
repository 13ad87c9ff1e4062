"""The scoring of each game at a table, by the names its players know, and how places follow from it. Pure.

`score` is the figure a result form asks for; `tiebreakers` are the game's own, in their order, by the names the
engines give them; `decides` says whether the places of a table follow from these figures alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.registry import event_rules_of
from tournaments.pages.translation import game_words_lazy

Number = int | float


@dataclass(frozen=True)
class GameScoring:
    """The figures a game is scored by, as its reader calls them (``rules.kernel.event_rules.Scoring``)."""

    score: Any
    tiebreakers: tuple[tuple[str, Any], ...]
    decides: bool


def scoring_of(game: str) -> GameScoring:
    """The scoring of this game; plain points for an unknown game."""
    said = event_rules_of(game).scoring
    labels = tuple((name, game_words_lazy(label)) for name, label in said.tiebreakers)
    return GameScoring(game_words_lazy(said.score), labels, said.decides)


def ranking_by_figures(
    letters: Sequence[str],
    scores: Mapping[str, Number],
    figures: Mapping[str, Mapping[str, Number]],
    tiebreakers: Sequence[str],
) -> list[list[str]]:
    """Places by the score, then by each of the game's own tiebreakers; equal in everything share a place."""
    worth = {
        letter: (scores[letter], *(figures.get(name, {}).get(letter, 0) for name in tiebreakers))
        for letter in letters
    }
    values = sorted(set(worth.values()), reverse=True)
    return [[letter for letter in letters if worth[letter] == value] for value in values]


def ranking_by_places(places: Mapping[str, int]) -> list[list[str]]:
    """Groups best first; who is given the same place shares it."""
    return [
        sorted(letter for letter in places if places[letter] == place)
        for place in sorted(set(places.values()))
    ]


def contradiction(ranking: Sequence[Sequence[str]], scores: Mapping[str, Number]) -> tuple[str, str] | None:
    """Two seats of whom the first stands before the second with fewer points; None where there are none."""
    before: list[str] = []
    for group in ranking:
        for letter in group:
            for better in before:
                if letter in scores and better in scores and scores[better] < scores[letter]:
                    return better, letter
        for one in group:
            for other in group:
                if one in scores and other in scores and scores[one] < scores[other]:
                    return one, other
        before += group
    return None


def place_of(ranking: Sequence[Sequence[str]], letter: str) -> tuple[int, bool]:
    """The place of a seat, one more than all before it, and whether it is shared."""
    before = 0
    for group in ranking:
        if letter in group:
            return before + 1, len(group) > 1
        before += len(group)
    raise KeyError(letter)
