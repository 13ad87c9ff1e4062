"""The beginning of a turn with many things to do, played at random: what is offered is legal, somebody can always go
on, it ends, and no view of the log finds anything illegal in it."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from rules.kernel.chance import Source
from rules.kernel.judging import judge
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.kernel.selfplay import choose
from rules.registry import load
from tests.rules.conformance.views import wrongly_illegal

GAME = load("highlander")
ENTRIES = 80
CARDS = (
    "Dodge", "Thrust", "Slash", "Reporter", "Upper Left Attack", "Upper Left Block", "Angry Mob", "Lower Guard",
    "Dust Cloud", "Selective Memory", "Monkey",
)  # fmt: skip
MUSTS: tuple[dict[str, Any], ...] = (
    {"do": "discard", "count": 100, "what": "dodge", "event": True},
    {"do": "discard", "count": 2},
    {"do": "discard", "count": 2, "what": "attack"},
    {"do": "discard", "count": 1, "random": True},
    {"do": "discard", "count": 2, "optional": True, "unless": 2, "event": True},
    {"do": "roll", "what": "Collapse", "event": True},
    {"do": "mill", "count": 10, "what": "Counterfeit", "event": True},
    {"do": "draw_cards", "count": 2},
    {"do": "draw"},
    {"do": "shuffle", "event": True},
    {"do": "search"},
    {"do": "draw_cards", "count": 1, "optional": True},
    {"do": "replace", "count": 2, "optional": True},
)
CHAIN = ({"do": "discard", "count": 4, "event": True}, {"do": "draw", "event": True, "after": True})
PERSONAS = ("Nefertiri", "Methos", "Kane", "Duncan MacLeod")
MINE = ("Dojo", "Master's Stratagem", "Pagliaccio", {"title": "Quality Blade", "edition": "ME"},
        {"title": "Watcher", "variant": "Hunter"})  # fmt: skip
LOCATIONS = ("Desert", "Factory", "Watcher Regional HQ")
CHOKE = {"title": "Dirty Trick", "variant": "Choke"}


def side(lots: random.Random, hand: int, endurance: int, discarded: int) -> dict[str, Any]:
    zones = {"hand": hand, "endurance": endurance, "discard_pile": discarded}
    return {"turns": 2, **{zone: [lots.choice(CARDS) for _ in range(n)] for zone, n in zones.items()}}


def header(lots: random.Random) -> bytes:
    """The end of A's turn; B has things to do at the beginning of the next."""
    in_play = [lots.choice(PERSONAS), *lots.sample(MINE, lots.randint(0, 2))]
    chokes = [{"owner": "A", "card": CHOKE, "under": [{"owner": "B", "face_down": "Thrust"}] * n}
              for n in range(1, lots.randint(1, 3))]  # fmt: skip
    places = [{"owner": "A", "card": lots.choice(LOCATIONS), "played": 2}] if lots.random() < 0.8 else []
    must = [*lots.sample(MUSTS, lots.randint(0, 3)), *(CHAIN if lots.random() < 0.4 else ())]
    a = {**side(lots, lots.randint(0, 2), lots.randint(3, 9), 2), "ability": 9, "in_play": chokes + places}
    b = {
        **side(lots, lots.randint(0, 7), lots.randint(0, 12), lots.randint(0, 4)), "must": must,
        "ability": lots.randint(2, 9), "disarmed": lots.random() < 0.3,
        "in_play": [{"owner": "B", "card": card, "played": 2} for card in in_play],
    }  # fmt: skip
    position = {"turn": "A", "phase": "draw_discard", "number": 5, "players": {"A": a, "B": b}}
    players = [{"seat": "A"}, {"seat": "B"}]
    return json.dumps({"log": 1, "game": "highlander", "players": players, "position": position}).encode()


def offers_what_is_legal(run: Replay) -> None:
    for by in ("A", "B", "table"):
        for option in run.options_for(by):
            entry = GAME.fill(run.judgment(), option, Source("any"))
            j = run.judgment()
            assert judge(run.setup, j, entry) is not None, (entry, j.violations)
            assert GAME.canonical_option(run.judgment(), entry) == option
    acting = GAME.to_act(run.position)
    assert any(run.options_for(by) for by in acting), run.printed()


@pytest.mark.parametrize("seed", range(25))
def test_any_order_comes_to_an_end_and_is_legal_to_everybody(seed: int) -> None:
    raw = header(random.Random(seed))
    begins = b'{"by": "A", "do": "next_phase"}'
    log = read_log(raw + b"\n" + begins, GAME.all_verbs)
    run, source, lines = Replay(GAME, log.header), Source(f"must {seed}"), [raw, begins]
    assert run.push(log.entries[0]).verdict == "legal"
    while run.position.number == 6 and run.position.phase in ("must_do", "may_do"):
        offers_what_is_legal(run)
        entry = choose(run, source)
        assert entry is not None and len(lines) < ENTRIES
        assert run.push(entry).verdict == "legal", entry
        lines.append(msgspec.json.encode(entry))
    assert wrongly_illegal("highlander", b"\n".join(lines) + b"\n") == []
