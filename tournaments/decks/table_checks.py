"""Checking decks at the tables of a round: drawn at random, begun, found, ended with the time it took."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.clocks.changes import MAX_MINUTES, extend_match
from tournaments.decks.check_queries import lines_of_list, proposed_minutes, ranks_to_draw
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.journal import note as note_line
from tournaments.live.changes import mark_tables
from tournaments.locks import check_standing, locked_match
from tournaments.messages import message as _
from tournaments.models.deck_checks import DeckCheck, DeckFinding, DeckOutcome
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.outbox.changes import put
from tournaments.text import clean_int, clean_text

PLAYED = (RoundState.PUBLISHED, RoundState.RUNNING)


def draw_table(event: Event, *, by: Actor) -> Match:
    """A table of the round that is on, at random among those whose players were checked least. Changes nothing.

    Raises Conflict where every table that plays was checked in this round.
    """
    require(by, "check_decks", event)
    ranks = ranks_to_draw(event)
    if not ranks:
        raise Conflict(_("No table is left to draw: each that still plays was checked in this round."))
    least = min(ranks.values())
    drawn = [match for match, rank in ranks.items() if rank == least]
    return Match.objects.get(pk=drawn[secrets.randbelow(len(drawn))])


def begin_deck_check(match: Match, *, by: Actor, now: datetime) -> DeckCheck:
    """Notes that the decks of this table are being checked. While a check is on, beginning it again is the same one."""
    with transaction.atomic():
        match = locked_match(match)
        event = match.round.event
        require(by, "check_decks", event, match)
        check_standing(match.round)
        if event.deck_lists == "none":
            raise Conflict(_("This event takes no deck lists."))
        if match.is_bye or match.round.state not in PLAYED or match.state == MatchState.DECIDED:
            raise Conflict(_("Decks are checked while their table plays."))
        going = match.deck_checks.filter(ended_at=None).first()
        if going is not None:
            return going
        check = DeckCheck.objects.create(match=match, at=now, **by.fact)
        text = _("Round %(n)s, %(table)s: a deck check began.", n=match.round.number, table=match.place)
        note_line(event, "deck_check_began", text, by=by, now=now)
        mark_tables(event.pk, [match.pk])
    return check


def record_finding(
    check: DeckCheck,
    entrant: Entrant,
    counted: Sequence[int | None],
    *,
    by: Actor,
    now: datetime,
    extra: str = "",
    note: str = "",
    deck: int | None = None,
) -> DeckFinding:
    """Keeps what was counted of each line of the player's list (None: not looked at), what else was in the deck, and
    what the judge says; the finding before stays in the record. `deck` is the list that was looked at.

    Raises Conflict where that list was replaced meanwhile or the check has ended, Invalid, NotFound.
    """
    extra = clean_text(extra, "extra", limit=2000)
    note = clean_text(note, "note", limit=1000)
    with transaction.atomic():
        match = locked_match(check.match)
        require(by, "check_decks", match.round.event, match)
        if not match.seats.filter(entrant=entrant).exists():
            raise NotFound(_("This player does not sit at this table."))
        if DeckCheck.objects.filter(pk=check.pk, ended_at=None).first() is None:
            raise Conflict(_("This deck check has ended."))
        standing = entrant.deck_lists.filter(replaced_at=None).first()
        if deck is not None and (standing is None or standing.pk != deck):
            raise Conflict(_("The list was replaced meanwhile. Look at the new one."))
        outcome = _outcome(standing, counted, extra)
        standing_findings = DeckFinding.objects.filter(deck_check=check, entrant=entrant, replaced_at=None)
        before = list(standing_findings.values_list("outcome", flat=True))
        standing_findings.update(replaced_at=now)
        finding = DeckFinding.objects.create(
            deck_check=check,
            entrant=entrant,
            deck=standing,
            counted=list(counted),
            extra=extra,
            note=note,
            outcome=outcome,
            at=now,
            **by.fact,
        )
        if DeckOutcome.DIFFERS in (outcome, *before):
            put(match.round.event, "deck_differs", {"match": match.pk}, now=now)
        mark_tables(match.round.event_id, [match.pk])
    return finding


def _outcome(standing: DeckList | None, counted: Sequence[int | None], extra: str) -> DeckOutcome:
    if standing is None:
        if counted:
            raise Invalid(_("There is no list to count by."), fields={"counted": _("No list.")})
        return DeckOutcome.NO_LIST
    lines = lines_of_list(standing)
    if len(counted) != len(lines):
        said = _("Give a number for each line of the list, %(n)s in all.", n=len(lines))
        raise Invalid(said, fields={"counted": said})
    for number in counted:
        if number is not None:
            clean_int(number, "counted", 0, 1000)
    pairs = list(zip(counted, lines, strict=True))
    if extra or any(number is not None and number != line.count for number, line in pairs):
        return DeckOutcome.DIFFERS
    return DeckOutcome.PART if None in counted else DeckOutcome.FITS


def end_deck_check(check: DeckCheck, *, by: Actor, now: datetime, minutes: int | None = None) -> DeckCheck:
    """Ends the check and gives the table the time it took, or so many minutes; nothing where no clock runs for it.
    Twice is once."""
    with transaction.atomic():
        match = locked_match(check.match)
        event = match.round.event
        require(by, "check_decks", event, match)
        check = DeckCheck.objects.select_for_update(no_key=True, of=("self",)).get(pk=check.pk)
        check.match = match
        if check.ended_at is not None:
            return check
        wanted = proposed_minutes(check, now) if minutes is None else minutes
        clean_int(wanted, "minutes", 0, MAX_MINUTES)
        check.minutes = wanted if wanted and _extended(match, wanted, by, now) else 0
        check.ended_at, check.ended_by = now, by.label[:150]
        check.save(update_fields=["ended_at", "ended_by", "minutes"])
        text = _(
            "Round %(n)s, %(table)s: the deck check ended; %(minutes)s minutes given.",
            n=match.round.number,
            table=match.place,
            minutes=check.minutes,
        )
        if check.findings.filter(replaced_at=None, outcome=DeckOutcome.DIFFERS).exists():
            text = _(
                "Round %(n)s, %(table)s: the deck check ended with a difference; %(minutes)s minutes given.",
                n=match.round.number,
                table=match.place,
                minutes=check.minutes,
            )
        note_line(event, "deck_check_ended", text, by=by, now=now)
        mark_tables(event.pk, [match.pk])
    return check


def _extended(match: Match, minutes: int, by: Actor, now: datetime) -> bool:
    """Whether the table could be given the time: its match may have ended, or have no clock."""
    try:
        with transaction.atomic():
            extend_match(match, minutes, by=by, now=now, reason=_("Deck check"))
    except Conflict:
        return False
    return True
