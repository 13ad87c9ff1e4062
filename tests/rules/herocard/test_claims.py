"""Claims about the secret Scene and Killer: play goes on by them, the audit is the judge's until cards are shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.herocard.nightmare.game import HeroCardNightmare
from rules.kernel.log import Log, read_log
from rules.kernel.report import judge_log

GAME = HeroCardNightmare()
SCORES = {"body": 9, "mind": 9, "x": 9}


def entry(by: str, do: str, **more: Any) -> dict[str, Any]:
    return {"by": by, "do": do, **more}


def game(scene: str | None, killer: str | None, entries: list[dict[str, Any]]) -> Log:
    """Two players in the Farm with the Beast, B's secret cards as given, A to act."""
    players: dict[str, Any] = {
        "A": {"scores": SCORES, "hand": ["Warning Shot", "Warning Shot"]},
        "B": {"scores": SCORES, "hand": [], "scene": scene, "killer": killer},
    }
    tiles = [
        {"scene": "Farm", "q": 0, "r": 0},
        {"scene": "Lake", "q": 1, "r": 0},
        {"scene": "Cabin", "q": 0, "r": 1},
    ]
    position = {"turn": "A", "phase": "action", "players": players, "dream": tiles}
    position |= {"dreamer": "Farm", "killers": {"Beast": "Farm"}}
    header = {"log": 1, "game": GAME.name, "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}]}
    lines = [{**header, "position": position}, *entries]
    return read_log("\n".join(json.dumps(line) for line in lines).encode(), GAME.all_verbs)


def scare(claim: str) -> list[dict[str, Any]]:
    attack = [
        entry("A", "scare"),
        entry("A", "play", card="Warning Shot"),
        entry("B", "pass"),
        entry("A", "pass"),
    ]
    return [*attack, entry("A", "announce", claim="not_scared"), entry("B", "announce", claim=claim)]


LATER = [
    entry("B", "replace"),
    entry("B", "draw", count=7),
    entry("A", "kill", target="B", killer="Beast"),
    entry("A", "play", card="Warning Shot"),
    entry("B", "pass"),
    entry("A", "pass"),
    entry("B", "announce", claim="dead"),
]


def findings(log: Log, seat: str | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = judge_log(GAME, log, seat=seat)["findings"]
    return found


def test_a_true_claim_is_no_finding() -> None:
    assert findings(game("Farm", "Zombie", scare("scared"))) == []
    assert findings(game("Lake", "Beast", scare("scared"))) == []
    assert findings(game("Lake", "Zombie", scare("not_scared"))) == []


def test_a_false_claim_is_legal_and_only_the_judge_and_its_player_find_it() -> None:
    log = game("Farm", "Zombie", scare("not_scared"))
    report = judge_log(GAME, log)
    assert {v["verdict"] for v in report["verdicts"]} == {"legal"}
    assert [found["entries"] for found in report["findings"]] == [[6]]
    assert "B said it was not scared in the Farm" in report["findings"][0]["message"]
    assert len(findings(log, "B")) == 1
    assert findings(log, "A") == findings(log, "public") == []


def test_the_audit_points_back_to_the_claim_when_the_cards_are_known() -> None:
    """B says it is scared, then that it is dead: Farm and Beast are thereby known, and being scared was true."""
    honest = game(None, None, [*scare("scared"), *LATER])
    assert findings(honest) == []
    assert judge_log(GAME, honest)["outcome"]["ranking"] == [["A"], ["B"]]


def test_dead_after_not_scared_is_found_with_both_entries() -> None:
    """B says it is not scared (entry 6), so the dream is put in order; it dies later with that Scene."""
    first = [*scare("not_scared"), entry("A", "place_dreamer", scene="Lake")]
    ruled = [*first, entry("A", "pass"), entry("table", "time_called"), entry("B", "draw", count=0)]
    end = [entry("B", "done"), entry("B", "pass"), entry("A", "pass")]
    shown = game(None, None, [*ruled, *end, entry("B", "reveal", scene="Farm", killer="Zombie")])
    report = judge_log(GAME, shown, seat="public")
    assert report["status"] == "finished"
    assert [found["entries"] for found in report["findings"]] == [[6, len(report["verdicts"])]]


KILL = [
    entry("A", "kill", target="B", killer="Beast"),
    entry("A", "play", card="Warning Shot"),
    entry("B", "pass"),
    entry("A", "pass"),
]


@pytest.mark.parametrize(
    ("scene", "killer", "claim", "false"),
    [
        ("Farm", "Beast", "dead", False),
        ("Farm", "Beast", "alive", True),
        ("Farm", "Zombie", "alive", False),
        ("Farm", "Zombie", "dead", True),
        ("Lake", "Beast", "alive", False),
        ("Lake", "Beast", "dead", True),
    ],
)
def test_dead_or_alive_is_audited(scene: str, killer: str, claim: str, false: bool) -> None:
    """Killing a Player: dead is whose Killer and Scene were both guessed, and nobody else; a false claim is found, and
    names the entry of the claim."""
    found = findings(game(scene, killer, [*KILL, entry("B", "announce", claim=claim)]))
    assert bool(found) is false
    assert all(5 in finding["entries"] for finding in found)


def test_what_one_seat_sees_of_anothers_cards_is_the_same_whatever_they_are() -> None:
    one = game("Farm", "Zombie", [*scare("scared"), entry("B", "replace")])
    other = game("Cabin", "Cultist", [*scare("scared"), entry("B", "replace")])
    for seat in ("A", "public"):
        assert judge_log(GAME, one, seat=seat) == judge_log(GAME, other, seat=seat)
    assert judge_log(GAME, one)["findings"] != judge_log(GAME, other)["findings"]
