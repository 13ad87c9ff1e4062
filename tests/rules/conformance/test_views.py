"""Every game: a log that is legal as a whole is illegal to no seat and no spectator, and ends for them as it ended.

What a view does not know (another's deck list, how many cards a pile holds) makes a verdict undetermined at most."""

from __future__ import annotations

import pytest

from rules import registry
from tests.rules.conformance.games import GAMES, hidden, played, seat_counts
from tests.rules.conformance.views import wrong_views, wrongly_illegal

pytestmark = pytest.mark.parametrize("name", GAMES)


def players(name: str, seed: int) -> int:
    """With how many seats the game with this seed is played: each number in turn."""
    counts = seat_counts(registry.load(name))
    return counts[seed % len(counts)]


def when(name: str, seed: int) -> int:
    """After how many entries of the game with this seed time is called: anywhere in it."""
    length = played(name, seed, players(name, seed)).count(b"\n")
    return 1 + seed * 37 % max(2, length)


def test_twenty_games_are_illegal_to_nobody_who_watches(name: str) -> None:
    for seed in range(20):
        called = when(name, seed) if seed % 4 == 3 else None
        data = played(name, seed, players(name, seed), called)
        log = hidden(name, data) if seed % 2 else data
        assert wrongly_illegal(name, log) == [], f"seed {seed}, time called at {called}"


#: Games of which a view was wrongly illegal once, and where time was called.
FOUND = {"highlander": [(80, None), (237, 134)]}


def test_what_was_wrong_once_is_not_again(name: str) -> None:
    for seed, called in FOUND.get(name, ()):
        assert wrong_views(name, seed, players(name, seed), called) == []


@pytest.mark.long
@pytest.mark.parametrize("time", [False, True], ids=["to the end", "time called"])
def test_hundreds_of_games_are_illegal_to_nobody_who_watches(name: str, time: bool) -> None:
    for seed in range(300):
        assert wrong_views(name, seed, players(name, seed), when(name, seed) if time else None) == []
