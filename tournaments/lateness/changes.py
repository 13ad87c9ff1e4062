"""Keeping somebody who did not come."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.errors import Conflict
from tournaments.journal import note
from tournaments.lateness.queries import absent_in
from tournaments.live.changes import mark_changed
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.lateness import KeptAbsent
from tournaments.models.rounds import Match


def keep_absent(entrant: Entrant, *, by: Actor, now: datetime) -> Entrant:
    """Says that somebody who did not come to the last match is paired again all the same. Twice is once; Conflict for
    who is no such player."""
    with transaction.atomic():
        event = locked(entrant.event)
        require(by, "keep_absent", event, entrant)
        missed = next((each for each in absent_in(event) if each.entrant.pk == entrant.pk), None)
        if missed is not None:
            _keep(missed.match, entrant, event, by, now)
        elif not KeptAbsent.objects.filter(entrant=entrant).exists():
            raise Conflict(_("%(name)s did not miss the last match.", name=entrant.name))
    return entrant


def _keep(match: Match, entrant: Entrant, event: Event, by: Actor, now: datetime) -> None:
    KeptAbsent.objects.get_or_create(match=match, entrant=entrant, defaults={"at": now, **by.fact})
    text = _("%(name)s did not come and is paired again.", name=entrant.name)
    note(event, "keep_absent", text, by=by, now=now, details={"entrant": entrant.code}, topic="entrants")
    mark_changed(event.pk, "event")
