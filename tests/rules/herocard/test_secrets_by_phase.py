"""HeroCard Nightmare: in every phase, and at every step within one, what reaches a player or a spectator is the same
whichever Scene and Killer another player was dealt. Both logs of a pair are whole and legal."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, get_args

from rules.herocard.nightmare import position
from rules.herocard.nightmare.game import HeroCardNightmare
from rules.kernel.log import Log, read_log
from rules.kernel.replay import Replay, replay
from rules.kernel.report import judge_log
from rules.kernel.seats import log_for
from rules.kernel.selfplay import log_bytes, play_game

GAME = HeroCardNightmare()
SEEDS = 14
#: the steps within a phase that wait for somebody
STEPS = {
    "Carrying", "Announcing", "Replacing", "Relieving", "Answering", "PlacingDreamer", "PlacingKillers", "Reconnecting",
}  # fmt: skip
SCENES, KILLERS = ("Lake", "Farm", "Cabin", "Forest", "Asylum", "Cemetery", "Sanctuary"), (
    "Beast", "Cultist", "Leviathan", "Stalker", "Zombie",
)  # fmt: skip


@cache
def lines_of(seed: int, players: int) -> tuple[dict[str, Any], ...]:
    run = play_game(GAME, f"phases {seed}", players)
    return tuple(json.loads(line) for line in log_bytes(Log(run.header, tuple(run.entries))).splitlines())


def dealt_others(lines: tuple[dict[str, Any], ...], seat: str) -> list[dict[str, Any]]:
    """The same log, its last player dealt a Scene and a Killer that nobody was dealt."""
    commits = [line for line in lines if line.get("do") == "commit"]
    scene, killer = (
        next(title for title in all_of if all(line[key] != title for line in commits))
        for key, all_of in (("scene", SCENES), ("killer", KILLERS))
    )
    return [
        {**line, "scene": scene, "killer": killer}
        if line.get("do") == "commit" and line["by"] == seat
        else line
        for line in lines
    ]


def reaching(lines: list[dict[str, Any]], seat: str, until: int) -> bytes:
    """All that reaches a seat up to an entry: the log, the verdicts, findings and position, and what is offered."""
    log = log_for(GAME, read(lines[: until + 1]), seat)
    run = replay(GAME, log)
    offered = run.options_for(seat) if seat in run.seats else []
    return log_bytes(log) + json.dumps(judge_log(GAME, log, seat=seat)).encode() + repr(offered).encode()


def read(lines: list[dict[str, Any]] | tuple[dict[str, Any], ...]) -> Log:
    return read_log("\n".join(json.dumps(line) for line in lines).encode(), GAME.all_verbs)


def moments(run: Replay, most: int) -> dict[str, int]:
    """The first entry after which each phase, and each step within one, stands."""
    found: dict[str, int] = {}
    for n, at in enumerate(run.positions[: most + 1]):
        for name in (at.phase, *(type(step).__name__ for step in at.steps)):
            found.setdefault(name, n)
    return found


def test_a_pair_of_legal_logs_looks_the_same_at_every_moment() -> None:
    seen: set[str] = set()
    wanted = {*get_args(position.Phase), *STEPS} - {"over"}
    for players in (2, 3, 4):
        # Each number of players at least once; then on until all has been seen.
        for seed in range(SEEDS):
            if seed and wanted <= seen:
                break
            lines = lines_of(seed, players)
            dealt = lines[0]["players"][-1]["seat"]
            other = dealt_others(lines, dealt)
            shown = [n for n, line in enumerate(lines) if line.get("do") == "reveal"]
            last = min(shown, default=len(lines)) - 1
            found = moments(replay(GAME, read(lines)), last)
            if not set(found) - seen:
                continue
            assert judge_log(GAME, read(other[: last + 1]))["status"] != "illegal"
            for name, n in found.items():
                if name not in seen:
                    for seat in (lines[0]["players"][0]["seat"], "public"):
                        assert reaching(list(lines), seat, n) == reaching(other, seat, n), (name, seat)
                    assert reaching(list(lines), dealt, last) != reaching(other, dealt, last)
            seen |= set(found)
    assert wanted <= seen, sorted(wanted - seen)
