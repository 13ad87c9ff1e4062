"""Precedents: games as they were played, kept with what must be true in them, whole for the judges of their event and
open to everybody once the match is over, without what was hidden."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from config.simulation.facts import rows
from config.simulation.moves.notes import JUDGES
from config.simulation.site_client import API, Answer, Ask
from rules.kernel.log import Log
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Entries of one: a judge keeps a few moves, not a whole game.
FEW = 6


@lru_cache(maxsize=16)
def _moves(game: str, seed: int) -> tuple[bytes, ...]:
    """The header of a game played by itself, and its first entries, each a line."""
    run = play_game(load(game), f"precedent {seed}", 2, 5)
    return tuple(log_bytes(Log(run.header, tuple(run.entries[:FEW]))).splitlines())


def keep(day: Day) -> Ask | None:
    """A judge keeps one whose last entry is expected to be legal, as it is; or not to be, which is refused. The decks
    in it bear a name that only judges may read."""
    tables = [table for table in day.expected.tables.values() if not table.bye]
    if not tables or day.expected.state != "running":
        return None
    header, *lines = _moves(day.choices["game"], day.chance.randrange(3))
    if not lines:
        return None
    mark, name = day.marks.plant(day.word("hidden-deck"), *JUDGES), day.word("precedent")
    first = msgspec.json.decode(header)
    for player in first["players"]:
        player["deck"] = {**(player.get("deck") or {}), "name": mark}
    right = not day.chance.once_in(4)
    last = {**msgspec.json.decode(lines[-1]), "expect": "legal" if right else "undetermined"}
    scenario = b"\n".join([msgspec.json.encode(first), *lines[:-1], msgspec.json.encode(last), b""]).decode()

    def done(answer: Answer) -> None:
        day.ledger.precedents[answer.data["id"]] = (name, scenario)
        holds = answer.data["failures"] == [] and answer.data["checked"]
        day.check(holds, "precedents", f"{name} was kept: {answer.text[:300]}")

    path = day.path("precedents/")
    body = {"match": day.chance.choice(tables).pk, "name": name, "scenario": scenario}
    who = day.people.with_role(*JUDGES)
    return Ask("keep_precedent", who, "POST", path, body, day.word("k"), done, never=not right)


def keep_again(day: Day) -> Ask | None:
    """A second one of the same name is refused; so is one by somebody who does not judge."""
    tables = [table for table in day.expected.tables.values() if not table.bye]
    if not tables or not day.ledger.precedents or day.expected.state != "running":
        return None
    name, scenario = day.chance.choice(list(day.ledger.precedents.values()))
    judge = day.chance.once_in(2)
    who = day.people.with_role(*JUDGES) if judge else day.people.without(*JUDGES)
    body = {
        "match": day.chance.choice(tables).pk, "name": name if judge else day.word("not-his"), "scenario": scenario
    }  # fmt: skip
    path = day.path("precedents/")
    return Ask(
        "precedent refused", who, "POST", path, body, day.word("k"), may=None if judge else False, never=judge
    )


def look(day: Day) -> Ask | None:
    """Somebody reads a precedent, or looks for one; judges of its event read it as it was sent."""
    if not day.ledger.precedents:
        return None
    number, (name, scenario) = day.chance.choice(list(day.ledger.precedents.items()))
    judge = day.people.with_role(*JUDGES)
    who = day.chance.choice([judge, judge, day.people.visitor, *day.people.players.values()])
    if who is not judge:
        path = day.chance.choice((f"{API}precedents/{number}/", f"{API}precedents/?q={name}"))
        return Ask("look at a precedent", who, "GET", path, may=None)

    def done(answer: Answer) -> None:
        told: Any = answer.data
        same = (told["whole"], told["name"], told["scenario"]) == (True, name, scenario)
        day.check(same, "precedents", f"{name} reads {answer.text[:300]}")

    return Ask("look at a precedent", who, "GET", day.path(f"precedents/{number}/"), None, "", done, may=None)


def check_precedents(day: Day) -> None:
    """Each acknowledged one is there as it was sent, and no other is."""
    there = {pk: (name, text) for pk, name, text in rows("referee.Precedent", "pk", "name", "text")}
    wanted = day.ledger.precedents
    lost = sorted(number for number, said in wanted.items() if there.get(number) != said)
    more = sorted(set(there) - set(wanted))
    day.check(
        not lost and not more, "precedents", f"{lost} are not as they were kept, {more} were never kept"
    )


def check_opened(day: Day) -> None:
    """Where a visitor reads the newest one, it is without what only judges may read."""
    number, (name, scenario) = next(reversed(day.ledger.precedents.items()), (0, ("", "")))
    if not number:
        return
    answer = day.site.read(day.people.visitor, f"precedents/{number}/")
    told: Any = answer.data if answer.status == 200 else {"name": name, "scenario": ""}
    right = answer.status in (200, 404) and told["name"] == name and told["scenario"] != scenario
    day.check(right, "precedents", f"a visitor reads of {name}: {answer.status} {answer.text[:300]}")
