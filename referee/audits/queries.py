"""Asking for audits: of one record, and of all logs of an event."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec
from django.db.models import F, QuerySet

from referee.audits.making import audited, lists_of, rules_of
from referee.audits.work import job_under_way
from referee.models.audits import DeckAudit
from referee.models.records import Record
from tournaments.access import Actor, require
from tournaments.decks.queries import lists_at
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, Seat


class SeatAudit(msgspec.Struct, frozen=True):
    """One seat of a record: its player, and the audit against the list; None where the player handed in none."""

    letter: str
    entrant: Entrant
    audit: DeckAudit | None


def seat_audits(record: Record, *, by: Actor, now: datetime) -> list[SeatAudit]:
    """The audits of a record: those that were kept where log, lists and rules are the same, else made now and not
    kept. For judges who do not play in the event. Raises NotAllowed."""
    require(by, "audit_decks", record.match.round.event, record.match)
    lists = lists_of(record)
    kept = {
        row.seat: row
        for row in _standing(record.match.round.event).filter(record=record).select_related("deck")
    }
    if {seat: row.deck_id for seat, row in kept.items()} != {seat: deck.pk for seat, deck in lists.items()}:
        kept = {row.seat: row for row in audited(record, lists, now=now)}
    return [SeatAudit(seat.letter, seat.entrant, kept.get(seat.letter)) for seat in record.match.seats.all()]


class Wanted(msgspec.Struct, frozen=True):
    """A record to be audited: its lists by seat."""

    record: int
    decks: dict[str, int]


class Tally(msgspec.Struct, frozen=True):
    """The logs of an event: how many are ``audited``, which are ``waiting``, and how many have a player without a
    list. ``job``: the one that audits them just now."""

    audited: int
    waiting: tuple[Wanted, ...]
    unlisted: int
    job: int | None = None


def tally_of(event: Event, *, by: Actor) -> Tally:
    """How far the audit of an event's logs is. Raises NotAllowed."""
    require(by, "audit_decks", event)
    done: dict[int, dict[str, int]] = {}
    for record, seat, deck in _standing(event).values_list("record_id", "seat", "deck_id"):
        done.setdefault(record, {})[seat] = deck
    audited_logs, waiting, unlisted = 0, [], 0
    for wanted, complete in _wanted(event):
        unlisted += not complete
        if wanted.decks and done.get(wanted.record) != wanted.decks:
            waiting.append(wanted)
        else:
            audited_logs += bool(wanted.decks)
    job = job_under_way(event)
    return Tally(audited_logs, tuple(waiting), unlisted, None if job is None else job.pk)


def _wanted(event: Event) -> Iterator[tuple[Wanted, bool]]:
    """The standing logs of an event with the lists they are held against, oldest first, and whether each of their
    players has a list."""
    seated: dict[int, dict[str, int]] = {}
    rounds: dict[int, tuple[int, datetime | None]] = {}
    seats = Seat.objects.filter(
        match__records__replaced_at=None,
        match__records__entries__gt=0,
        match__round__event=event,
        match__round__state__in=PUBLISHED_STATES,
    ).order_by("match__records__pk")
    row = ("match__records__pk", "letter", "entrant_id", "match__round_id", "match__round__started_at")
    for record, letter, entrant, round, started in seats.values_list(*row):
        seated.setdefault(record, {})[letter] = entrant
        rounds[record] = round, started
    entrants = {entrant for letters in seated.values() for entrant in letters.values()}
    lists = {key: lists_at(entrants, key[1]) for key in set(rounds.values())}
    for record, letters in seated.items():
        there = lists[rounds[record]]
        decks = {letter: there[entrant].pk for letter, entrant in letters.items() if entrant in there}
        yield Wanted(record, decks), len(decks) == len(letters)


def event_audits(event: Event, *, by: Actor, contradicted: bool) -> QuerySet[DeckAudit]:
    """The kept audits of an event's logs as they stand, those with most contradictions first; ``contradicted``: these
    alone. Raises NotAllowed."""
    require(by, "audit_decks", event)
    rows = _standing(event).select_related("record__match__round", "deck__entrant")
    if contradicted:
        rows = rows.filter(against__gt=0)
    return rows.order_by(
        "-against", "record__match__round__number", "record__match__table", "record_id", "seat"
    )


def _standing(event: Event) -> QuerySet[DeckAudit]:
    """The audits of logs that stand, made of the log as it is now and by the rules of now."""
    return DeckAudit.objects.filter(
        record__match__round__event=event,
        record__match__round__state__in=PUBLISHED_STATES,
        record__replaced_at=None,
        head=F("record__head"),
        ruleset=rules_of(event.game),
    )


def lists_by_id(decks: set[int]) -> dict[int, DeckList]:
    """Deck lists by their ids."""
    return DeckList.objects.in_bulk(decks)
