"""What holds at a position does not depend on what was asked before: of another position, turn or game."""

from __future__ import annotations

import random
from itertools import zip_longest

import pytest
from msgspec.structs import replace

from rules.highlander.game import HighlanderGame
from rules.highlander.reading.modifiers import index
from rules.kernel.judgment import Judgment
from rules.kernel.replay import Replay
from rules.kernel.selfplay import play_game

GAME = HighlanderGame()


def as_if_asked_first(j: Judgment) -> str:
    """The index of a position where nothing is remembered."""
    memory = j.catalogue.memory
    j.catalogue.memory = {}
    try:
        return repr(index(j))
    finally:
        j.catalogue.memory = memory


def nullified(j: Judgment, draws: random.Random) -> list[Judgment]:
    """The position with a card in play nullified in its turn, and the next turn of the same cards; the other side is
    as it was. Nothing where no card lies in play."""
    p = j.position
    sides = [(seat, side) for seat, side in p.players.items() if side.in_play]
    if not sides:
        return []
    seat, side = draws.choice(sides)
    held = list(side.in_play)
    place = draws.randrange(len(held))
    held[place] = replace(held[place], nullified=(p.number,))
    now = replace(p, players={**p.players, seat: replace(side, in_play=tuple(held))})
    return [Judgment.of(j, now), Judgment.of(j, replace(now, number=p.number + 1))]


def in_turns(*games: Replay) -> list[Judgment]:
    """Every position of the games, one of each in turn, and now and then one of before once more, or one with a card
    nullified."""
    draws, asked = random.Random(7), []
    for there in zip_longest(*(range(len(run.positions)) for run in games)):
        for run, n in zip(games, there, strict=True):
            if n is not None:
                asked.append(run.judged_at(n))
                asked += [run.judged_at(draws.randint(0, n))] * draws.randint(0, 1)
                asked += nullified(asked[-1], draws) * draws.randint(0, 1)
    return asked


@pytest.mark.parametrize("seed", range(4))
def test_the_index_is_the_same_whatever_was_asked_before(seed: int) -> None:
    games = [play_game(GAME, f"remembered:{seed}:{n}", 2, 150) for n in range(2)]
    assert games[0].catalogue is games[1].catalogue
    seen = set()
    for j in in_turns(*games):
        wanted = as_if_asked_first(j)
        assert repr(index(j)) == wanted
        seen.add(wanted)
    assert len(seen) > 10
