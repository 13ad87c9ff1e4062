"""The refusal to start an event while deck lists are owed: whose, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tournaments.errors import Conflict
from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant

#: What can become of those who owe a list when the event starts.
LISTS_MISSING = ("drop", "keep")
#: Names that a sentence takes.
NAMED = 12


class ListsMissing(Conflict):
    """A required deck list is missing or not legal, and nobody has said what becomes of its player."""

    code: ClassVar[str] = "lists_missing"


def lists_missing_of(without: Sequence[Entrant], illegal: Sequence[Entrant]) -> ListsMissing:
    """The refusal in words, with every one concerned for programs."""
    parts: list[Message] = []
    if without:
        parts.append(_("No deck list (%(n)s): %(names)s.", n=len(without), names=names_of(without)))
    if illegal:
        parts.append(_("Deck list not legal (%(n)s): %(names)s.", n=len(illegal), names=names_of(illegal)))
    parts.append(_("Remind them, drop them, or start with them all the same."))
    entrants = [{"code": one.code, "name": one.name, "deck_list": None} for one in without]
    entrants += [{"code": one.code, "name": one.name, "deck_list": "illegal"} for one in illegal]
    return ListsMissing(joined(" ", parts), entrants=entrants, choices=list(LISTS_MISSING))


def names_of(entrants: Sequence[Entrant]) -> str:
    """The first of them by name."""
    return ", ".join(one.name for one in entrants[:NAMED]) + (", …" if len(entrants) > NAMED else "")
