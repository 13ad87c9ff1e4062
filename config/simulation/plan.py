"""The plan of a simulated day: its seed, its size, its faults."""

from __future__ import annotations

from dataclasses import dataclass, field

#: Every kind of fault, with what happens.
FAULTS: dict[str, str] = {
    "lost_answer": "an answer is lost after the commit; the sender sends again",
    "doubled": "a request is sent twice",
    "out_of_order": "a request that was answered comes once more, much later",
    "old_tab": "what was seen is out of date by the time it is answered",
    "two_at_once": "another request is carried out in the middle of one, by another process",
    "killed": "the process ends at some statement, inside a transaction or out of it",
    "killed_after_commit": "the process ends after the commit, before what follows from it",
    "worker_replaced": "a process begins anew, with nothing in its memory",
    "sweeps_stand": "nobody sweeps for a while",
    "sweeps_doubled": "two processes sweep at once",
    "cache_emptied": "the cache forgets everything",
    "cache_gone": "the cache cannot be reached for a while",
    "database_restart": "the connection to the database is lost, at some statement or between requests",
    "disk_full": "a write finds the disk full",
    "clock_forward": "the machine's clock jumps forward",
    "clock_back": "the machine's clock jumps back",
    "slow_query": "the clock moves on while a statement waits",
    "altered_row": "somebody alters a stored row by hand",
}


#: Moves of a round for each of its tables, where nothing else is said, and the least and the most.
MOVES, LEAST_MOVES, MOST_MOVES = 4, 1, 16


@dataclass(frozen=True)
class Plan:
    """The arguments of a day. The same plan gives the same day."""

    seed: str
    players: int
    rounds: int
    faults: tuple[str, ...] = field(default=())
    #: How much happens in a round: moves for each table, and once more; what is rare beside them is so in proportion.
    moves: int = MOVES

    @property
    def text(self) -> str:
        """All of it in one line, from which every draw starts."""
        moves = "" if self.moves == MOVES else f" {self.moves}"
        return f"{self.seed} {self.players} {self.rounds} {','.join(self.faults)}{moves}"


def faults_named(text: str) -> tuple[str, ...]:
    """The faults of a list with commas, or `all`, in one order. Raises ValueError with the unknown name."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if names == ["all"]:
        return tuple(FAULTS)
    unknown = next((name for name in names if name not in FAULTS), None)
    if unknown is not None:
        raise ValueError(unknown)
    return tuple(name for name in FAULTS if name in names)
