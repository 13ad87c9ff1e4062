"""Decisions made before a pairing: who must not meet whom, and who is given a bye."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.journal import note
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.entrants import STANDING, AwardedBye, Entrant, ForbiddenPair
from tournaments.roster.record import locked_entrant, newest_round_number, record
from tournaments.stages.queries import takes_late_entries
from tournaments.text import clean_int, clean_reason

STRENGTHS = ("absolute", "weak")


def forbid_pair(
    first: Entrant, second: Entrant, strength: str, *, by: Actor, now: datetime, reason: str = ""
) -> ForbiddenPair:
    """Forbids two entrants of one event to meet: never (absolute) or only if unavoidable (weak).

    Saying it again replaces the strength.
    """
    reason = clean_reason(reason, needed=False)
    if strength not in STRENGTHS:
        raise Invalid(_("Choose absolute or weak."), fields={"strength": _("Absolute or weak.")})
    if first.event_id != second.event_id:
        raise NotFound(_("There is no such entrant in this event."))
    if first.pk == second.pk:
        raise Invalid(_("Choose two different players."), fields={"second": _("Choose somebody else.")})
    low, high = sorted((first, second), key=lambda entrant: entrant.pk)
    with transaction.atomic():
        event = locked(first.event)
        require(by, "forbid_pair", event)
        standing = ForbiddenPair.objects.filter(first=low, second=high, lifted_at=None).first()
        if standing is not None and standing.strength == strength:
            return standing
        if standing is not None:
            standing.lifted_at = now
            standing.save(update_fields=["lifted_at"])
        pair = ForbiddenPair.objects.create(
            event=event, first=low, second=high, strength=strength, reason=reason, at=now, **by.fact
        )
        names = {"one": low.name, "other": high.name}
        text = (
            _("%(one)s and %(other)s never meet.", **names)
            if strength == "absolute"
            else _("%(one)s and %(other)s avoid each other.", **names)
        )
        note(event, "forbid_pair", text, by=by, now=now, reason=reason, topic="entrants")
    return pair


def lift_forbidden_pair(pair: ForbiddenPair, *, by: Actor, now: datetime) -> ForbiddenPair:
    """Lets two entrants meet again."""
    with transaction.atomic():
        event = locked(pair.event)
        require(by, "forbid_pair", event)
        pair = ForbiddenPair.objects.select_for_update(no_key=True, of=("self",)).get(pk=pair.pk)
        if pair.lifted_at is None:
            pair.lifted_at = now
            pair.save(update_fields=["lifted_at"])
            text = _("%(one)s and %(other)s may meet.", one=pair.first.name, other=pair.second.name)
            note(event, "lift_forbidden_pair", text, by=by, now=now, topic="entrants")
    return pair


def award_bye(
    entrant: Entrant, round_number: int, *, by: Actor, now: datetime, reason: str = ""
) -> AwardedBye:
    """Gives the entrant a bye in a round that is not published yet. Twice is once."""
    reason = clean_reason(reason, needed=False)
    clean_int(round_number, "round_number", 1, 1000)
    with transaction.atomic():
        entrant = locked_entrant(entrant)
        require(by, "award_bye", entrant.event, entrant)
        if round_number <= newest_round_number(entrant.event):
            raise Conflict(_("Round %(n)s is published already.", n=round_number))
        if entrant.status not in STANDING:
            raise Conflict(_("%(name)s does not play in this event.", name=entrant.name))
        if not takes_late_entries(entrant.event):
            raise Conflict(_("Byes can be awarded only in Swiss and pods."))
        bye, made = AwardedBye.objects.get_or_create(
            entrant=entrant,
            round_number=round_number,
            lifted_at=None,
            defaults={"reason": reason, "at": now, **by.fact},
        )
        if made:
            details = {"round": round_number}
            record(
                entrant, "bye_awarded", by=by, now=now, reason=reason, before=entrant.status, details=details
            )
    return bye


def lift_awarded_bye(bye: AwardedBye, *, by: Actor, now: datetime) -> AwardedBye:
    """Takes an awarded bye back while its round is not published."""
    with transaction.atomic():
        entrant = locked_entrant(bye.entrant)
        require(by, "award_bye", entrant.event)
        bye = AwardedBye.objects.select_for_update(no_key=True, of=("self",)).get(pk=bye.pk)
        if bye.lifted_at is not None:
            return bye
        if bye.round_number <= newest_round_number(entrant.event):
            raise Conflict(_("Round %(n)s is published already.", n=bye.round_number))
        bye.lifted_at = now
        bye.save(update_fields=["lifted_at"])
        details = {"round": bye.round_number}
        record(entrant, "bye_lifted", by=by, now=now, before=entrant.status, details=details)
    return bye
