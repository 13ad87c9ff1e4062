"""A phone at a live table: the view it is shown, the seats it acts for, and the short-lived token that proves it."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from django.core import signing

from referee.judging.viewers import own_seat
from referee.models.live import LiveTable, Mode, SeatCode
from rules.kernel.entries import JUDGE, PUBLIC, TABLE
from tournaments.access import Actor, allowed
from tournaments.errors import DomainError, NotFound
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.events import Event

SALT = "first-blood-seat"
#: Seconds a token is good for. What was revoked meanwhile (a claim link, a role) ends with it.
LIFETIME = 900
STAFF, CLOCK = "staff", "clock"
#: Tokens that were found good, with when each was signed and what it holds.
MAX_TOKENS = 4000
_good: dict[str, tuple[int, Any]] = {}


class TokenOld(DomainError):
    """A seat token that is forged, foreign, or too old."""

    code = "word_old"
    status = 401


class Phone(msgspec.Struct, frozen=True):
    """``view``: the seat it is shown, ``public``, or ``judge``. ``seat``: whose phone it is, ``judge``, ``staff``,
    or empty for a spectator's."""

    view: str
    acts_for: tuple[str, ...]
    seat: str
    label: str
    user: int | None = None
    claimed: tuple[int, ...] = ()
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


def phone_of(table: LiveTable, actor: Actor) -> Phone:
    """The actor's phone at this table. Raises NotFound where the event may not be seen."""
    match = table.record.match
    open_to = allowed(actor, match.round.event, match)
    if "view_event" not in open_to:
        raise NotFound(_("There is no such table."))
    user = actor.user_at(match.round.event_id)
    known: dict[str, Any] = {
        "label": actor.label[:150],
        "user": user.pk if user else None,
        "claimed": tuple(sorted(actor.claimed)),
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


def token_of(table: LiveTable, phone: Phone) -> str:
    """The token by which this phone asks, good for LIFETIME seconds."""
    shown = [table.pk, phone.view, list(phone.acts_for), phone.code]
    held = [*shown, phone.seat, phone.label, phone.user, phone.claimed]
    return signing.dumps(held, salt=SALT)


def payer_of_token(token: str, table_id: int) -> str:
    """The account or seat that requests with this token are counted for; empty for a bad token or one of nobody in
    particular. Without a look at the database."""
    try:
        number, view, acts_for, code, seat, label, user, claimed = _signed(token)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    if number != table_id:
        return ""
    return Phone(view, tuple(acts_for), seat, label, user, tuple(claimed), code).payer


def phone_of_token(token: str, table: LiveTable) -> Phone:
    """The phone that a token stands for. Raises TokenOld."""
    try:
        number, view, acts_for, code, seat, label, user, claimed = _signed(token)
    except (signing.BadSignature, ValueError, TypeError):
        raise TokenOld(_("This phone must identify itself again. Reload the page.")) from None
    if number != table.pk:
        raise TokenOld(_("This seat token is for another table."))
    if code and not SeatCode.objects.filter(pk=code, table=table, letter=view).exclude(code="").exists():
        raise TokenOld(_("The code of this seat was forgotten. Give the new one."))
    return Phone(view, tuple(acts_for), seat, label, user, tuple(claimed), code)


def _signed(token: str) -> Any:
    """The content of a token. The same few are asked with all day: those that proved good are known again, until
    they are too old. Raises BadSignature."""
    known = _good.get(token)
    if known is None:
        held = signing.loads(token, salt=SALT, max_age=LIFETIME)
        known = (signing.b62_decode(token.split(":")[-2]), held)
        if len(_good) >= MAX_TOKENS:
            _good.clear()
        _good[token] = known
    if time.time() - known[0] > LIFETIME:
        raise signing.SignatureExpired("too old")
    return known[1]
