"""A player who is not at the table: said by an opponent there, seen by staff, taken back when the player comes."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.errors import Conflict, NotFound
from tournaments.journal import note
from tournaments.live.changes import mark_tables
from tournaments.locks import check_standing, locked_match
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.rounds import Match, MatchState, RoundState


def say_missing(match: Match, entrant: Entrant, *, by: Actor, now: datetime) -> Match:
    """Notes since when an opponent is missed at a table that plays. Saying it again changes nothing.

    Raises Conflict for a round that is not running, a table that has reported, and for oneself; NotFound for who does
    not sit there.
    """
    with transaction.atomic():
        match = locked_match(match)
        require(by, "report_result", match.round.event, match)
        check_standing(match.round)
        if match.round.state != RoundState.RUNNING or match.is_bye:
            raise Conflict(_("Nobody is missed before the round has started."))
        if match.state != MatchState.OPEN:
            raise Conflict(_("This table has reported a result."))
        if not match.seats.filter(entrant=entrant).exists():
            raise NotFound(_("There is no such entrant at this table."))
        if by.speaks_for(entrant):
            raise Conflict(_("You are there yourself. Say which opponent is missing."))
        if match.missing_id == entrant.pk:
            return match
        match.missing, match.missing_since = entrant, now
        match.save(update_fields=["missing", "missing_since"])
        _tell(match, _("%(table)s: %(name)s is missing.", table=match.place, name=entrant.name), by, now)
    return match


def say_came(match: Match, *, by: Actor, now: datetime) -> Match:
    """Nobody is missed at the table any more: said by anybody of it."""
    with transaction.atomic():
        match = locked_match(match)
        require(by, "report_result", match.round.event, match)
        if match.missing is None:
            return match
        text = _("%(table)s: %(name)s is there now.", table=match.place, name=match.missing.name)
        match.missing = match.missing_since = None
        match.save(update_fields=["missing", "missing_since"])
        _tell(match, text, by, now)
    return match


def _tell(match: Match, text: str, by: Actor, now: datetime) -> None:
    details = {"match": match.pk}
    note(match.round.event, "missing", text, by=by, now=now, details=details, topic="results")
    mark_tables(match.round.event_id, [match.pk])
