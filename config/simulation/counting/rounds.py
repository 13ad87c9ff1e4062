"""What everybody did in every round of an event file, by counting."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

#: What a profile says where the file does not.
POINTS = {
    "mtr": (3, 1, 0, 3),
    "pokemon": (3, 1, 0, 3),
    "netrunner": (6, 3, 0, 6),
    "fide": (1, Fraction(1, 2), 0, 1),
}
FLOORS = {
    "mtr": Fraction(33, 100),
    "pokemon": Fraction(1, 4),
    "netrunner": Fraction(0),
    "fide": Fraction(0),
}
POD_POINTS = {3: (4, 2, 1), 4: (5, 3, 2, 1), 5: (6, 4, 3, 2, 1), 6: (7, 5, 4, 3, 2, 1)}
TABLES = ("swiss", "pods", "round_robin")
WALKOVERS = ("forfeit", "no_show")
NOBODY = Fraction(0)


@dataclass(frozen=True)
class Did:
    """One round of one entrant. `share`: of a win; `rate` over `rounds` wins goes into a match-win percentage,
    `game_points` over three times `games` into the other."""

    points: Fraction
    share: Fraction
    rate: Fraction
    rounds: int
    game_points: Fraction
    games: int
    played: bool = True
    stayed_away: bool = False


@dataclass(frozen=True)
class Met:
    """A meeting: of whom, in which round, and which part of a win it brought."""

    round: int
    other: str
    part: Fraction


@dataclass
class Rules:
    """The rules of a file, with what its profile fills in."""

    profile: str
    points: dict[str, Fraction]
    floor: Fraction
    chain: list[str]
    games: int
    pods: dict[int, tuple[Fraction, ...]]
    bye_is_given: bool


def exact(value: Any) -> Fraction:
    """A number as it is written."""
    return Fraction(str(value))


def rules_of(file: dict[str, Any]) -> Rules:
    """The rules that a file follows."""
    told = file["rules"]
    profile, given = told.get("profile", "mtr"), told.get("points") or {}
    names = ("win", "draw", "loss", "bye")
    standard = dict(zip(names, POINTS[profile], strict=True))
    floor = FLOORS[profile] if "floor" not in told else exact(told["floor"] or 0)
    own = {int(size): tuple(map(exact, line)) for size, line in (told.get("pod_points") or {}).items()}
    pods = {size: tuple(map(Fraction, line)) for size, line in POD_POINTS.items()} | own
    points = {name: exact(given.get(name, standard[name])) for name in names}
    return Rules(
        profile, points, floor, told["tiebreakers"], told.get("games_per_match", 1), pods, "bye" in given
    )


def left_after(entrant: dict[str, Any]) -> int | None:
    """The round after which somebody left."""
    ends = [entrant.get(name) for name in ("dropped_after", "disqualified_after")]
    return min((end for end in ends if end is not None), default=None)


def gone_by(file: dict[str, Any], number: int) -> dict[str, int]:
    """Who has left by the end of a round, and after which."""
    ends = {entrant["id"]: left_after(entrant) for entrant in file["entrants"]}
    return {code: end for code, end in ends.items() if end is not None and end <= number}


def standing_result(match: dict[str, Any], number: int, gone: dict[str, int]) -> Any:
    """The result of a match; an open one goes to whoever has not left."""
    seats, result = match["seats"], match["result"]
    if result is not None or len(seats) != 2:
        return result
    away = [seat for seat in seats if seat in gone and gone[seat] <= number]
    if len(away) == 2:
        return "double_loss"
    return {"winner": next(s for s in seats if s not in away), "kind": "forfeit"} if away else None


class Counting:
    """Round after round, as it stood after one of them. `columns`: the number of a round and what each did in it; a
    round robin that somebody left has more columns than rounds."""

    def __init__(self, file: dict[str, Any], until: int, seen_from: int) -> None:
        """`until`: the last round that counts; `seen_from`: the round after which it is looked at."""
        self.file, self.until, self.rules = file, until, rules_of(file)
        self.gone = gone_by(file, seen_from)
        self.codes = [entrant["id"] for entrant in file["entrants"]]
        self.entrant = {entrant["id"]: entrant for entrant in file["entrants"]}
        self.columns: list[tuple[int, dict[str, Did]]] = []
        #: Who could miss the round of each column.
        self.members: list[set[str]] = []
        self.met: dict[str, list[Met]] = {code: [] for code in self.codes}
        for stage in file["stages"]:
            if stage["kind"] in TABLES:
                self._count(stage)

    def _count(self, stage: dict[str, Any]) -> None:
        rounds = [r for r in self.file["rounds"] if r["stage"] == stage["id"] and r["number"] <= self.until]
        if stage["kind"] == "round_robin":
            rounds = [] if not rounds else RoundRobin(stage, rounds, self).counted()
        for played in rounds:
            self._round(stage, played)

    def _round(self, stage: dict[str, Any], played: dict[str, Any]) -> None:
        number: int = played["number"]
        did: dict[str, Did] = {}
        waiting: set[str] = set()
        self.columns.append((number, did))
        for match in played["matches"]:
            result = standing_result(match, number, self.gone)
            if result is None:
                waiting |= set(match["seats"])
            elif result == "bye":
                did[match["seats"][0]] = self.bye(stage)
            elif len(match["seats"]) == 2:
                self._two(match["seats"], result, number, did)
            else:
                self._pod(match["seats"], result, number, did)
        may_miss = self._may_miss(stage)
        self.members.append(may_miss)
        for code in may_miss - set(did) - waiting:
            missed = self._missed(stage, self.entrant[code], number)
            if missed is not None:
                did[code] = missed

    def _may_miss(self, stage: dict[str, Any]) -> set[str]:
        if stage["kind"] == "round_robin":
            return set()
        if stage.get("entrants") is None:
            return set(self.codes)
        first = min(r["number"] for r in self.file["rounds"] if r["stage"] == stage["id"])
        later = [
            r["number"] for r in self.file["rounds"] if r["number"] > first and r["stage"] != stage["id"]
        ]
        late = {
            code
            for code, entrant in self.entrant.items()
            if first < entrant.get("entered_before", 1) < min(later, default=10**9)
        }
        return set(stage["entrants"]) | late

    def _two(self, seats: list[str], result: Any, number: int, did: dict[str, Did]) -> None:
        points, kind, games = self.rules.points, "double_loss", None
        shares = [Fraction(0), Fraction(0)]
        if result != "double_loss":
            kind, games = result.get("kind", "played"), result.get("games")
            winner = result.get("winner")
            if result.get("ranking"):
                winner = result["ranking"][0][0] if len(result["ranking"]) > 1 else None
            shares = [Fraction(1, 2) if winner is None else Fraction(winner == seat) for seat in seats]
        played = not (self.rules.profile == "fide" and kind in WALKOVERS)
        for at, (seat, other) in enumerate(zip(seats, reversed(seats), strict=True)):
            worth = points["win"] if shares[at] == 1 else points["draw"] if shares[at] else points["loss"]
            if games:
                game_points, count = Fraction(3 * games[at] + games[2]), sum(games)
            else:
                game_points, count = Fraction(3 if shares[at] == 1 else 1 if shares[at] else 0), 1
            rate = self.rate(worth, shares[at])
            away = not played and not shares[at]
            did[seat] = Did(worth, shares[at], rate, 1, game_points, count, played, away)
            if played:
                self.met[seat].append(Met(number, other, shares[at]))

    def _pod(self, seats: list[str], result: Any, number: int, did: dict[str, Did]) -> None:
        size = len(seats)
        groups = result.get("ranking")
        if not groups:
            winner = result.get("winner")
            groups = [seats] if winner is None else [[winner], [seat for seat in seats if seat != winner]]
        level, first = {}, 1
        for at, group in enumerate(groups):
            places = range(first, first + len(group))
            points = sum((self.rules.pods[size][place - 1] for place in places), NOBODY) / len(group)
            share = sum((Fraction(size - place, size - 1) for place in places), NOBODY) / len(group)
            for seat in group:
                level[seat] = at
                did[seat] = Did(points, share, share * self.rules.points["win"], 1, 3 * share, 1)
            first += len(group)
        for seat in seats:
            for other in seats:
                if other != seat:
                    apart = level[other] - level[seat]
                    part = Fraction(1) if apart > 0 else Fraction(1, 2) if apart == 0 else NOBODY
                    self.met[seat].append(Met(number, other, part))

    def bye(self, stage: dict[str, Any], *, stayed_away: bool = False) -> Did:
        """A bye: a match won without an opponent."""
        points, games = self.rules.points["bye"], (stage.get("games_per_match") or self.rules.games) // 2 + 1
        if stage["kind"] == "pods":
            games = 1
            if not self.rules.bye_is_given:
                points = self.rules.pods[stage.get("smallest") or 3][0]
        if self.rules.profile == "pokemon":  # in neither numerator nor denominator
            return Did(points, Fraction(1), NOBODY, 0, NOBODY, 0, False, stayed_away)
        rate = min(points, self.rules.points["win"])
        return Did(points, Fraction(1), rate, 1, Fraction(3 * games), games, False, stayed_away)

    def rate(self, points: Fraction, share: Fraction) -> Fraction:
        """What a round brings to a match-win percentage: a tie is half a win where the profile says so."""
        return share * self.rules.points["win"] if self.rules.profile == "pokemon" else points

    def _missed(self, stage: dict[str, Any], entrant: dict[str, Any], number: int) -> Did | None:
        for name in ("dropped_after", "disqualified_after"):
            if entrant.get(name) is not None and entrant[name] < number:
                return None
        as_what = entrant.get("missed_rounds_as", "loss")
        if as_what == "bye":
            return self.bye(stage, stayed_away=True)
        if as_what == "nothing":
            return None
        loss = self.rules.points["loss"]
        return Did(loss, NOBODY, self.rate(loss, NOBODY), 1, NOBODY, 1, False, True)


class RoundRobin:
    """A round robin that somebody may have left: who had played half of all his matches gives the others away, what
    anybody else played is taken out."""

    def __init__(self, stage: dict[str, Any], rounds: list[dict[str, Any]], counting: Counting) -> None:
        self.stage, self.rounds, self.gone = stage, rounds, counting.gone
        self.everybody: list[str] = list(stage["entrants"])
        self.out = {code for code in self.everybody if code in self.gone and not self._stays(code)}

    def _stays(self, code: str) -> bool:
        """Whether what he played counts."""
        if self.stage.get("withdrawn"):
            return bool(self.stage["withdrawn"] == "forfeit")
        due = (len(self.everybody) - 1) * (self.stage.get("legs") or 1)
        played = 0
        for one in self.rounds:
            for match in one["matches"]:
                result = match["result"]
                over = result == "double_loss" or isinstance(result, dict)
                walked = isinstance(result, dict) and result.get("kind") in WALKOVERS
                played += code in match["seats"] and over and not walked
        return 2 * played >= due

    def counted(self) -> list[dict[str, Any]]:
        """The rounds as they count; matches that are given away stand after the round of the leaving."""
        made = []
        given = self._given_away()
        for one in self.rounds:
            kept = [match for match in one["matches"] if not self.out & set(match["seats"])]
            made.append({**one, "matches": kept})
            made += [
                {"number": one["number"], "stage": one["stage"], "matches": [match]}
                for number, match in given
                if number == one["number"]
            ]
        return made

    def _given_away(self) -> list[tuple[int, dict[str, Any]]]:
        """Each match that was not played because somebody had left, and from which round on it counts."""
        first, last = self.rounds[0]["number"], self.rounds[-1]["number"]
        legs, given = self.stage.get("legs") or 1, []
        for at, one in enumerate(self.everybody):
            for other in self.everybody[at + 1 :]:
                met = sum({one, other} <= set(m["seats"]) for r in self.rounds for m in r["matches"])
                away = [code for code in (one, other) if code in self.gone]
                if not away or self.out & {one, other}:
                    continue
                number = min(max(first, min(self.gone[code] for code in away)), last)
                ends = [self.gone.get(code, 10**9) for code in (one, other)]
                result: Any = "double_loss"
                if ends[0] != ends[1]:
                    result = {"winner": other if ends[0] < ends[1] else one, "kind": "forfeit"}
                given += [(number, {"seats": [one, other], "result": result})] * (legs - met)
        return given
