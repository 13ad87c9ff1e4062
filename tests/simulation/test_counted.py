"""The simulator's second counting agrees with the site's standings, and is heard where a tiebreaker is broken."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import pytest

from config.simulation.checks.tiebreakers import differences
from config.simulation.counting.figures import Figures
from config.simulation.counting.places import table_of
from config.simulation.counting.rounds import Counting
from config.simulation.moves.entering import BREAKERS
from tests.tournaments.building import event, facts
from tournaments.event_file import read_event, write_event
from tournaments.facts import EventFile
from tournaments.kept_standings.plain import plain
from tournaments.simulation.event import simulated_event
from tournaments.standings import standings_of
from tournaments.standings.book import Book
from tournaments.standings.figures import Figures as SitesFigures
from tournaments.standings.tiebreakers import draws, head_to_head, match_points, opponents, own, percentages
from tournaments.standings.tiebreakers.base import Tiebreaker

pytestmark = pytest.mark.anywhere
PROFILES = ("mtr", "pokemon", "netrunner", "fide")
EVERY = ["match_points", *BREAKERS, "lot"]


@cache
def drawn(name: str, pods: bool) -> bytes:
    return write_event(simulated_event(11, 6, name, pods))


def made_up(profile: str, seed: int, *, pods: bool = False, **rules: Any) -> EventFile:
    """An event with drops, byes, absences, penalties and scores, and every tiebreaker in its chain."""
    whole = msgspec.json.decode(drawn(str(seed), pods))
    # all figures are to be worked out also where the points alone tell the entrants apart
    whole["rules"] = {"profile": profile, "tiebreakers": EVERY, "games_per_match": 3, **rules}
    return read_event(msgspec.json.encode(whole))


def found(made: EventFile, first: int = 2) -> str:
    """In what the site's table of an event differs from the second counting, after some round."""
    file = msgspec.json.decode(write_event(made))
    for number in range(first, len(file["rounds"]) + 1):
        rows: Any = plain(standings_of(made, after_round=number).rows)
        for shown, wanted in zip(rows, table_of(file, number), strict=True):
            if differ := differences(shown, wanted):
                return differ
    return ""


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("pods", [False, True])
def test_both_count_the_same(profile: str, pods: bool) -> None:
    for seed in range(3):
        assert found(made_up(profile, seed, pods=pods)) == "", seed


def test_both_count_the_same_by_other_rules() -> None:
    points = {"win": 2, "draw": 1, "loss": 1, "bye": 1}
    for seed in range(3):
        assert found(made_up("mtr", seed, points=points, floor=0.2)) == "", seed
        assert found(made_up("fide", seed, points=points, games_per_match=1)) == "", seed


def counted(file: dict[str, Any]) -> Figures:
    return Figures(Counting(file, len(file["rounds"]), len(file["rounds"])))


def test_the_second_counting_by_hand() -> None:
    """A: 2-0 against B, a bye, a draw 1-1-1 with C: 7 points, 3 + 3 + 1 of 9; B and C are 1-1-1 and 1-0-2."""
    file = facts("A>B 2-0-0, C=D 1-1-1", "A, B>C 2-1-0, D>E 2-0-0", "A=C 1-1-1, B=D 1-1-1, E")
    file["rules"] = {"tiebreakers": EVERY, "games_per_match": 3}
    figures = counted(file)
    assert figures.of("match_points", "A") == 7 and figures.of("cumulative", "A") == 3 + 6 + 7
    assert figures.of("gw", "A") == Fraction(6 + 6 + 4, 3 * (2 + 2 + 3))
    # B: 4 points of 9; C: 2 of 9, floored to 0.33
    assert figures.of("omw", "A") == (Fraction(4, 9) + Fraction(33, 100)) / 2
    # B 1½, C 1 (two draws)
    assert figures.of("buchholz", "A") == Fraction(5, 2) and figures.of("buchholz_cut1", "A") == Fraction(
        3, 2
    )
    assert figures.of("median_buchholz", "A") == 0 and figures.of("sonneborn_berger", "A") == 2
    assert figures.of("sos", "A") == (Fraction(4, 3) + Fraction(2, 3)) / 2
    assert figures.among("A", ["A", "C"]) == Fraction(1, 2) and figures.among("A", ["A", "D"]) is None


