"""Claim links: how an entrant without an account acts."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.access.claim_tokens import digest_of, entrant_of_token, token_of
from tournaments.errors import Conflict, NotAllowed
from tournaments.locks import locked
from tournaments.many_rows import write_rows
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.entrants import ClaimLink, Entrant
from tournaments.models.events import Event, State
from tournaments.outbox.notifications import end_of_phones
from tournaments.outbox.ratings import ratings_change
from tournaments.reading import AT_ONCE
from tournaments.roster.record import locked_entrant, record, record_all
from tournaments.text import clean_int

__all__ = [
    "adopt_entrant",
    "entrant_of_token",
    "make_claim_link",
    "make_claim_links",
    "revoke_claim_links",
    "token_of",
]


#: For how long a link works.
DAYS = 3


def make_claim_link(entrant: Entrant, *, by: Actor, now: datetime, days: int = DAYS) -> str:
    """A new link's token for this one entrant; older links of his keep working until revoked."""
    clean_int(days, "days", 1, 60)
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "make_claim_link", entrant.event)
        nonce = secrets.token_urlsafe(18)
        link = ClaimLink.objects.create(
            entrant=entrant,
            nonce=nonce,
            code_digest=digest_of(nonce),
            expires_at=now + timedelta(days=days),
            at=now,
            **by.fact,
        )
        record(entrant, "claim_link_made", by=by, now=now, before=entrant.status)
    return token_of(link)


def make_claim_links(entrants: Iterable[Entrant], *, by: Actor, now: datetime) -> int:
    """A link for each of these of one event who has none that works, all or none of them; gives how many were made."""
    wanted = sorted((each.pk, each.event_id) for each in entrants)
    if not wanted:
        return 0
    with transaction.atomic():
        event = locked(Event(pk=wanted[0][1]))
        require(by, "make_claim_link", event)
        lacking: list[tuple[int, str]] = []
        for start in range(0, len(wanted), AT_ONCE):
            lacking += _lacking(event, [pk for pk, _event in wanted[start : start + AT_ONCE]], now)
        nonces = [secrets.token_urlsafe(18) for _entrant in lacking]
        write_rows(
            ClaimLink,
            ("entrant_id", "nonce", "code_digest"),
            [(pk, nonce, digest_of(nonce)) for (pk, _status), nonce in zip(lacking, nonces, strict=True)],
            expires_at=now + timedelta(days=DAYS),
            at=now,
            **by.fact,
        )
        record_all(event, lacking, "claim_link_made", by=by, now=now)
    return len(lacking)


def _lacking(event: Event, pks: list[int], now: datetime) -> list[tuple[int, str]]:
    """Who of these has no link that works, locked: each one's number and status."""
    rows = event.entrants.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk")
    locked_now = list(rows.values_list("pk", "status"))
    working = ClaimLink.objects.filter(entrant__in=pks, revoked_at=None, expires_at__gt=now)
    having = set(working.values_list("entrant_id", flat=True))
    return [(pk, status) for pk, status in locked_now if pk not in having]


def revoke_claim_links(entrant: Entrant, *, by: Actor, now: datetime) -> int:
    """Makes every link of the entrant useless from now on; gives how many there were."""
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "make_claim_link", entrant.event)
        revoked = entrant.claim_links.filter(revoked_at=None).update(revoked_at=now)
        if revoked:
            end_of_phones(entrant, now=now)
            record(entrant, "claim_links_revoked", by=by, now=now, before=entrant.status)
    return revoked


def adopt_entrant(entrant: Entrant, user: User, *, by: Actor, now: datetime) -> Entrant:
    """Joins a walk-in to the account of whoever holds the claim link and has signed in."""
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        if not by.speaks_for(entrant) or by.user != user:
            raise NotAllowed(_("Open the claim link and sign in first."))
        if entrant.user_id == user.pk:
            return entrant
        if entrant.user_id is not None:
            raise Conflict(_("This entrant belongs to another account."))
        if entrant.event.entrants.filter(user=user).exists():
            raise Conflict(_("Your account is entered in this event already."))
        entrant.user = user
        entrant.save(update_fields=["user"])
        record(entrant, "adopted", by=by, now=now, before=entrant.status)
        if entrant.event.state == State.FINISHED:
            ratings_change([entrant.event.game], now=now)
    return entrant
