"""Matches won, lost and drawn, as a player counts them: over every stage, a bye as a win, a missed round as the event
counts it. A table of three or more has places instead, so an event with pods, or with such a table, has no records."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.facts import Result, Round
from tournaments.standings.book import Book
from tournaments.standings.chain import ELIMINATION_KINDS, Chain
from tournaments.standings.outcome import Record
from tournaments.structures.elimination.bracket import winner_of
from tournaments.structures.leaving import settled


def records_of(chain: Chain) -> list[Record] | None:
    """Everybody's record, in the order of the entrants of the file; None where more than two play at a table."""
    played = (match for k in range(chain.current + 1) for each in chain.rounds(k) for match in each.matches)
    if any(stage.kind == "pods" for stage in chain.stages) or any(len(match.seats) > 2 for match in played):
        return None
    # won, lost, drawn
    counts = [[0, 0, 0] for _ in chain.event.entrants]
    counted: set[int] = set()
    for k in range(chain.current, -1, -1):
        if chain.stages[k].kind in ELIMINATION_KINDS:
            _add_bracket(counts, chain, chain.rounds(k))
        elif k not in counted:
            _add_table(counts, chain.book(k))
            counted.update(chain.carried(k))
    return [Record(*each) for each in counts]


def _add_table(counts: list[list[int]], book: Book) -> None:
    """The rounds of a table, and of those before it whose points it carries on."""
    whole = book.unit
    for column in book.columns:
        for count, line in zip(counts, column, strict=True):
            if line is not None:
                count[0 if line.share == whole else 2 if line.share else 1] += 1


def _add_bracket(counts: list[list[int]], chain: Chain, rounds: Sequence[Round]) -> None:
    """The rounds of a bracket. Nobody played for a bye there: it counts for nothing."""
    index = {entrant.id: i for i, entrant in enumerate(chain.event.entrants)}
    for played in rounds:
        for match in played.matches:
            result = settled(match, played.number, chain.left)
            if len(match.seats) != 2 or result is None or result == "bye":
                continue
            winner = winner_of(match, result) if isinstance(result, Result) else None
            for seat in match.seats:
                lost = result == "double_loss" or (winner is not None and seat != winner)
                counts[index[seat]][0 if seat == winner else 1 if lost else 2] += 1
