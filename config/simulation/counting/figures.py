"""Every tiebreaker of an event file, each worked out for one entrant at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Any

from config.simulation.counting.rounds import NOBODY, Counting, Did, Met, exact

Figure = Fraction | None
#: What a dropped entrant of the Pokémon rules keeps as it was after the round of the drop.
FROZEN = ("omw", "ogw", "oomw")
CAP = Fraction(3, 4)
#: The lower one is the better.
ASCENDING = ("seed", "lot")


class Figures:
    """The figures of an event as its tables stood after the round `until`."""

    def __init__(self, counting: Counting) -> None:
        self.counting, self.rules, self.file = counting, counting.rules, counting.file
        self.until = counting.until
        self._made: dict[tuple[str, str, int], Figure] = {}

    def of(self, name: str, code: str, until: int | None = None) -> Figure:
        """A figure of an entrant, as of a round."""
        until = self.until if until is None else until
        dropped = self.counting.entrant[code].get("dropped_after")
        if self.rules.profile == "pokemon" and name in FROZEN and dropped is not None and dropped < until:
            return self.of(name, code, dropped)
        key = (name, code, until)
        if key not in self._made:
            made: Callable[[str, int], Figure] = getattr(self, f"_{name}")
            self._made[key] = made(code, until)
        return self._made[key]

    # -- what he did, and whom he met

    def _did(self, code: str, until: int) -> list[Did]:
        return [did[code] for number, did in self.counting.columns if number <= until and code in did]

    def _met(self, code: str, until: int) -> list[Met]:
        return [met for met in self.counting.met[code] if met.round <= until]

    def _mean(self, values: Sequence[Figure]) -> Figure:
        return sum((value or NOBODY for value in values), NOBODY) / len(values) if values else None

    # -- points

    def _match_points(self, code: str, until: int) -> Figure:
        own = sum((did.points for did in self._did(code, until)), NOBODY)
        return own + sum(
            (exact(one["match_points"]) for one in self._adjusted(code) if one["round"] <= until), NOBODY
        )

    def _adjusted(self, code: str) -> list[dict[str, Any]]:
        return list(self.counting.entrant[code].get("adjustments") or ())

    def _cumulative(self, code: str, until: int) -> Figure:
        numbers = sorted({number for number, _ in self.counting.columns if number <= until})
        total = NOBODY
        for at, number in enumerate(numbers):
            last = at == len(numbers) - 1
            held = sum((did.points for did in self._did(code, number)), NOBODY)
            for one in self._adjusted(code):
                if one["round"] <= (until if last else number):
                    held += exact(one["match_points"])
            total += held
        return total

    # -- percentages

    def _match_win(self, code: str, until: int) -> Fraction:
        """With its floor, and its cap for who has left."""
        did = self._did(code, until)
        rounds = sum(one.rounds for one in did)
        if not rounds:
            return self.rules.floor
        value = sum((one.rate for one in did), NOBODY) / (rounds * self.rules.points["win"])
        end = self.counting.gone.get(code)
        if self.rules.profile == "pokemon" and end is not None and end <= until:
            value = min(value, CAP)
        return max(value, self.rules.floor)

    def _gw(self, code: str, until: int) -> Figure:
        did = self._did(code, until)
        games = sum(one.games for one in did)
        if not games:
            return None
        return max(sum((one.game_points for one in did), NOBODY) / (3 * games), self.rules.floor)

    def _game_win(self, code: str, until: int) -> Fraction:
        own = self._gw(code, until)
        return self.rules.floor if own is None else own

    def _omw(self, code: str, until: int) -> Figure:
        return self._mean([self._match_win(met.other, until) for met in self._met(code, until)])

    def _ogw(self, code: str, until: int) -> Figure:
        return self._mean([self._game_win(met.other, until) for met in self._met(code, until)])

    def _oomw(self, code: str, until: int) -> Figure:
        return self._mean([self.of("omw", met.other, until) for met in self._met(code, until)])

    # -- strength of schedule

    def _sos(self, code: str, until: int) -> Figure:
        return self._mean([self._a_round(met.other, until) for met in self._met(code, until)])

    def _a_round(self, code: str, until: int) -> Fraction:
        did = self._did(code, until)
        return sum((one.points for one in did), NOBODY) / len(did) if did else NOBODY

    def _xsos(self, code: str, until: int) -> Figure:
        return self._mean([self._sos(met.other, until) for met in self._met(code, until)])

    # -- scores, a win 1 and a draw a half

    def _score(self, code: str, until: int) -> Fraction:
        return sum((did.share for did in self._did(code, until)), NOBODY)

    def _as_opponent(self, code: str, until: int) -> Fraction:
        """The score as it counts for opponents: under FIDE's rules rounds stayed away from at the end are draws."""
        score = self._score(code, until)
        if self.rules.profile != "fide":
            return score
        for number, did, members in self._columns_back(until):
            if number > until or (code not in did and code not in members):
                continue
            if code in did and not did[code].stayed_away:
                break
            score += Fraction(1, 2) - (did[code].share if code in did else NOBODY)
        return score

    def _columns_back(self, until: int) -> list[tuple[int, dict[str, Did], set[str]]]:
        both = zip(self.counting.columns, self.counting.members, strict=True)
        return [(number, did, members) for (number, did), members in both if number <= until][::-1]

    def _dummies(self, code: str, until: int) -> list[tuple[Fraction, bool]]:
        """The rounds without a played match under FIDE's rules: what each brought, and whether he stayed away."""
        if self.rules.profile != "fide":
            return []
        made = []
        for _, did, members in reversed(self._columns_back(until)):
            if code in did and not did[code].played:
                made.append((did[code].share, did[code].stayed_away))
            elif code not in did and code in members:
                made.append((NOBODY, True))
        return made

    def _terms(self, code: str, until: int) -> list[tuple[Fraction, bool]]:
        own = self._score(code, until)
        terms = [(self._as_opponent(met.other, until), False) for met in self._met(code, until)]
        return terms + [(own, away) for _, away in self._dummies(code, until)]

    def _buchholz(self, code: str, until: int) -> Figure:
        return sum((value for value, _ in self._terms(code, until)), NOBODY)

    def _buchholz_cut1(self, code: str, until: int) -> Figure:
        return sum((value for value, _ in self._without_lowest(code, until)), NOBODY)

    def _median_buchholz(self, code: str, until: int) -> Figure:
        left = sorted(value for value, _ in self._without_lowest(code, until))
        return sum(left[:-1], NOBODY)

    def _without_lowest(self, code: str, until: int) -> list[tuple[Fraction, bool]]:
        """A cut takes a round stayed away from first."""
        terms = self._terms(code, until)
        if terms:
            terms.remove(min([term for term in terms if term[1]] or terms))
        return terms

    def _sonneborn_berger(self, code: str, until: int) -> Figure:
        met = sum((one.part * self._as_opponent(one.other, until) for one in self._met(code, until)), NOBODY)
        own = self._score(code, until)
        return met + sum((share * own for share, _ in self._dummies(code, until)), NOBODY)

    def among(self, code: str, tied: Sequence[str]) -> Figure:
        """Head to head: the score among those who are tied, where each two of them met."""
        met = self._met(code, self.until)
        for one in tied:
            others = {each.other for each in self._met(one, self.until)}
            if len(tied) < 2 or not set(tied) - {one} <= others:
                return None
        return sum((each.part for each in met if each.other in tied), NOBODY)

    # -- what the games counted, the seed, the lot

    def _game_score(self, code: str, until: int) -> Figure:
        return sum((own for own, _ in self._counted(code, until, "scores")), NOBODY)

    def _game_score_difference(self, code: str, until: int) -> Figure:
        return sum((own - mean for own, mean in self._counted(code, until, "scores")), NOBODY)

    def _game(self, code: str, until: int) -> Figure:
        return sum((own for own, _ in self._counted(code, until, "tiebreakers")), NOBODY)

    def _counted(self, code: str, until: int, what: str) -> list[tuple[Fraction, Fraction]]:
        """Of each match that counted something the own figure, and the mean of the others'."""
        tables = {stage["id"] for stage in self.file["stages"] if not stage["kind"].endswith("elimination")}
        made = []
        for played in self.file["rounds"]:
            if played["stage"] not in tables or played["number"] > until:
                continue
            for match in played["matches"]:
                result = match["result"]
                told = result.get(what) if isinstance(result, dict) else None
                if told and code in match["seats"]:
                    others = [exact(told.get(seat, 0)) for seat in match["seats"] if seat != code]
                    made.append((exact(told.get(code, 0)), sum(others, NOBODY) / len(others)))
        return made

    def _seed(self, code: str, until: int) -> Figure:
        seed = self.counting.entrant[code].get("seed")
        return None if seed is None else Fraction(seed)

    def _lot(self, code: str, until: int) -> Figure:
        def drawn(one: str) -> tuple[bytes, str]:
            return blake2b(f"{self.file['seed']}\nlot\n{one}".encode(), digest_size=16).digest(), one

        here = [
            one for one, each in self.counting.entrant.items() if each.get("entered_before", 1) <= until + 1
        ]
        return Fraction(sorted(here, key=drawn).index(code) + 1) if code in here else None
