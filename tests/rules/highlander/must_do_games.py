"""Positions in which several things must be done with an Endurance of few cards, played on by lot."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from rules.kernel.chance import Source
from rules.kernel.log import Header, Log, Player, read_log
from rules.kernel.replay import Replay
from rules.kernel.replay import replay as judged
from rules.kernel.seats import hidden_log
from rules.kernel.selfplay import choose, log_bytes
from rules.registry import load

GAME = load("highlander")
CARDS = ("Upper Left Attack", "Lower Center Block", "Thrust", "Scorn", "Angry Mob", "Lost Love")
#: enough cards for the smallest deck there is to have come out
MANY = 15
ENTRIES = 40


def _musts(chance: random.Random) -> list[dict[str, Any]]:
    """What waits: cards to draw, to discard, to search for, off the Endurance."""
    kinds: list[dict[str, Any]] = [
        {"do": "draw"},
        {"do": "draw", "optional": True},
        {"do": "draw_cards", "count": chance.randint(1, 5)},
        {"do": "draw_cards", "count": chance.randint(1, 5), "optional": True},
        {"do": "mill", "count": chance.randint(1, 7)},
        {"do": "discard", "count": chance.randint(1, 3)},
        {"do": "discard", "count": chance.randint(1, 3), "random": True},
        {"do": "replace", "count": chance.randint(1, 4), "optional": True},
        {"do": "search"},
        {"do": "shuffle"},
    ]
    return [chance.choice(kinds) for _ in range(chance.randint(2, 4))]


def _side(chance: random.Random, musts: list[dict[str, Any]], count: int) -> dict[str, Any]:
    cards = [chance.choice(CARDS) for _ in range(MANY + chance.randint(0, 6))]
    hand, pile = chance.randint(0, 9), chance.randint(0, 9)
    return {
        "ability": chance.randint(1, 15),
        "turns": 3,
        "must": musts,
        "endurance": [{"unknown": True, "count": count}] if count else [],
        "hand": cards[:hand],
        "discard_pile": cards[hand : hand + pile],
        "removed": cards[hand + pile :],
    }


def header(seed: int) -> Header:
    chance = random.Random(f"musts:{seed}")
    turn = chance.choice("AB")
    sides = {
        seat: _side(chance, _musts(chance) if seat == turn else [], chance.randint(0, 12)) for seat in "AB"
    }
    phase = chance.choice(["must_do", "may_do", "defense", "attack", "draw_discard"])
    position = {"turn": turn, "phase": phase, "number": 6, "players": sides}
    players = (Player(seat="A"), Player(seat="B"))
    return Header(log=1, game="highlander", rules="1999.3.10", players=players, position=position)


def uncounted(data: bytes, seats: str) -> bytes:
    """The log of somebody who did not count the Endurance of these seats."""
    log = read_log(data, GAME.all_verbs)
    assert log.header.position is not None
    sides = log.header.position["players"]
    sides = {
        seat: {**side, "endurance": {"unknown": True}} if seat in seats else side
        for seat, side in sides.items()
    }
    position = {**log.header.position, "players": sides}
    return log_bytes(Log(replace(log.header, position=position), log.entries))


def played(seed: int) -> bytes:
    """The position with this seed, played on by lot, as a table would have kept the log."""
    source = Source(f"musts:{seed}")
    run = Replay(GAME, header(seed))
    for _ in range(ENTRIES):
        entry = choose(run, source)
        if entry is None:
            break
        assert run.push(entry).verdict == "legal", entry
    return log_bytes(hidden_log(GAME, Log(run.header, tuple(run.entries))))


def illegal(seed: int) -> list[str]:
    """Where the log is illegal to somebody who did not count one Endurance, or both."""
    data = played(seed)
    found = []
    for seats in ("", "A", "B", "AB"):
        run = judged(GAME, read_log(uncounted(data, seats), GAME.all_verbs))
        if run.stopped is not None:
            entry, verdict = run.entries[run.stopped - 1], run.verdicts[run.stopped - 1]
            found.append(
                f"{seats}: entry {run.stopped} ({entry.by} {entry.do}): {verdict.violations[0].message}"
            )
    return found
