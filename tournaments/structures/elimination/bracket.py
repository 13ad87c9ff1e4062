"""A bracket as it stands: the draw, filled with what the rounds say, and with what follows from it.

Facts go first: a match that stands in the file is what was played, whoever should have sat there. What is not in the
file follows from the places before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.facts import EventFileError, Match, Result, Round, Stage
from tournaments.facts.structs import Bracket
from tournaments.structures.elimination.draw import (
    FINAL,
    SECOND_FINAL,
    THIRD_PLACE,
    Feed,
    Place,
    double_draw,
    entry_round,
    rounds_of,
    single_draw,
)
from tournaments.structures.leaving import settled


@dataclass
class Node:
    """A place with who is there. `open`: not decided; `ready`: it can be played, or is a bye, in the next round."""

    seats: tuple[str, ...] = ()
    winner: str | None = None
    loser: str | None = None
    open: bool = False
    ready: bool = False
    played: bool = False
    both_lost: bool = False


@dataclass
class Elimination:
    """A stage of either kind: `seeds` in order, `rounds` those of the stage, `left` who has left and after which round,
    `absences` the rounds, from and to, that somebody missed who has come back.

    Raises EventFileError where a round names a place that the bracket does not have, or has twice.
    """

    stage: Stage
    seeds: Sequence[str]
    rounds: Sequence[Round]
    left: Mapping[str, int]
    absences: Mapping[str, Sequence[Sequence[int]]]
    nodes: dict[Place, Node] = field(init=False, default_factory=dict)
    furthest: dict[str, Place] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.double = self.stage.kind == "double_elimination"
        self.depth = rounds_of(len(self.seeds))
        self.seed_of = {entrant: at for at, entrant in enumerate(self.seeds, start=1)}
        draw = double_draw(self.depth) if self.double else single_draw(self.depth, self.stage.third_place)
        recorded = self._recorded(set(draw))
        if len(self.seeds) < 2:
            return
        going_on, self._past = _going_on(draw), _past(draw, recorded)
        for place, feeds in draw.items():
            node = self._filled(place, feeds, recorded.get(place))
            self.nodes[place] = self._as_it_went_on(node, going_on.get(place, ()), recorded)

    def _recorded(self, places: set[Place]) -> dict[Place, tuple[int, Match]]:
        recorded: dict[Place, tuple[int, Match]] = {}
        for played in self.rounds:
            for at, match in enumerate(played.matches):
                where = f"rounds[{played.number - 1}].matches[{at}]"
                place = self.place_of(match.bracket) if isinstance(match.bracket, Bracket) else None
                if place is None or place not in places:
                    raise EventFileError(
                        f"{where}.bracket", f"is no place of a {self.stage.kind} of {len(self.seeds)}"
                    )
                if place in recorded:
                    raise EventFileError(f"{where}.bracket", "this place is there twice in the stage")
                for seat in match.seats:
                    if seat not in self.seed_of:
                        raise EventFileError(
                            f"{where}.seats", f"{seat!r} is not in the stage {self.stage.id!r}"
                        )
                recorded[place] = (played.number, match)
        return recorded

    def place_of(self, bracket: Bracket) -> Place:
        """The place a file names. The final of a single elimination may be named as the last winners' round."""
        if not self.double and bracket.side == "winners" and bracket.round == self.depth:
            return FINAL if bracket.slot == 1 else Place("final", bracket.round, bracket.slot)
        return Place(bracket.side, bracket.round, bracket.slot)

    def _filled(self, place: Place, feeds: tuple[Feed, Feed], recorded: tuple[int, Match] | None) -> Node:
        if recorded is not None:
            number, match = recorded
            gone = [entrant for entrant, _ in map(self._from, feeds) if entrant in self.left]
            for seat in (*match.seats, *(entrant for entrant in gone if entrant is not None)):
                self.furthest[seat] = place
            return self._decided(match, number)
        if place == SECOND_FINAL and not self._second_final_is_due():
            return Node()
        coming, unknown = [], False
        for feed in feeds:
            entrant, known = self._from(feed)
            unknown = unknown or not known
            if entrant is None:
                continue
            self.furthest[entrant] = place
            if entrant not in self.left:
                coming.append(entrant)
        if place in self._past:  # whoever comes here by a correction comes too late
            return Node()
        if unknown:
            return Node(tuple(coming), open=True)
        if not coming:
            return Node()
        if place == THIRD_PLACE and len(coming) == 1:
            return Node(tuple(coming), winner=coming[0])
        return Node(tuple(sorted(coming, key=self.seed_of.__getitem__)), open=True, ready=True)

    def _from(self, feed: Feed) -> tuple[str | None, bool]:
        """Who comes from there, and whether that is known."""
        if feed.place is None:
            return (self.seeds[feed.seed - 1] if feed.seed <= len(self.seeds) else None), True
        node = self.nodes[feed.place]
        if node.open:
            return None, False
        return (node.winner if feed.what == "winner" else node.loser), True

    def _as_it_went_on(
        self,
        node: Node,
        going_on: Sequence[tuple[str, Place]],
        recorded: Mapping[Place, tuple[int, Match]],
    ) -> Node:
        """A result that was corrected after the next round was played sends nobody another way: where the one who has
        lost by now sits in a match that the winner went to, the two keep the ways that they took; where somebody was
        alone there, because both had lost, both have."""
        if node.winner is None or node.loser is None:
            return node
        for what, target in going_on:
            if target not in recorded:
                continue
            number, match = recorded[target]
            due, other = (node.winner, node.loser) if what == "winner" else (node.loser, node.winner)
            if due in match.seats:
                continue
            if other in match.seats:
                return Node(node.seats, winner=node.loser, loser=node.winner, played=node.played)
            if len(match.seats) == 1 and not self._was_away(due, number):
                return Node(node.seats, played=node.played, both_lost=True)
        return node

    def _was_away(self, entrant: str, number: int) -> bool:
        """Whether somebody took no part in round ``number``."""
        if self.left.get(entrant, number) < number:
            return True
        return any(first <= number <= last for first, last in self.absences.get(entrant, ()))

    def _second_final_is_due(self) -> bool:
        """A final won from the losers' side is followed by a second, where the stage says so."""
        final = self.nodes[FINAL]
        if not self.stage.reset or not final.played or final.winner is None or final.loser is None:
            return False
        return final.loser == self.nodes[Place("winners", self.depth, 1)].winner

    def _decided(self, match: Match, number: int) -> Node:
        if len(match.seats) == 1:
            return Node(match.seats, winner=match.seats[0])
        result = settled(match, number, self.left)
        if result is None:
            return Node(match.seats, open=True)
        winner = winner_of(match, result) if isinstance(result, Result) else None
        if winner is None:
            return Node(match.seats, played=True, both_lost=True)
        loser = next(seat for seat in match.seats if seat != winner)
        return Node(match.seats, winner=winner, loser=loser, played=True)

    def next_matches(self) -> list[tuple[Place, tuple[str, ...]]]:
        """The matches of the next round; a bye is a match of one seat. The final and the match for the third place
        come together; nothing is left: empty."""
        ready = [(place, node.seats) for place, node in self.nodes.items() if node.ready]
        if not self.nodes.get(FINAL, Node()).ready and not self._final_is_void():
            ready = [ready_match for ready_match in ready if ready_match[0] != THIRD_PLACE]
        return sorted(ready, key=lambda ready_match: _ORDER[ready_match[0].side])

    def _final_is_void(self) -> bool:
        final = self.nodes.get(FINAL)
        return final is not None and not final.open

    def champion(self) -> str | None:
        """The winner of the stage; None until there is one."""
        if len(self.seeds) == 1:
            return self.seeds[0]
        if not self.nodes or self.nodes[FINAL].open:
            return None
        second = self.nodes.get(SECOND_FINAL, Node())
        if second.open:
            return None
        return second.winner if second.seats else self.nodes[FINAL].winner

    def still_in(self) -> list[str]:
        """The entrants who can still win, by seed; at the end only the winner."""
        champion = self.champion()
        inside = {champion} if champion is not None else set()
        for place, node in self.nodes.items():
            if node.open and place != THIRD_PLACE:
                inside.update(node.seats)
        return [entrant for entrant in self.seeds if entrant in inside]

    def ranking(self) -> list[tuple[list[str], bool]]:
        """Groups of those who got equally far, the best first, each by seed, and whether they share the place in any
        case: those still in, then by the round in which they went out."""
        inside = self.still_in()
        groups: list[tuple[list[str], bool]] = [([entrant], False) for entrant in inside]
        out: dict[int, list[str]] = {}
        for entrant in self.seeds:
            if entrant not in inside:
                out.setdefault(self._depth_of(entrant), []).append(entrant)
        last = [self.nodes[place] for place in (FINAL, SECOND_FINAL) if place in self.nodes]
        lost_together = any(node.both_lost for node in last)
        for depth in sorted(out, reverse=True):
            groups.append((out[depth], lost_together and depth == _FINAL_DEPTH))
        return groups

    def _depth_of(self, entrant: str) -> int:
        """How far somebody got who is out: by the round of the losers' side that he reached, or would have."""
        place = self.furthest.get(entrant)
        if place is None:
            return 0
        if place.side == "final":
            return _FINAL_DEPTH
        if place.side == "third_place":
            node = self.nodes[place]
            third = node.winner == entrant
            return (
                _FINAL_DEPTH - 1 if third else _FINAL_DEPTH - 2 if node.loser == entrant else self.depth - 1
            )
        if self.double and place.side == "winners":
            return entry_round(place.round)
        return place.round


def _going_on(draw: Mapping[Place, tuple[Feed, Feed]]) -> dict[Place, list[tuple[str, Place]]]:
    """Where the winner and the loser of each place go."""
    going_on: dict[Place, list[tuple[str, Place]]] = {}
    for target, feeds in draw.items():
        for feed in feeds:
            if feed.place is not None:
                going_on.setdefault(feed.place, []).append((feed.what, target))
    return going_on


def _past(draw: Mapping[Place, tuple[Feed, Feed]], recorded: Collection[Place]) -> set[Place]:
    """The places after which a match was paired already: what is not in the file by then was empty."""
    past: set[Place] = set()
    for place, feeds in reversed(list(draw.items())):
        if place in recorded or place in past:
            past.update(feed.place for feed in feeds if feed.place is not None)
    return past


_FINAL_DEPTH = 1_000
_ORDER = {"final": 0, "third_place": 1, "winners": 2, "losers": 3}


def winner_of(match: Match, result: Result) -> str | None:
    """The winner of a match of two; None for a draw, which an elimination match cannot have."""
    if result.ranking is not None:
        return result.ranking[0][0] if len(result.ranking) > 1 else None
    return result.winner if isinstance(result.winner, str) else None
