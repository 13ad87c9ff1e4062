"""The Terror Tracker: what announcements leave possible, by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.herocard.nightmare.game import HeroCardNightmare
from rules.herocard.nightmare.tracker import Pair, TerrorTracker, terror_tracker
from rules.kernel.log import Log, read_log
from rules.kernel.replay import Replay
from rules.kernel.selfplay import play_game

GAME = HeroCardNightmare()
KILLERS = {"Beast", "Cultist", "Leviathan", "Stalker", "Zombie"}
SCENES = {"Cemetery", "Farm", "Forest", "Cabin", "Sanctuary", "Lake", "Asylum"}
ATTACK = [{"by": "A", "do": "scare"}, {"by": "A", "do": "play", "card": "Shotgun"}]


def log(
    entries: list[dict[str, Any]], killers: dict[str, str], seats: str = "ABC", secret: Any = None
) -> Log:
    """A successful attack to scare in the Farm, then ``entries``."""
    scores = {"body": 9, "mind": 9, "x": 9}
    players = {s: {"scores": scores, "hand": ["Shotgun"] if s == "A" else []} for s in seats}
    if secret:
        players["B"] = {**players["B"], **secret}
    tiles = [{"scene": "Farm", "q": 0, "r": 0}, {"scene": "Lake", "q": 1, "r": 0}]
    position = {
        "turn": "A",
        "phase": "action",
        "players": players,
        "dream": tiles,
        "dreamer": "Farm",
        "killers": killers,
    }
    header = {
        "log": 1,
        "game": GAME.name,
        "rules": "1",
        "players": [{"seat": s} for s in seats],
        "position": position,
    }
    passes = [{"by": s, "do": "pass"} for s in seats[1:] + seats[0]]
    lines = [header, *ATTACK, *passes, *entries]
    return read_log("\n".join(json.dumps(line) for line in lines).encode(), GAME.all_verbs)


def said(seat: str, claim: str) -> dict[str, Any]:
    return {"by": seat, "do": "announce", "claim": claim}


def test_at_first_everything_is_possible() -> None:
    found = terror_tracker(GAME, log([], {"Beast": "Farm"}))
    assert set(found["B"].killers) == KILLERS
    assert set(found["B"].scenes) == SCENES
    assert len(found["B"].pairs) == 35
    assert found["B"].clues == ()


def test_not_scared_excludes_the_scene_and_the_killers_there() -> None:
    found = terror_tracker(GAME, log([said("B", "not_scared")], {"Beast": "Farm", "Zombie": "Farm"}))["B"]
    assert set(found.killers) == KILLERS - {"Beast", "Zombie"}
    assert set(found.scenes) == SCENES - {"Farm"}
    assert [(clue.entry, clue.message) for clue in found.clues] == [
        (6, "B said it was not scared in the Farm with the Beast and the Zombie")
    ]


def test_scared_in_an_empty_scene_is_that_scene() -> None:
    found = terror_tracker(GAME, log([said("B", "scared")], {}))
    assert found["B"].scenes == ("Farm",)
    assert "Farm" not in found["C"].scenes, "no card is dealt twice"


def test_scared_by_scene_or_killer_keeps_both_open() -> None:
    """7 pairs with the Beast and 4 more with the Farm."""
    found = terror_tracker(GAME, log([said("B", "scared")], {"Beast": "Farm"}))["B"]
    assert len(found.pairs) == 11
    assert Pair("Beast", "Lake") in found.pairs
    assert Pair("Zombie", "Farm") in found.pairs
    assert Pair("Zombie", "Lake") not in found.pairs


def test_two_players_take_scene_and_killer_between_them() -> None:
    """A and B are scared in the Farm with the Beast: C has neither, since one of them fears each."""
    found = terror_tracker(GAME, log([said("A", "scared"), said("B", "scared")], {"Beast": "Farm"}))
    assert "Farm" not in found["C"].scenes
    assert "Beast" not in found["C"].killers


def test_a_seat_knows_its_own_cards_and_the_public_does_not() -> None:
    secret = {"scene": "Lake", "killer": "Cultist"}
    mine = terror_tracker(GAME, log([], {}, secret=secret), "B")
    assert mine["B"].pairs == (Pair("Cultist", "Lake"),)
    assert "Cultist" not in mine["A"].killers
    assert len(terror_tracker(GAME, log([], {}, secret=secret))["B"].pairs) == 35


def test_it_never_excludes_the_truth() -> None:
    for seed in range(6):
        run = play_game(GAME, f"tracker:{seed}", 2 + seed % 3)
        whole = Log(run.header, tuple(run.entries))
        names = {seat: (hero.killer, hero.scene) for seat, hero in run.position.players.items()}
        for until in range(0, len(run.entries), max(1, len(run.entries) // 4)):
            found = terror_tracker(GAME, whole, until=until)
            for seat, (killer, scene) in names.items():
                cards = [run.judgment().card(card) for card in (killer, scene)]
                assert Pair(*(card.title for card in cards if card is not None)) in found[seat].pairs


def test_what_is_asked_first_changes_nothing() -> None:
    """Entries asked for in any order, also once more, say what each says when it is asked alone."""
    run = play_game(GAME, "any order", 3)
    log = Log(run.header, tuple(run.entries))
    last = len(log.entries)
    tracker = TerrorTracker(GAME, log)
    for n in (last // 2, 3, last, last // 3, 0, last // 2):
        assert tracker.after(n) == terror_tracker(GAME, log, until=n), n


def test_who_is_stopped_in_the_middle_leaves_nothing_half_known(monkeypatch: pytest.MonkeyPatch) -> None:
    run = play_game(GAME, "stopped", 3)
    log = Log(run.header, tuple(run.entries))
    tracker, pushed = TerrorTracker(GAME, log), Replay.push

    def stopped(self: Replay, entry: Any, ask: bool = False) -> Any:
        verdict = pushed(self, entry, ask)
        if len(self.entries) == 20:
            raise TimeoutError
        return verdict

    tracker.after(10)
    with monkeypatch.context() as patched:
        patched.setattr(Replay, "push", stopped)
        with pytest.raises(TimeoutError):
            tracker.after(len(log.entries))
    assert tracker.after(len(log.entries)) == terror_tracker(GAME, log)