def worse(cls: type[Tiebreaker]) -> Callable[[pytest.MonkeyPatch], None]:
    """Whatever this tiebreaker comes to, something is added to it."""

    def put(patch: pytest.MonkeyPatch) -> None:
        right = cls.column

        def column(self: Any, asked_for: Any) -> Any:
            made = right(self, asked_for)
            wrong = [None if each is None else each + each // 2 + 1 for each in made.numerators]
            return type(made)(wrong, made.denominator)

        patch.setattr(cls, "column", column)

    return put


def without_floor(patch: pytest.MonkeyPatch) -> None:
    right = percentages.Rates._bounded

    def bounded(self: Any, sums: tuple[int, int], dropped: bool) -> int:
        over, under = sums
        return over * (self.denominator // under) if under else right(self, sums, dropped)

    patch.setattr(percentages.Rates, "_bounded", bounded)


def never_frozen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SitesFigures, "_find_frozen", lambda self: {})


def no_dummies(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(opponents, "dummies", lambda book: {})


def cut_anything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        opponents.BuchholzCut1, "_total_of_played", lambda self, terms: sum(terms) - max(terms or [0])
    )


def median_of_the_lowest(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        opponents.MedianBuchholz, "_total_of_played", lambda self, terms: sum(terms) - min(terms or [0])
    )


def draws_count_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        opponents.SonnebornBerger,
        "terms",
        lambda self, i: [
            self.theirs[j] * self.book.unit * (won == 2)
            for j, won in zip(self.book.opponents[i], self.book.beaten[i], strict=True)
        ],
    )


@pytest.mark.parametrize(
    ("profile", "breaks"),
    [
        ("mtr", without_floor),
        ("pokemon", never_frozen),
        ("fide", no_dummies),
        ("mtr", cut_anything),
        ("mtr", median_of_the_lowest),
        ("mtr", draws_count_nothing),
        ("mtr", worse(match_points.MatchPoints)),
        ("mtr", worse(percentages.GameWin)),
        ("mtr", worse(percentages.OpponentsGameWin)),
        ("mtr", worse(percentages.OpponentsOpponents)),
        ("mtr", worse(opponents.Buchholz)),
        ("netrunner", worse(opponents.StrengthOfSchedule)),
        ("netrunner", worse(opponents.ExtendedStrengthOfSchedule)),
        ("mtr", worse(own.Cumulative)),
        ("mtr", worse(own.GameScore)),
        ("mtr", worse(own.GameScoreDifference)),
        ("mtr", worse(own.Game)),
        ("mtr", worse(draws.Lot)),
    ],
)
def test_a_broken_tiebreaker_is_found(
    profile: str, breaks: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(monkeypatch)
    assert any(found(made_up(profile, seed)) for seed in range(4))


def test_a_cap_left_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A has won both rounds and dropped: 0.75 for B, whom he beat."""
    rules = {"profile": "pokemon", "tiebreakers": ["match_points", "omw"]}
    made = event("A>B C=D", "A>C B=D", "B>C D", rules=rules, entrants={"A": {"dropped_after": 2}})
    assert found(made) == ""
    monkeypatch.setattr(Book, "dropped", lambda self, i: False)
    assert "omw" in found(made)


def test_head_to_head_of_two_who_never_met_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    made = event("A>B C>D", rules={"tiebreakers": ["match_points", "head_to_head"]})
    assert found(made, first=1) == ""
    monkeypatch.setattr(head_to_head.HeadToHead, "_met_all", lambda self, i, group: True)
    assert "head_to_head" in found(made, first=1)


def test_a_cut_leaves_head_to_head_as_it_was() -> None:
    rules = {"tiebreakers": ["match_points", "head_to_head", "lot"], "games_per_match": 1}
    stages = [
        {"id": "swiss", "kind": "swiss"},
        {"id": "cut", "kind": "single_elimination", "size": 2, "entrants": ["B", "A"]},
    ]
    file = facts("A>B C>D", "B>C A>D", rules=rules, stages=stages)
    final = {"seats": ["B", "A"], "table": 1, "result": {"winner": "A"}}
    final["bracket"] = {"side": "final", "round": 1, "slot": 1}
    file["rounds"].append({"number": 3, "stage": "cut", "matches": [final]})
    assert found(event_of(file)) == ""


def event_of(file: dict[str, Any]) -> EventFile:
    return read_event(msgspec.json.encode(file))
