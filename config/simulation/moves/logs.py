"""Whole logs sent in by players: self-played games, ended by a call of time."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from config.simulation.expected import DECIDED
from config.simulation.site_client import API, Answer, Ask
from rules.kernel.log import Log
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load

if TYPE_CHECKING:
    from config.simulation.day import Day


@lru_cache(maxsize=16)
def _file(game: str, seed: int, call_time: int) -> bytes:
    run = play_game(load(game), f"day {seed}", 2, call_time)
    return log_bytes(Log(run.header, tuple(run.entries)))


def send_in(day: Day) -> Ask | None:
    """A player sends in the log of his game. From now on it has a say in the match's result."""
    free = [t for t in day.expected.tables.values() if not t.bye and t.state != DECIDED and len(t.seats) == 2]
    if not free or day.expected.round_state != "running":
        return None
    table = day.chance.choice(free)
    file = _file(day.choices["game"], day.chance.randrange(3), day.chance.choice((5, 20)))
    who = day.people.players[day.chance.choice(sorted(table.seats.values()))]

    def done(answer: Answer) -> None:
        day.records[answer.data["id"]] = table

    def again(repeat: Answer) -> None:
        day.check(repeat.status in (201, 409), "sent twice counts once", f"log again: {repeat.text[:200]}")

    path = f"{API}matches/{table.pk}/records/?game_number=1"
    return Ask(
        "attach_log",
        who,
        "POST",
        path,
        file,
        day.word("k"),
        done,
        may=None,
        whole=False,
        content_type="application/jsonl",
        answers_again=again,
        by_log=table,
    )
