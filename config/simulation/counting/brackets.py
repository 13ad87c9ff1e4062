"""Brackets from results alone: who comes to which match, who is out, and how far everybody got."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from config.simulation.counting.rounds import gone_by, standing_result

Spot = tuple[str, int, int]
"""A match of a bracket: side, round within the side, slot from the top."""
FINAL, SECOND, THIRD = ("final", 1, 1), ("final", 2, 1), ("third_place", 1, 1)
Coming = tuple[str, Any]
"""Whence a seat comes: ("seed", number), ("winner", spot) or ("loser", spot)."""


def order_of_seeds(depth: int) -> list[int]:
    """The seeds of the first round from the top: each half begins with its best, who meets the worst of it."""
    line = [1]
    while len(line) < 2**depth:
        double = []
        for seed in line:
            double += [seed, 2 * len(line) + 1 - seed]
        line = double
    return line


def drawing(depth: int, *, double: bool, third: bool) -> dict[Spot, tuple[Coming, Coming]]:
    """Every match of a bracket with whence its two come, in an order in which they can be decided."""
    seeds, made = order_of_seeds(depth), {}
    top = depth if double else depth - 1

    def winners(round: int, slot: int) -> tuple[Coming, Coming]:
        if round == 1:
            return ("seed", seeds[2 * slot - 2]), ("seed", seeds[2 * slot - 1])
        return ("winner", ("winners", round - 1, 2 * slot - 1)), ("winner", ("winners", round - 1, 2 * slot))

    for round in range(1, top + 1):
        for slot in range(1, 2 ** (depth - round) + 1):
            made["winners", round, slot] = winners(round, slot)
        if double and depth > 1:
            made |= _losers(round, 2 ** (depth - round))
    if not double:
        if third and depth > 1:
            made[THIRD] = ("loser", ("winners", depth - 1, 1)), ("loser", ("winners", depth - 1, 2))
        made[FINAL] = winners(depth, 1)
        return made
    last = ("winners", depth, 1)
    other = ("winner", ("losers", 2 * depth - 2, 1)) if depth > 1 else ("loser", last)
    made[FINAL] = ("winner", last), other
    made[SECOND] = ("winner", FINAL), ("loser", FINAL)
    return made


def _losers(round: int, slots: int) -> dict[Spot, tuple[Coming, Coming]]:
    """The matches of the losers' side that the losers of a round of the winners' side make possible. They come in
    reversed after odd rounds, with the halves exchanged after even ones."""
    down: list[Coming] = [("loser", ("winners", round, slot)) for slot in range(1, slots + 1)]
    down = down[::-1] if round % 2 else down[slots // 2 :] + down[: slots // 2]
    made: dict[Spot, tuple[Coming, Coming]] = {}
    if round == 1:
        for slot in range(slots // 2):
            made["losers", 1, slot + 1] = down[2 * slot], down[2 * slot + 1]
        return made
    at = 2 * (round - 1)
    for slot in range(slots):
        made["losers", at, slot + 1] = ("winner", ("losers", at - 1, slot + 1)), down[slot]
    for slot in range(slots // 2):
        made["losers", at + 1, slot + 1] = (
            ("winner", ("losers", at, 2 * slot + 1)),
            ("winner", ("losers", at, 2 * slot + 2)),
        )
    return made


@dataclass
class At:
    """What a spot came to. `settled`: nothing is open there any more; `round`: of the event, in which it was played."""

    seats: tuple[str, ...] = ()
    winner: str | None = None
    loser: str | None = None
    settled: bool = False
    round: int = 0
    lost_both: bool = False


@dataclass
class Bracket:
    """An elimination as its rounds stand. `was_corrected`: whether a match of the file has had another result than the
    one that stands: then those who went on by the other one stay where they are."""

    file: dict[str, Any]
    stage: dict[str, Any]
    until: int
    spots: dict[Spot, At] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    reached: dict[str, Spot] = field(default_factory=dict)

    def fill(
        self,
        was_corrected: Callable[[dict[str, Any]], bool] = lambda match: True,
        ever_left: frozenset[str] = frozenset(),
    ) -> Bracket:
        """Goes through the matches, notes who comes where, and what is wrong with it."""
        self.seeds: list[str] = list(self.stage["entrants"])
        self.double = self.stage["kind"] == "double_elimination"
        self.depth = max(1, (len(self.seeds) - 1).bit_length())
        self.gone = gone_by(self.file, self.until)
        self.ever_left = ever_left | set(self.gone)
        third = bool(self.stage.get("third_place"))
        self.drawn = drawing(self.depth, double=self.double, third=third)
        self.played: dict[Spot, tuple[int, dict[str, Any]]] = {}
        for played in self.file["rounds"]:
            if played["stage"] == self.stage["id"] and played["number"] <= self.until:
                for match in played["matches"]:
                    where = match["bracket"]
                    spot = (where["side"], where["round"], where["slot"])
                    if spot in self.played or spot not in self.drawn:
                        self.wrong.append(f"{spot} is there twice, or no place of the bracket")
                    self.played[spot] = (played["number"], match)
        if len(self.seeds) > 1:
            for spot in self.drawn:
                self.spots[spot] = self._at(spot, was_corrected)
        return self

    def _at(self, spot: Spot, was_corrected: Callable[[dict[str, Any]], bool]) -> At:
        due = [self._comes(coming) for coming in self.drawn[spot]]
        if spot == SECOND and spot not in self.played and not self._second_is_due():
            return At(settled=True)
        known = [code for code, settled in due if settled and code is not None]
        for code in known:
            if spot not in self.played or code in self.gone:
                self.reached[code] = spot
        if spot not in self.played:
            if self._went_past(spot):
                return At(settled=True)
            here = [code for code in known if code not in self.gone]
            if not all(settled for _, settled in due):
                return At(tuple(here))
            if spot == THIRD and len(here) == 1:
                return At(tuple(here), winner=here[0], settled=True)
            here.sort(key=self.seeds.index)
            return At(tuple(here), settled=not here)
        number, match = self.played[spot]
        for seat in match["seats"]:
            self.reached[seat] = spot
        self._compare(spot, match, known, was_corrected)
        return self._outcome(spot, number, match, late=was_corrected(match))

    def _compare(
        self,
        spot: Spot,
        match: dict[str, Any],
        due: list[str],
        was_corrected: Callable[[dict[str, Any]], bool],
    ) -> None:
        """Who sits there must have come there; who has come there sits there, unless he left."""
        fed = [self.played[coming[1]][1] for coming in self.drawn[spot] if coming[1] in self.played]
        if any(was_corrected(one) for one in fed):
            return
        strange = set(match["seats"]) - set(due)
        missing = set(due) - set(match["seats"]) - self.ever_left
        if strange or missing:
            self.wrong.append(f"{spot}: {match['seats']} sit there, {due} have come there")

    def _outcome(self, spot: Spot, number: int, match: dict[str, Any], *, late: bool) -> At:
        seats = tuple(match["seats"])
        if len(seats) == 1:
            return At(seats, winner=seats[0], settled=True, round=number)
        result = standing_result(match, number, self.gone)
        if result is None:
            return At(seats, round=number)
        winner = None
        if result != "double_loss":
            winner = result["ranking"][0][0] if result.get("ranking") else result.get("winner")
        if winner is None:
            return At(seats, settled=True, round=number, lost_both=True)
        loser = seats[0] if seats[1] == winner else seats[1]
        if late and self._went_on(spot, loser, winner):
            winner, loser = loser, winner
        elif late and self._both_were_out(spot, winner, loser):
            return At(seats, settled=True, round=number, lost_both=True)
        return At(seats, winner, loser, settled=True, round=number)

    def _went_on(self, spot: Spot, loser: str, winner: str) -> bool:
        """Whether a correction came too late: the one who lost sits where the winner goes, or the other way about."""
        for target, feeds in self.drawn.items():
            for what, whence in feeds:
                if whence == spot and target in self.played:
                    there = self.played[target][1]["seats"]
                    right, other = (winner, loser) if what == "winner" else (loser, winner)
                    if other in there and right not in there:
                        return True
        return False

    def _both_were_out(self, spot: Spot, winner: str, loser: str) -> bool:
        """Whether the bracket went on as after a double loss: somebody was alone where one of the two goes."""
        for target, feeds in self.drawn.items():
            for what, whence in feeds:
                if whence == spot and target in self.played:
                    number, match = self.played[target]
                    due = winner if what == "winner" else loser
                    if (
                        len(match["seats"]) == 1
                        and due not in match["seats"]
                        and not self._missed(due, number)
                    ):
                        return True
        return False

    def _went_past(self, spot: Spot) -> bool:
        """Whether a match was played already to which somebody would have gone on from here."""
        onwards = [target for target, feeds in self.drawn.items() if spot in (whence for _, whence in feeds)]
        return any(target in self.played or self._went_past(target) for target in onwards)

    def _missed(self, code: str, number: int) -> bool:
        """Whether somebody had left by this round, or missed it and came back."""
        if self.gone.get(code, number) < number:
            return True
        (entrant,) = [one for one in self.file["entrants"] if one["id"] == code]
        return any(first <= number <= last for first, last in entrant.get("absences", ()))

    def _comes(self, coming: Coming) -> tuple[str | None, bool]:
        what, whence = coming
        if what == "seed":
            return (self.seeds[whence - 1] if whence <= len(self.seeds) else None), True
        at = self.spots[whence]
        return (at.winner if what == "winner" else at.loser), at.settled

    def _second_is_due(self) -> bool:
        final = self.spots[FINAL]
        if self.stage.get("reset") is False or final.winner is None or final.loser is None:
            return False
        return final.loser == self.spots["winners", self.depth, 1].winner

    def next_spots(self) -> dict[Spot, tuple[str, ...]]:
        """The matches whose two are known and which are not in the file: those of the next round."""
        ready = {
            spot: at.seats
            for spot, at in self.spots.items()
            if not at.settled and spot not in self.played and self._all_known(spot)
        }
        if THIRD in ready and FINAL not in ready and not self.spots[FINAL].settled:
            del ready[THIRD]  # it is played beside the final
        return ready

    def _all_known(self, spot: Spot) -> bool:
        return all(self._comes(coming)[1] for coming in self.drawn[spot])

    # -- the order

    def places(self) -> list[tuple[list[str], bool]]:
        """Who got equally far, the best first, and whether they share the last of their places: both lost the final."""
        first = self.champion()
        inside = [
            code
            for code in self.seeds
            if code == first
            or any(code in at.seats and not at.settled for spot, at in self.spots.items() if spot != THIRD)
        ]
        made = [([code], False) for code in inside]
        far: dict[float, list[str]] = {}
        for code in self.seeds:
            if code not in inside:
                far.setdefault(self._how_far(code), []).append(code)
        both = any(self.spots[spot].lost_both for spot in (FINAL, SECOND) if spot in self.spots)
        return made + [(far[at], both and at == float("inf")) for at in sorted(far, reverse=True)]

    def champion(self) -> str | None:
        """Who has won it all."""
        if len(self.seeds) == 1:
            return self.seeds[0]
        if not self.spots or not self.spots[FINAL].settled:
            return None
        second = self.spots.get(SECOND, At(settled=True))
        if not second.settled:
            return None
        return second.winner if second.seats else self.spots[FINAL].winner

    def _how_far(self, code: str) -> float:
        spot = self.reached.get(code)
        if spot is None:
            return 0
        side, round, _ = spot
        if side == "final":
            return float("inf")
        if side == "third_place":
            at = self.spots[THIRD]
            return 1e9 if at.winner == code else 1e9 - 1 if at.loser == code else self.depth - 1
        if side == "winners" and self.double:  # as far as whoever goes down from there
            return 1 if round == 1 else 2 * (round - 1)
        return round
