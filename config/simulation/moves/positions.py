"""The position of a dispute, laid out on both phones: each tells it, and reads of the other's hand nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from config.simulation.disputed import Disputed
from config.simulation.expected import Table
from config.simulation.facts import rows
from config.simulation.moves.tables import Live, run_of
from config.simulation.site_client import Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

JUDGES = ("organiser", "head_judge", "judge")


def tell(day: Day) -> Ask | None:
    """A player lays out the whole table as it stands in the log, the other's hand and all: that is not kept."""
    at = _asked_about(day)
    if at is None:
        return None
    dispute, table, live = at
    letter = day.chance.choice(sorted(table.seats))
    who, run = day.people.players[table.seats[letter]], run_of(day, live)
    if not who.authorization or who.name not in dispute.told:
        return None
    position: Any = msgspec.json.decode(msgspec.json.encode(run.printed()))

    def done(answer: Answer) -> None:
        _check_hides(day, table, letter, answer.data)
        kept = rows("referee.DisputeRow", "payload", "seat", dispute=dispute.pk, seat=letter, order="-pk")
        told = [payload["header"] for payload, _ in kept if "header" in payload]
        day.check(bool(told), "positions", f"{who} laid out a position in {dispute.pk}: none is kept")
        _check_hides(day, table, letter, {"header": told[0]})

    path = day.path(f"disputes/{dispute.pk}/position/")
    body = {"position": position, "options": live.options, "anew": day.chance.once_in(4)}
    return Ask("tell_position", who, "POST", path, body, day.word("k"), done)


def look(day: Day) -> Ask | None:
    """A player or a judge reads how far the position has come."""
    at = _asked_about(day)
    if at is None:
        return None
    dispute, table, _live = at
    letter = day.chance.choice(sorted(table.seats))
    player = day.people.players[table.seats[letter]]
    who = day.chance.choice((player, player, day.people.with_role(*JUDGES), day.people.visitor))

    def done(answer: Answer) -> None:
        if who is player:
            _check_hides(day, table, letter, answer.data)

    path = day.path(f"disputes/{dispute.pk}/position/")
    return Ask("look", who, "GET", path, None, "", done, may=False if who is day.people.visitor else None)


def store(day: Day) -> Ask | None:
    """A judge stores the position as a log."""
    at = _asked_about(day)
    if at is None:
        return None
    dispute, table, _live = at
    path = day.path(f"disputes/{dispute.pk}/position/stored/")
    who = day.people.with_role(*JUDGES)
    return Ask("store_position", who, "POST", path, {}, day.word("k"), whole=False, by_log=table)


def _asked_about(day: Day) -> tuple[Disputed, Table, Live] | None:
    """An open dispute, of which both players know, at a table whose game is logged."""
    if day.expected.round_state != "running" or day.expected.state != "running":
        return None
    waiting = {pk for (pk,) in rows("referee.Dispute", "pk", match__in=list(day.lives), resolved_at=None)}
    fitting = [d for d in day.expected.disputes.values() if d.pk in waiting and len(d.told) > 1]
    fitting = [d for d in fitting if d.match in day.expected.tables]
    if not fitting:
        return None
    dispute = day.chance.choice(fitting)
    return dispute, day.expected.tables[dispute.match], day.lives[dispute.match]


def _check_hides(day: Day, table: Table, letter: str, told: dict[str, Any]) -> None:
    """No card of another's hand stands there by its name."""
    sides = told["header"]["position"].get("players") or {}
    for other, side in sides.items():
        if other == letter:
            continue
        hand = side.get("hand") or []
        names = [card for card in hand if isinstance(card, str)] if isinstance(hand, list) else []
        day.check(not names, "secrets", f"{table}: {letter} is told of {other}'s hand: {names}")
