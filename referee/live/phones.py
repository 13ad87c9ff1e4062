"""A phone at a live table: the view it is shown, and the seats it acts for."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.judging.viewers import own_seat
from referee.models.live import LiveTable, Mode
from rules.kernel.entries import JUDGE, PUBLIC, TABLE
from tournaments.access import Actor, allowed
from tournaments.access.rows import Part
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.events import Event

STAFF, CLOCK = "staff", "clock"


class Phone(msgspec.Struct, frozen=True):
    """``view``: the seat it is shown, ``public``, or ``judge``. ``seat``: whose phone it is, ``judge``, ``staff``,
    or empty for a spectator's."""

    view: str
    acts_for: tuple[str, ...]
    seat: str
    label: str
    user: int | None = None
    claimed: tuple[int, ...] = ()
    #: the API token that it came by, which must still be good
    came_by: str = ""
    #: on a phone passed around: by which code it shows a seat
    code: int = 0

    @property
    def sees(self) -> str | None:
        """The seat as the kernel knows it: None for the whole."""
        return None if self.view == JUDGE else self.view

    @property
    def is_judge(self) -> bool:
        return self.view == JUDGE

    @property
    def is_seat(self) -> bool:
        return len(self.seat) == 1

    @property
    def payer(self) -> str:
        """The seat, the account of staff or the clock that the work is counted for."""
        return self.seat if self.user is None or self.is_seat else f"{self.seat} {self.user}"

    def actor(self) -> Actor:
        """The actor behind the phone."""
        user = User.objects.filter(pk=self.user, is_active=True).first() if self.user else None
        claimed = frozenset(self.claimed)
        if user is not None:
            return Actor.of_user(user, claimed)
        return Actor(claimed=claimed, label=self.label)


def phone_of(table: LiveTable, actor: Actor, part: Part | None = None) -> Phone:
    """The actor's phone at this table. ``part``: his in the event, where it was read already. Raises NotFound where the
    event may not be seen."""
    match = table.record.match
    open_to = allowed(actor, match.round.event, match, part)
    if "view_event" not in open_to:
        raise NotFound(_("There is no such table."))
    user = actor.user_at(match.round.event_id)
    known: dict[str, Any] = {
        "label": actor.label[:150],
        "user": user.pk if user else None,
        "claimed": tuple(sorted(actor.claimed)),
        "came_by": actor.came_by,
    }
    if not actor.may_ask("log_live"):
        # What a phone gets is good without the API token that it was made by: so it is a spectator's.
        return Phone(PUBLIC, (), "", actor.label[:150])
    letters = tuple(seat.letter for seat in match.seats.all())
    own = own_seat(actor, match)
    acts = "log_live" in open_to
    if own is not None:
        if not acts or table.mode == Mode.SCOREKEEPER:
            return Phone(own, (), own, **known)
        if table.mode == Mode.SHARED:
            return Phone(PUBLIC, (*letters, TABLE), own, **known)
        return Phone(own, (own, TABLE), own, **known)
    if "view_log" in open_to:
        keeps = table.mode == Mode.SCOREKEEPER and "enter_result" in open_to
        rules = "rule" in open_to
        acts_for = ((JUDGE, TABLE) if rules else ()) + (letters if keeps else ())
        return Phone(JUDGE, acts_for, JUDGE if rules else STAFF, **known)
    if acts:
        acts_for = (*letters, TABLE) if table.mode == Mode.SCOREKEEPER else ()
        return Phone(PUBLIC, acts_for, STAFF, **known)
    return Phone(PUBLIC, (), "", **known)


def may_look(table: LiveTable, phone: Phone, event: Event) -> bool:
    """Whether this phone is shown the table at all: spectators only a featured one of an event that lets them."""
    return phone.seat != "" or (table.featured and table.spectators != "none")
