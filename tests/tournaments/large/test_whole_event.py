"""A whole event of six hundred (in the long tier: of five thousand): nobody is lost, and no step or page asks the
database more often for a larger field."""

from __future__ import annotations

import re

import pytest

from tests.tournaments.large.whole_event import play
from tournaments.models.events import State
from tournaments.projection import facts_of
from tournaments.standings import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.longest]
#: Rows are read and written in parts, SQLite's of some sixty: a part more is no statement for each player.
PART = 40
#: Files that hold every match of the event are read in parts of two hundred.
EVERY_MATCH, MATCHES = ("results.csv", "event.json"), 200
#: What somebody reads: a page, an address of the API.
READER = re.compile(r"(cut: )?(olga|player1) /")


@pytest.mark.parametrize(
    ("players", "rounds", "cut", "entered", "looked", "dropping"),
    [(600, 13, 64, 150, 13, 300), pytest.param(5000, 13, 64, 1, 1, 50, marks=pytest.mark.long)],
)
def test_a_whole_event(players: int, rounds: int, cut: int, entered: int, looked: int, dropping: int) -> None:
    _small_event, small = play(60, 3, 4)
    event, large = play(players, rounds, cut, entered, looked, dropping)
    assert event.state == State.FINISHED
    facts = facts_of(event)
    assert len(facts.rounds) == rounds + cut.bit_length() - 1
    for played in facts.rounds:
        seated = [seat for match in played.matches for seat in match.seats]
        assert len(seated) == len(set(seated)), played.number
    ranked = [row.entrant for row in standings_of(facts).rows]
    assert sorted(ranked) == sorted(entrant.id for entrant in facts.entrants)
    final = facts.rounds[-1].matches[0]
    assert final.result is not None and ranked[:2] == [
        final.result.winner,
        *({*final.seats} - {final.result.winner}),
    ]
    assert set(large.statements) == set(small.statements)

    def at_most(what: str) -> int:
        """Of a page as many as in the small event, whether its reader is in the cut or not; of a step the parts of what
        is written besides."""
        of_small = max(max(small.statements.get(each, [0])) for each in (what, what.removeprefix("cut: ")))
        if what.endswith(EVERY_MATCH):
            return of_small + players * rounds // MATCHES
        return of_small + (0 if READER.match(what) else players // PART)

    grown = {
        what: (at_most(what), max(counted))
        for what, counted in large.statements.items()
        if max(counted) > at_most(what)
    }
    assert not grown
    alone = {
        what: max(large.statements[what]) - max(small.statements[what])
        for what in ("result", "correction", "drop", "late entry", "offer", "publish", "start", "finish")
    }
    assert max(alone.values()) <= 3, alone
