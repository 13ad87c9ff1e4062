"""Two who are about to do the same thing, or one about to undo what the other does: the second's request.

Where a step relies on what was read before, this is the moment that tells whether it was read again under a lock.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from config.simulation.moves import desk, entrants, penalties

if TYPE_CHECKING:
    from config.simulation.day import Day
    from config.simulation.site_client import Ask

ENTRANT = re.compile(r"entrants/([^/]+)/")
Competing = Callable[["Day", str], "Ask | None"]


def _leaving(word: str, to: str, *roles: str) -> Competing:
    return lambda day, code: entrants.leaving(day, code, word, to, *roles)


def _publish(day: Day, code: str) -> Ask | None:
    return desk.publish(day) if day.expected.round_state == "offered" else None


def _take_back(day: Day, code: str) -> Ask | None:
    return desk.take_back_offer(day) if day.expected.round_state == "offered" else None


def _start(day: Day, code: str) -> Ask | None:
    return desk.start(day) if day.expected.round_state == "published" else None


def _withdraw(day: Day, code: str) -> Ask | None:
    return desk.withdraw_round(day)


def _punish_too(day: Day, code: str) -> Ask | None:
    return penalties.again_by_another(day)


DROP = _leaving("drop", "dropped", *entrants.DESK)
DISQUALIFY = _leaving("disqualify", "disqualified", *entrants.HEADS)
NO_SHOW = _leaving("no-show", "no_show", *entrants.DESK)
#: verb: what somebody else may be about to do
RIVALS: dict[str, tuple[Competing, ...]] = {
    "round-publish": (_publish, _publish, _take_back),
    "withdraw_offer": (_publish, _take_back),
    "round-start": (_start, _withdraw),
    "entrant-drop": (DROP, DROP, DISQUALIFY),
    "entrant-disqualify": (DISQUALIFY, DROP),
    "entrant-no-show": (NO_SHOW, DROP),
    "give_penalty": (_punish_too,),
}


def competing_request(day: Day, ask: Ask) -> Ask | None:
    """A request of another of the staff about the same round or entrant; None where none fits."""
    ways = RIVALS.get(ask.verb.removeprefix("form "))
    if ways is None or ask.may is False or ask.never or day.expected.state != "running":
        return None
    entrant = ENTRANT.search(ask.path)
    return day.chance.choice(ways)(day, entrant[1] if entrant is not None else "")
