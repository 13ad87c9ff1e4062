"""Pages that were left open: what they offer is over, and must be refused or change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.moves.by_page import old_form
from config.simulation.site_client import API, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

OF_ROUNDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("publish", {}),
    ("start", {}),
    ("withdraw", {"reason": "old tab", "void_results": True}),
    ("clock/pause", {}),
    ("clock/extend", {"minutes": 3}),
    ("clock/call", {}),
)
OF_EVENTS = ("publish", "start", "open-check-in", "back-to-draft", "undo-start", "restore")


def old_tab(day: Day) -> Ask | None:
    """A step that was offered once: of a round that is over, of an event that has gone on."""
    olga = day.people.staff["olga"]
    over = [number for number in day.expected.finished if number < day.expected.number]
    if day.expected.state != "running" or not over:
        return None
    number = day.chance.choice(over)
    kind = day.chance.choice(("round", "event", "match", "player", "form", "form"))
    if kind == "form":
        return old_form(day)
    key = day.word("old")
    if kind == "round":
        word, body = day.chance.choice(OF_ROUNDS)
        path = day.path(f"rounds/{number}/{word}/")
        return Ask(f"old {word}", olga, "POST", path, body, key, never=True)
    if kind == "event":
        word = day.chance.choice(OF_EVENTS)
        return Ask(f"old {word}", olga, "POST", day.path(f"{word}/"), {}, key, never=True)
    tables = [table for table in day.expected.finished[number].values() if not table.bye]
    if not tables:
        return None
    table = day.chance.choice(tables)
    if kind == "match":
        word, body = day.chance.choice((("extend", {"minutes": 3}), ("result", {"reason": "old tab"})))
        method = "DELETE" if word == "result" else "POST"
        return Ask(f"old {word}", olga, method, f"{API}matches/{table.pk}/{word}/", body, key, never=True)
    who = day.people.players[day.chance.choice(sorted(table.seats.values()))]
    body = {"result": 999_999}
    return Ask("old confirm", who, "POST", f"{API}matches/{table.pk}/confirm/", body, key, never=True)
