"""Round robin: everybody meets everybody, by Berger's tables (FIDE Handbook C.05, annex 1).

The circle method: the last position stays, the others move on by half the field from round to round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tournaments.facts import EventFileError, Match, Result, Round, Stage
from tournaments.structures.leaving import WALKOVERS, settled

Pair = tuple[str, str]
MAX_ROUNDS = 1_000
"""An event has no more rounds than this."""


def berger(size: int) -> list[list[tuple[int, int]]]:
    """The rounds for positions 1 to `size`; with an odd size one position has no pair in each round."""
    even = size + size % 2
    if even < 2:
        return []
    circle = even - 1
    rounds = []
    for number in range(circle):
        moved = number * (even // 2)

        def at(position: int, moved: int = moved) -> int:
            return (position - 1 + moved) % circle + 1

        pairs = [(at(1), even) if number % 2 == 0 else (even, at(1))]
        pairs += [(at(1 + step), at(even - step)) for step in range(1, even // 2)]
        rounds.append([pair for pair in pairs if max(pair) <= size])
    return rounds


def groups_of(seeds: Sequence[str], groups: int) -> list[list[str]]:
    """The groups by seeds in serpentine order: 1 2 3, then 6 5 4, then 7 8 9 …"""
    made: list[list[str]] = [[] for _ in range(groups)]
    for at, entrant in enumerate(seeds):
        row, place = divmod(at, groups)
        made[place if row % 2 == 0 else groups - 1 - place].append(entrant)
    return made


def schedule_of(stage: Stage, seeds: Sequence[str]) -> list[list[Pair]]:
    """Every round of the stage, the groups in their order; in the second leg seats are exchanged."""
    leg: list[list[Pair]] = []
    for group in groups_of(seeds, stage.groups):
        for at, pairs in enumerate(berger(len(group))):
            if at == len(leg):
                leg.append([])
            leg[at] += [(group[a - 1], group[b - 1]) for a, b in pairs]
    legs = []
    for number in range(stage.legs):
        legs += [[(b, a) if number % 2 else (a, b) for a, b in pairs] for pairs in leg]
    return legs


@dataclass
class RoundRobin:
    """A round robin as it stands: `rounds` are those of the stage, `left` who has left and after which round.

    Raises EventFileError where it would take more rounds than an event has, or seats somebody who is not in it.
    """

    stage: Stage
    seeds: Sequence[str]
    rounds: Sequence[Round]
    left: Mapping[str, int]
    schedule: list[list[Pair]] = field(init=False)

    def __post_init__(self) -> None:
        largest = -(-len(self.seeds) // self.stage.groups)
        if self.stage.legs * (largest - 1) > MAX_ROUNDS:
            raise EventFileError(
                f"the stage {self.stage.id!r}",
                f"a round robin of {largest} takes more than {MAX_ROUNDS} rounds",
            )
        inside = set(self.seeds)
        for played in self.rounds:
            for at, match in enumerate(played.matches):
                for seat in match.seats:
                    if seat not in inside:
                        raise EventFileError(
                            f"rounds[{played.number - 1}].matches[{at}].seats",
                            f"{seat!r} is not in the stage {self.stage.id!r}",
                        )
        self.schedule = schedule_of(self.stage, self.seeds)

    @cached_property
    def missing(self) -> list[list[Pair]]:
        """The rounds of the schedule with the pairs that are in no round yet."""
        met = Counter(frozenset(m.seats) for played in self.rounds for m in played.matches)
        missing = []
        for pairs in self.schedule:
            still = []
            for pair in pairs:
                if met[frozenset(pair)]:
                    met[frozenset(pair)] -= 1
                else:
                    still.append(pair)
            missing.append(still)
        return missing

    def next_round(self) -> list[Pair]:
        """The pairs of the next round that has any; nobody who has left is in it. Empty: all are played."""
        for pairs in self.missing:
            playable = [pair for pair in pairs if pair[0] not in self.left and pair[1] not in self.left]
            if playable:
                return playable
        return []

    @cached_property
    def expunged(self) -> frozenset[str]:
        """The entrants who left with fewer than half of all matches played, so that all their results are taken out."""
        inside = [entrant for entrant in self.seeds if entrant in self.left]
        if self.stage.withdrawn is not None:
            return frozenset(inside) if self.stage.withdrawn == "expunge" else frozenset()
        return frozenset(entrant for entrant in inside if not self._half_played(entrant))

    def _half_played(self, entrant: str) -> bool:
        matches = sum(entrant in pair for pairs in self.schedule for pair in pairs)
        played = sum(_was_played(match) for r in self.rounds for match in r.matches if entrant in match.seats)
        return 2 * played >= matches

    @cached_property
    def forfeits(self) -> dict[int, list[list[Match]]]:
        """By the round after which they count, columns of matches that those who left give to their opponents.

        A column holds the matches of one round of the schedule, so nobody is in it twice.
        """
        first = self.rounds[0].number if self.rounds else 1
        last = self.rounds[-1].number if self.rounds else 0
        forfeits: dict[int, list[list[Match]]] = {}
        for pairs in self.missing:
            columns: dict[int, list[Match]] = {}
            for pair in pairs:
                gone = [seat for seat in pair if seat in self.left]
                if not gone or self.expunged & set(pair):
                    continue
                number = min(max(first, min(self.left[seat] for seat in gone)), last)
                columns.setdefault(number, []).append(self._forfeited(pair))
            for number, matches in columns.items():
                forfeits.setdefault(number, []).append(matches)
        return forfeits

    def counted(self) -> list[Round]:
        """The rounds as they count: expunged entrants taken out, open matches and forfeits given to opponents."""
        made = []
        for played in self.rounds:
            matches = tuple(
                Match(match.seats, match.table, settled(match, played.number, self.left))
                for match in played.matches
                if not self.expunged & set(match.seats)
            )
            made.append(Round(played.number, played.stage, matches))
            made += [
                Round(played.number, played.stage, tuple(column))
                for column in self.forfeits.get(played.number, ())
            ]
        return made

    def _forfeited(self, pair: Pair) -> Match:
        """The match goes to who stayed, or stayed longer."""
        ends = [self.left.get(seat, MAX_ROUNDS + 1) for seat in pair]
        if ends[0] == ends[1]:
            return Match(pair, None, "double_loss")
        return Match(pair, None, Result(winner=pair[ends[0] < ends[1]], kind="forfeit"))


def _was_played(match: Match) -> bool:
    result = match.result
    return result == "double_loss" or (isinstance(result, Result) and result.kind not in WALKOVERS)
