"""Places by facts that are not those of the rows: what would be, if a result were another or rounds were taken back."""

from __future__ import annotations

from tournaments.facts import EventFile
from tournaments.memory import Memory
from tournaments.standings import standings_of

#: Tables in memory, each with its facts: 5,000 entrants take some megabytes; rounds that are over, others hold too.
TABLES = 6

_places: Memory[dict[str, int]] = Memory(TABLES)


class _Asked:
    """The facts and the round that a table is found by. They are compared whole: parts that are the same object, as
    rounds that are over, cost nothing, and 5,000 entrants a millisecond, where working it out takes a hundred."""

    def __init__(self, facts: EventFile, after_round: int) -> None:
        self.facts, self.after_round = facts, after_round
        self.sum = hash((facts.seed, facts.name, len(facts.entrants), len(facts.rounds), after_round))

    def __hash__(self) -> int:
        return self.sum

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Asked):
            return NotImplemented
        return self is other or (self.after_round == other.after_round and self.facts == other.facts)


def places_by(facts: EventFile, after_round: int) -> dict[str, int]:
    """The places after this round by the entrants' codes, the best first. Not to be changed.

    Raises EventFileError where there is no such round.
    """

    def worked_out() -> dict[str, int]:
        return {row.entrant: row.place for row in standings_of(facts, after_round=after_round).rows}

    return _places.get(_Asked(facts, after_round), worked_out)
