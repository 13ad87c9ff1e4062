"""How many games penalties cost, by hand."""

from __future__ import annotations

import pytest

from tournaments.outcomes.outcome import last_places, outcome_of_games
from tournaments.policies.losses import lost_games
from tournaments.policies.structs import Infraction, Policy

pytestmark = pytest.mark.anywhere
LATE = (Infraction("tardiness", "Late.", ("caution",)),)


@pytest.mark.parametrize(
    ("losses", "both", "several", "lost"),
    [
        ("A1", "cancel", "heaviest", {"A": 1}),
        ("A1 A2", "cancel", "heaviest", {"A": 2}),
        ("A1 A1", "cancel", "heaviest", {"A": 1}),
        ("A1 A1", "cancel", "each", {"A": 2}),
        ("A1 B1", "cancel", "heaviest", {}),
        ("A1 B1", "count", "heaviest", {"A": 1, "B": 1}),
        ("A1 B2", "cancel", "heaviest", {"A": 1, "B": 1}),
        # two for the one and one for the other: one is left, if each counts; else they cancel
        ("A1 A1 B1", "cancel", "each", {"A": 1}),
        ("A1 A1 B1", "cancel", "heaviest", {}),
        ("", "cancel", "heaviest", {}),
    ],
)
def test_what_both_lose(losses: str, both: str, several: str, lost: dict[str, int]) -> None:
    policy = Policy(LATE, both_at_once=both, several_at_once=several)  # type: ignore[arg-type]
    assert lost_games([(each[0], int(each[1])) for each in losses.split()], policy) == lost


def game(winner: str) -> dict[str, object]:
    return {"ranking": [[winner], ["B" if winner == "A" else "A"]]}


@pytest.mark.parametrize(
    ("played", "lost", "games", "winner"),
    [
        ("", (1, 0), None, None),
        ("B", (1, 0), [0, 2, 0], "B"),
        ("A", (1, 0), None, None),
        ("AA", (1, 0), [2, 1, 0], "A"),
        ("AB", (1, 0), [1, 2, 0], "B"),
        ("", (2, 0), [0, 2, 0], "B"),
        ("A", (1, 1), [2, 1, 0], "A"),
        # both have lost everything: nobody has won more
        ("", (2, 2), [1, 1, 0], None),
    ],
)
def test_logs_and_lost_games_make_a_match(
    played: str, lost: tuple[int, int], games: list[int] | None, winner: str | None
) -> None:
    whole = outcome_of_games([game(each) for each in played], ["A", "B"], 3, lost)
    assert (whole and whole["games"]) == games and (whole or {}).get("winner") == winner


def test_who_lost_a_pod_is_behind_everybody() -> None:
    outcome = {"kind": "played", "ranking": [["C"], ["A", "B"], ["D"]]}
    assert last_places(outcome, {"C"})["ranking"] == [["A", "B"], ["D"], ["C"]]
    assert last_places(outcome, {"A", "D"})["ranking"] == [["C"], ["B"], ["A", "D"]]
    assert last_places(outcome, set("ABCD"))["ranking"] == [["A", "B", "C", "D"]]
