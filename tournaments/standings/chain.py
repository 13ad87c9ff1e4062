"""The chain of stages: who is in each, what is carried on, and in which order the entrants of all of them stand.

This is the one place that knows it. A stage's entrants follow from the standings of the one before, and the standings
of an event are those of its last stage, then those of the stages before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b

from tournaments.facts import EventFile, EventFileError, Match, Round
from tournaments.standings.book import Book
from tournaments.standings.figures import Figures
from tournaments.standings.folding import Part, fold_book
from tournaments.structures.elimination import Elimination
from tournaments.structures.leaving import leavers, settled
from tournaments.structures.round_robin import RoundRobin, groups_of

TABLE_KINDS = frozenset({"swiss", "round_robin", "pods"})
"""Stages whose rounds make a table. Elimination rounds decide by themselves and are left out."""
OPEN_KINDS = frozenset({"swiss", "pods"})
"""Stages that take late entries and awarded byes, and whose rounds can be missed."""
ELIMINATION_KINDS = frozenset({"single_elimination", "double_elimination"})


@dataclass(frozen=True)
class Group:
    """Entrants, by index, who share the place `place`; their figures and the stage they played last."""

    place: int
    members: tuple[int, ...]
    figures: Figures
    stage: str


@dataclass(frozen=True)
class _Known:
    """The standings already worked out of an event, by the round after which they were asked and the stage."""

    seeds: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    groups: dict[tuple[int, int], tuple[Group, ...]] = field(default_factory=dict)


class Chain:
    """The stages of an event as they stood after a round (None: after all).

    Raises EventFileError where there is no such round.
    """

    def __init__(self, event: EventFile, after_round: int | None = None, known: _Known | None = None) -> None:
        last = len(event.rounds)
        until = last if after_round is None else after_round
        if not 0 <= until <= last:
            raise EventFileError("after_round", f"{until} is no round of this event, the last is {last}")
        self.event, self.until, self.stages = event, until, event.stages
        self.left = leavers(event, until)
        at = {stage.id: k for k, stage in enumerate(event.stages)}
        self._rounds: list[list[Round]] = [[] for _ in event.stages]
        for played in event.rounds[:until]:
            self._rounds[at[played.stage]].append(played)
        self._figures: dict[int, Figures] = {}
        # Each stage asks twice for the one before it, as it stood then: kept for all of them, or it doubles with each.
        self._known = known if known is not None else _Known()

    @cached_property
    def current(self) -> int:
        """The last stage that has begun; the first one where none has."""
        return max((k for k, rounds in enumerate(self._rounds) if rounds), default=0)

    def rounds(self, k: int) -> list[Round]:
        """The rounds of stage k."""
        return self._rounds[k]

    def before(self, k: int) -> int:
        """The last round before stage k: the last one there is, where it has not begun."""
        rounds = self._rounds[k]
        return rounds[0].number - 1 if rounds else self.until

    # -- who is in a stage ------------------------------------------------------------------------------------------

    def seeds(self, k: int) -> tuple[str, ...]:
        """The entrants of stage k in seed order: as stored, or by the standings that the stage before it came to."""
        stored = self.stages[k].entrants
        if stored is not None:
            return stored
        key = (self.until, k)
        if key not in self._known.seeds:
            self._known.seeds[key] = self._first() if k == 0 else self._cut(k)
        return self._known.seeds[key]

    def _as_of(self, after_round: int) -> Chain:
        """The same chain as it stood after an earlier round."""
        return self if after_round == self.until else Chain(self.event, after_round, self._known)

    def _first(self) -> tuple[str, ...]:
        stage, entrants = self.stages[0], self.event.entrants
        if stage.kind in OPEN_KINDS:
            return tuple(entrant.id for entrant in entrants)
        left = leavers(self.event, 0)
        inside = [e for e in entrants if e.entered_before == 1 and e.id not in left]
        first_round = self.event.rules.first_round
        value = {e.id: e.seed if first_round == "seed" else e.rating for e in inside}
        sign = 1 if first_round == "seed" else -1

        def key(entrant: str) -> tuple[bool, Fraction, bytes, str]:
            own = None if first_round == "random" else value[entrant]
            lot = drawn(self.event.seed, 1, entrant)
            return own is None, Fraction(0) if own is None else Fraction(own) * sign, lot, entrant

        return tuple(sorted(value, key=key))

    def _cut(self, k: int) -> tuple[str, ...]:
        """The first `size` of the standings before the stage, or as many of each group, without those who left."""
        stage, then = self.stages[k], self._as_of(self.before(k))
        standing = [i for group in then.groups(k - 1) for i in group.members]
        order = [self.event.entrants[i].id for i in standing]
        here = [entrant for entrant in order if entrant not in then.left]
        if stage.size is None:
            return tuple(here)
        before = self.stages[k - 1]
        if before.kind == "round_robin" and before.groups > 1:
            taken: set[str] = set()
            for members in groups_of(then.seeds(k - 1), before.groups):
                own = set(members)
                taken.update([e for e in here if e in own][: stage.size // before.groups])
            return tuple(entrant for entrant in here if entrant in taken)
        return tuple(here[: stage.size])

    def drawn_seeds(self, k: int) -> bool:
        """Are the seeds of stage k drawn by lot?"""
        return k == 0 and self.event.rules.first_round == "random"

    def members(self, k: int) -> frozenset[str] | None:
        """The entrants who can miss a round of stage k; None for everybody. Late entries belong to it as well."""
        if self.stages[k].kind not in OPEN_KINDS:
            return frozenset()
        if k == 0 and self.stages[0].entrants is None:
            return None
        first, last = self.before(k) + 1, self._end(k)
        late = [e.id for e in self.event.entrants if first < e.entered_before <= last]
        return frozenset([*self.seeds(k), *late])

    def _end(self, k: int) -> int:
        """The last round in which somebody may come into stage k: open while no later one has begun."""
        later = [rounds[0].number - 1 for rounds in self._rounds[k + 1 :] if rounds]
        return min(later, default=self.until + 1)

    # -- what the rounds came to ------------------------------------------------------------------------------------

    def round_robin(self, k: int) -> RoundRobin:
        """The round robin of stage k as it stands."""
        return RoundRobin(self.stages[k], self.seeds(k), self._rounds[k], self.left)

    def elimination(self, k: int) -> Elimination:
        """The bracket of stage k as it stands. Raises EventFileError where a round does not fit it."""
        absences = {one.id: one.absences for one in self.event.entrants if one.absences}
        return Elimination(self.stages[k], self.seeds(k), self._rounds[k], self.left, absences)

    def carried(self, k: int) -> range:
        """The stages whose points and opponents count in stage k."""
        first = k
        while first > 0 and not self.stages[first].fresh:
            first -= 1
        return range(first, k + 1)

    def since(self, k: int) -> int:
        """The first round whose points and opponents count in stage k, 0 for all."""
        first = self.carried(k)[0]
        return 0 if first == 0 else self.before(first) + 1

    def figures(self, k: int) -> Figures:
        """The figures of stage k; of the last stage with a table before it where k is an elimination."""
        table = next((j for j in range(k, -1, -1) if self.stages[j].kind in TABLE_KINDS), -1)
        if table not in self._figures:
            self._figures[table] = Figures(self._book(table))
        return self._figures[table]

    def book(self, k: int) -> Book:
        """The book from which the figures of stage k are computed."""
        return self.figures(k).book

    def _book(self, k: int) -> Book:
        if k < 0:
            return fold_book(self.event, self.until, ())
        parts = [self._part(j) for j in self.carried(k) if self.stages[j].kind in TABLE_KINDS]
        later = [self._rounds[j][0].number - 1 for j in range(k + 1, len(self.stages)) if self._rounds[j]]
        return fold_book(self.event, min(later, default=self.until), parts, self.since(k))

    def _part(self, j: int) -> Part:
        stage, rounds = self.stages[j], self._rounds[j]
        if stage.kind == "round_robin":
            return Part(stage, self.round_robin(j).counted() if rounds else (), frozenset())
        if self.left:
            rounds = [self._settled(played) for played in rounds]
        return Part(stage, rounds, self.members(j) if rounds else None)

    def _settled(self, played: Round) -> Round:
        """The round with its open matches given to whose opponent has left."""
        matches = played.matches
        if not any(m.result is None and not self.left.keys().isdisjoint(m.seats) for m in matches):
            return played
        made = [Match(m.seats, m.table, settled(m, played.number, self.left)) for m in matches]
        return Round(played.number, played.stage, tuple(made))

    # -- in which order they stand ----------------------------------------------------------------------------------

    def groups(self, k: int) -> tuple[Group, ...]:
        """Everybody in the table, those of stage k first, then the others by the standings of the stage before."""
        key = (self.until, k)
        if key not in self._known.groups:
            self._known.groups[key] = tuple(self._in_order(k))
        return self._known.groups[key]

    def _in_order(self, k: int) -> list[Group]:
        listed = self._listed()
        ranked = self._ranked(k, listed)
        inside = {i for members, _, _ in ranked for i in members}
        made, at = [], 0
        for members, together, figures in ranked:
            place = at + len(members) if together else at + 1
            made.append(Group(place, members, figures, self.stages[k].id))
            at += len(members)
        if k == 0:
            return made
        others = self._as_of(self.before(k)).groups(k - 1)
        there, known = set(listed), inside.union(*(group.members for group in others))
        rest = tuple(i for i in listed if i not in known)
        for group in (*others, Group(0, rest, self.figures(k), self.stages[k].id)):
            members = tuple(i for i in group.members if i in there and i not in inside)
            if members:
                made.append(Group(at + 1, members, group.figures, group.stage))
                at += len(members)
        return made

    def _listed(self) -> list[int]:
        """Who is in the table, by id: not disqualified by now, and in the event by the next round."""
        listed = []
        for i, entrant in enumerate(self.event.entrants):
            out = entrant.disqualified_after
            if (out is None or out > self.until) and entrant.entered_before <= self.until + 1:
                listed.append(i)
        listed.sort(key=lambda i: self.event.entrants[i].id)
        return listed

    def _ranked(self, k: int, listed: Sequence[int]) -> list[tuple[tuple[int, ...], bool, Figures]]:
        """The entrants of stage k in groups of equals, and whether these share the last of their places."""
        if self.stages[k].kind in ELIMINATION_KINDS:
            return self._by_bracket(k, listed)
        figures = self.figures(k)
        if k > 0:
            members = self.members(k) or frozenset(self.seeds(k))
            listed = [i for i in listed if self.event.entrants[i].id in members]
        keys = figures.keys(list(listed))
        order = sorted(range(len(listed)), key=keys.__getitem__)
        groups: list[list[int]] = []
        for at, n in enumerate(order):
            if at and keys[n] == keys[order[at - 1]]:
                groups[-1].append(listed[n])
            else:
                groups.append([listed[n]])
        return [(tuple(group), False, figures) for group in groups]

    def _by_bracket(self, k: int, listed: Sequence[int]) -> list[tuple[tuple[int, ...], bool, Figures]]:
        places = self.stages[k].places or ("shared" if self.drawn_seeds(k) else "by_seed")
        index = {self.event.entrants[i].id: i for i in listed}
        figures, made = self._figures_before(k), []
        for entrants, together in self.elimination(k).ranking():
            members = [index[entrant] for entrant in entrants if entrant in index]
            if together or places == "shared":
                made += [(tuple(members), together, figures)] if members else []
            else:
                made += [((i,), False, figures) for i in members]
        if k == 0:
            inside = {i for members, _, _ in made for i in members}
            made += [((i,), False, figures) for i in listed if i not in inside]
        return made

    def _figures_before(self, k: int) -> Figures:
        """The figures of an elimination: those of the table before it, as they stood when it began. Who is tied with
        whom is known to these alone."""
        if k == 0:
            return self.figures(k)
        before = self._as_of(self.before(k)).groups(k - 1)
        return before[0].figures if before else self.figures(k)


def drawn(seed: str, number: int, entrant: str) -> bytes:
    """The key that decides an entrant's place in the draw of a round: a hash of seed, round and id."""
    text = f"{seed}\nround {number}\n{entrant}".encode("utf-8", "surrogatepass")
    return blake2b(text, digest_size=12).digest()
