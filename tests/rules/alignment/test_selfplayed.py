"""Logs of self-played games as their seats kept them, with slips of the pen: no question where both tell the same, and
where one tells what cannot be so, just that entry is asked about. The merged log is judged as the game was."""

from __future__ import annotations

import pytest

from rules import registry
from rules.alignment.align import Alignment, align
from rules.kernel.game import Game
from rules.kernel.replay import Replay
from tests.rules.alignment.pens import Table, at_table
from tests.rules.conformance.games import GAMES, seat_counts

pytestmark = pytest.mark.parametrize("name", GAMES)
FEW, MANY = 2, 200


def laid(game: Game, table: Table) -> Alignment:
    return align(game, table.first.log, table.second.log)


def is_judged_alike(alignment: Alignment, full: Replay) -> bool:
    """Never illegal; and the outcome of the game, unless something that neither log knows leaves it open."""
    run = alignment.run
    if any(verdict.verdict in ("illegal", "not_reached") for verdict in run.verdicts):
        return False
    return run.outcome() == full.outcome() or run.status() == "undetermined"


def same_story(game: Game, seeds: range) -> list[str]:
    """The seeds of games whose logs tell the same and were taken to differ, or came to something else together."""
    wrong = []
    counts = seat_counts(game)
    for seed in seeds:
        table = at_table(game, f"same:{seed}", counts[seed % len(counts)])
        alignment = laid(game, table)
        if alignment.divergence is not None:
            wrong.append(f"{seed}: {alignment.divergence}")
        elif not is_judged_alike(alignment, table.full):
            wrong.append(f"{seed}: {alignment.run.status()} at {alignment.run.stopped}")
    return wrong


def other_story(game: Game, seeds: range) -> tuple[int, list[str]]:
    """How many games had an altered entry, and the seeds of those in which another or none was named."""
    many, wrong = 0, []
    for seed in seeds:
        table = at_table(game, f"other:{seed}", alter=True)
        place = next(iter(table.first.altered + table.second.altered), None)
        if place is None:
            continue
        many += 1
        divergence = laid(game, table).divergence
        expected = (table.first.numbers_of(place), table.second.numbers_of(place))
        named = None if divergence is None else ([divergence.first], [divergence.second])
        if named != expected:
            wrong.append(f"{seed}: {expected}, named {named}")
    return many, wrong


def test_logs_that_tell_the_same_raise_no_question(name: str) -> None:
    assert same_story(registry.load(name), range(FEW)) == []


def test_the_altered_entry_is_named(name: str) -> None:
    many, wrong = other_story(registry.load(name), range(FEW))
    assert many and wrong == []


@pytest.mark.long
def test_many_logs_that_tell_the_same(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = same_story(registry.load(name), range(MANY))
    with capsys.disabled():
        print(f"\n{name}: {len(wrong)} of {MANY} pairs of logs that tell the same were not taken for that")
    assert len(wrong) <= MANY // 50, wrong


@pytest.mark.long
def test_many_altered_entries(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    many, wrong = other_story(registry.load(name), range(MANY))
    with capsys.disabled():
        print(f"\n{name}: of {many} altered entries {len(wrong)} were not named")
    assert many > MANY // 2 and len(wrong) <= MANY // 50, wrong
