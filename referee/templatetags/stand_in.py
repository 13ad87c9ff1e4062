"""What waits for who stands in at the tables of an organiser who plays."""

from __future__ import annotations

from typing import Any

from django import template

from referee.disputes.answering import BY_WORD
from referee.models.disputes import Dispute, Kind
from tournaments.access import actor_of
from tournaments.access.rows import part_of
from tournaments.events.stand_in import tables_stood_in
from tournaments.models.events import State
from tournaments.pages.parts import part_where_shown

register = template.Library()
#: Nothing in these says what somebody holds.
SHOWN = (Kind.CALL, Kind.CONTESTED, Kind.HARD_STOP)


@part_where_shown(register, "tournaments/staff/stood_in.html")
def stood_in_at(context: dict[str, Any]) -> dict[str, Any]:
    """The organiser's tables of this round with their open questions, for who stands in there alone."""
    event = context["event"]
    named = event.stand_in_id is not None or event.stand_in_entrant_id is not None
    if event.state != State.RUNNING or not named:
        return {}
    part = part_of(actor_of(context["request"]), event)
    if not part.stands_in:
        return {}
    own = {entrant.pk for entrant in part.own}
    tables = [
        match
        for match in tables_stood_in(event)
        if not any(seat.entrant_id in own for seat in match.seats.all())
    ]
    asked = Dispute.objects.filter(match__in=tables, resolved_at=None, kind__in=SHOWN).order_by("id")
    return {
        "event": event,
        "tables": tables,
        "asked": asked,
        "by_word": BY_WORD,
    }
