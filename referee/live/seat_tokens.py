"""The short-lived token by which a phone at a live table asks, and how it ends with what it was given for.

A token says whose phone it is: an account, claim links, an API token. What a tap reads anyway tells the account's row
and the versions of all that its rights rest on; while these are what they were when the token was made, or when this
process last looked, nothing more is asked. Otherwise the table of permissions is asked again, and a token that says
something else than it does is refused: the phone gets itself another, or none.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import Any

import msgspec
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from referee.live.phones import Phone, phone_of
from referee.live.queries import table_and_now
from referee.live.rows import Now, table_now
from referee.models.live import LiveTable, SeatCode
from tournaments.access import Actor
from tournaments.access.api_tokens import is_good
from tournaments.access.rows import part_now
from tournaments.errors import DomainError, NotFound
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.entrants import ClaimLink
from tournaments.models.rounds import RoundState
from tournaments.now import now as this_moment

SALT = "first-blood-seat"
#: Seconds a token is good for.
LIFETIME = 900
#: Tokens that were found good, with when each was signed, what it holds, and what its rights rested on then.
MAX_TOKENS = 6000
_good: dict[str, Known] = {}
_lock = threading.Lock()

Rights = tuple[Any, ...]


class TokenOld(DomainError):
    """A seat token that is forged, foreign, too old, or of somebody who may no longer what it says."""

    code = "word_old"
    status = 401


class Held(msgspec.Struct, frozen=True, array_like=True):
    """The content of a token. ``links``: an entrant that is claimed, and the newest of his links. ``account``: the
    digest of the account as it was; ``rights``: the versions at which all this held, empty where it did not."""

    table: int
    view: str
    acts_for: tuple[str, ...]
    code: int
    seat: str
    label: str
    user: int | None
    links: tuple[tuple[int, int], ...]
    came_by: str
    account: str
    rights: tuple[int, ...]

    @property
    def phone(self) -> Phone:
        claimed = tuple(entrant for entrant, _link in self.links)
        return Phone(
            self.view, self.acts_for, self.seat, self.label, self.user, claimed, self.came_by, self.code
        )

    @property
    def may_more(self) -> bool:
        """Whether it is shown or may more than anybody."""
        return self.seat != "" or bool(self.acts_for)


class Known(msgspec.Struct, frozen=True):
    """A token that this process has seen; ``rights``: on what it was last found to rest."""

    signed: int
    held: Held
    rights: Rights = ()


def token_of(table: LiveTable, phone: Phone) -> str:
    """The token by which this phone asks, good for LIFETIME seconds at most."""
    fresh, now = table_and_now(table.pk, phone.user or 0)
    held = Held(
        table.pk,
        phone.view,
        phone.acts_for,
        phone.code,
        phone.seat,
        phone.label,
        phone.user,
        tuple(sorted(_newest_links(phone.claimed).items())),
        phone.came_by,
        _digest(now),
        (),
    )
    if held.may_more and _still(held, fresh, now):
        # Asked after the versions were read, whatever the request had found before.
        held = msgspec.structs.replace(held, rights=_versions(held, now))
    return signing.dumps(msgspec.to_builtins(held), salt=SALT)


def account_of_token(token: str) -> int:
    """The account that a token is of; 0 for a bad token or one of none. Without a look at the database."""
    try:
        return _known(token).held.user or 0
    except (signing.BadSignature, ValueError):
        return 0


def payer_of_token(token: str, table_id: int) -> str:
    """The account or seat that requests with this token are counted for; empty for a bad token or one of nobody in
    particular. Without a look at the database."""
    try:
        held = _known(token).held
    except (signing.BadSignature, ValueError):
        return ""
    return held.phone.payer if held.table == table_id else ""


def phone_of_token(token: str, table: LiveTable, now: Now | None = None) -> Phone:
    """The phone that a token stands for; ``now``: the row by which the table was read, with the token's account. Raises
    TokenOld."""
    try:
        known = _known(token)
    except (signing.BadSignature, ValueError):
        raise _refused() from None
    held = known.held
    if held.table != table.pk:
        raise TokenOld(_("This seat token is for another table."))
    if held.may_more:
        now = now or table_now(table.pk, held.user or 0)
        if now is None:
            raise _refused()
        _check(token, known, table, now)
    if held.came_by and not is_good(held.came_by, held.user or 0, this_moment()):
        raise _refused()
    if held.code and not _shows(held):
        raise TokenOld(_("The code of this seat was forgotten. Give the new one."))
    return held.phone


def _check(token: str, known: Known, table: LiveTable, now: Now) -> None:
    """Raises TokenOld where the phone may not what its token says any more."""
    held, rests_on = known.held, _rights(known.held, now)
    if known.rights == rests_on:
        return
    if not constant_time_compare(held.account, _digest(now)):
        raise _refused()
    if held.rights != _versions(held, now) and not _still(held, table, now):
        raise _refused()
    _remember(token, Known(known.signed, held, rests_on))


def _refused() -> TokenOld:
    return TokenOld(_("This phone must identify itself again. Reload the page."))


def _rights(held: Held, now: Now) -> Rights:
    """All that the rights of a phone rest on, as one row tells it."""
    return (*_versions(held, now), now.is_active, now.password, now.display_name)


def _versions(held: Held, now: Now) -> tuple[int, ...]:
    """The versions that tell of a change of rights: roles and who stands in are of the event, who sits here and the
    links of who does of the match. What else becomes of entrants concerns those who do not sit at a table that is
    played."""
    if len(held.seat) == 1 and now.round_state == RoundState.RUNNING:
        return now.event_version, now.match_version
    return now.event_version, now.match_version, now.entrants_version


def _digest(now: Now) -> str:
    """Of the account as the row tells it: another once it has another password or name; empty for a blocked one, and
    for none."""
    if not now.is_active:
        return ""
    said = msgspec.json.encode([now.password, now.display_name])
    return salted_hmac(SALT, said, algorithm="sha256").hexdigest()[:24]


def _still(held: Held, table: LiveTable, now: Now) -> bool:
    """Whether the table of permissions gives this phone what its token says."""
    if held.user is not None and not now.is_active:
        return False
    user = None if held.user is None else User(pk=held.user)
    claimed = _standing(held.links)
    if claimed != {entrant for entrant, _link in held.links}:
        return False
    actor = Actor(user=user, claimed=claimed, label=held.label)
    try:
        phone = phone_of(table, actor, part_now(actor, table.record.match.round.event))
    except NotFound:
        return False
    views = {phone.view, *(phone.acts_for if held.code else ())}
    return (phone.seat, phone.acts_for) == (held.seat, held.acts_for) and held.view in views


def _newest_links(entrants: Iterable[int]) -> dict[int, int]:
    """The newest link that works of each of these entrants: a revocation ends all there are."""
    wanted = list(entrants)
    if not wanted:
        return {}
    links = ClaimLink.objects.filter(entrant__in=wanted, revoked_at=None, expires_at__gt=this_moment())
    return dict(links.order_by("pk").values_list("entrant_id", "pk"))


def _standing(links: Iterable[tuple[int, int]]) -> frozenset[int]:
    """The entrants whose link works."""
    numbers = [link for _entrant, link in links]
    if not numbers:
        return frozenset()
    standing = ClaimLink.objects.filter(pk__in=numbers, revoked_at=None, expires_at__gt=this_moment())
    return frozenset(standing.values_list("entrant_id", flat=True))


def _shows(held: Held) -> bool:
    """Whether the code by which it shows a seat counts."""
    codes = SeatCode.objects.filter(pk=held.code, table=held.table, letter=held.view)
    return codes.exclude(code="").exists()


def _known(token: str) -> Known:
    """The content of a token. The same few are asked with all day: those that proved good are known again, until
    they are too old. Raises BadSignature, ValueError."""
    known = _good.get(token)
    if known is None:
        said = signing.loads(token, salt=SALT, max_age=LIFETIME)
        signed = signing.b62_decode(token.split(":")[-2])
        known = Known(signed, msgspec.convert(said, Held))
        _remember(token, known)
    if time.time() - known.signed > LIFETIME:
        raise signing.SignatureExpired("too old")
    return known


def _remember(token: str, known: Known) -> None:
    with _lock:
        while len(_good) >= MAX_TOKENS and token not in _good:
            _good.pop(next(iter(_good)))
        _good[token] = known
