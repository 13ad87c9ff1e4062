"""The view that somebody has of a match's logs: a seat's, everybody's, or the whole."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.kernel.entries import PUBLIC
from tournaments.access import Actor, may
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.rounds import Match


class Viewer(msgspec.Struct, frozen=True):
    """``seat``: the seat whose view it is, ``public`` for spectators, None for a judge, who sees the whole."""

    seat: str | None
    rules: bool = False

    @property
    def sees_all(self) -> bool:
        return self.seat is None


def viewer_of(actor: Actor, match: Match) -> Viewer:
    """The view of this match that the actor has. Who sits there sees his own seat's, whatever roles he has; staff
    who play in the event see what spectators see. Raises ``NotFound`` where the event itself may not be seen."""
    event = match.round.event
    if not may(actor, "view_event", event):
        raise NotFound(_("There is no such log."))
    own = own_seat(actor, match)
    if own is not None:
        return Viewer(own)
    if may(actor, "view_log", event, match):
        return Viewer(None, may(actor, "rule", event, match))
    return Viewer(PUBLIC)


def seen_as(viewer: Viewer, wanted: str | None, seats: Iterable[str]) -> Viewer:
    """The view of a seat, or of everybody (``public``), to somebody who may see that much anyway: a judge any of them,
    a player his own and everybody's. Without a wish it stays his own. Raises ``NotFound``."""
    if not wanted or wanted == viewer.seat:
        return viewer
    if wanted == PUBLIC or (viewer.sees_all and wanted in seats):
        return Viewer(wanted)
    raise NotFound(_("You may not see this log from there."))


def own_seat(actor: Actor, match: Match) -> str | None:
    """The letter of the actor's own seat at this table."""
    for seat in match.seats.all():
        if actor.speaks_for(seat.entrant):
            return seat.letter
    return None
