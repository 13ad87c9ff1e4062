"""A log attached to a match: read, judged, stored with its chain; its outcome reported; what is wrong, asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q

from referee.disputes.changes import ask_about
from referee.disputes.closing import close_dispute
from referee.judging.viewers import own_seat
from referee.logs.hash_chain import body_of, chained, signed_head
from referee.logs.reading import Upload, read_upload
from referee.logs.storage import add_part
from referee.models.disputes import Dispute
from referee.models.records import Record
from referee.records.adoption import report_outcome
from referee.records.quota import check_quota
from tournaments.access import Actor, may, require
from tournaments.day_rules.queries import DayRules, rules_of
from tournaments.decks.own_cards import declared_cards, standing_list
from tournaments.errors import Conflict, NotAllowed
from tournaments.live.changes import mark_tables
from tournaments.locks import check_standing, locked_match
from tournaments.messages import message as _
from tournaments.models.card_lists import CardList
from tournaments.models.rounds import Match, RoundState
from tournaments.outbox.logs import log_stored
from tournaments.results.queries import games_of
from tournaments.text import clean_int


class _Added(NamedTuple):
    """What was put into a log's header: the event's card list, and errata by the row that keeps them; 0 for none."""

    card_list: CardList | None = None
    rules: int = 0

    @property
    def number(self) -> int | None:
        """The number of the list."""
        return None if self.card_list is None else self.card_list.pk


class JudgedLog(NamedTuple):
    """A log of a game of a match that was read and judged, and is not stored. ``seat``: under which it is kept;
    ``merged``: the logs, as they were read, of which a judge had it made."""

    match: Match
    game_number: int
    seat: str
    upload: Upload
    added: _Added
    size: int
    merged: Sequence[Record] = ()


def attach_log(
    match: Match,
    game_number: int,
    data: bytes,
    *,
    by: Actor,
    now: datetime,
    seat: str | None = None,
    with_cards: bool = False,
) -> Record:
    """Stores a log of one game of a match. A player sends his own seat's; staff the table's (no seat) or a seat's.
    ``with_cards``: the sender wants the event's card list and errata put into a header that declares no cards.

    The same file again is the same record; another file of the same seat replaces the earlier one until a judge
    has ruled on that or its outcome counts. Judged before the transaction; afterwards a finished log's outcome is
    reported, and what is illegal, open or contradictory becomes a dispute.
    Raises BadLog with line and reason, NotAllowed, Conflict.
    """
    judged = judge_log(match, game_number, data, by=by, seat=seat, with_cards=with_cards)
    return keep_judged(judged, by=by, now=now)


def judge_log(
    match: Match,
    game_number: int,
    data: bytes,
    *,
    by: Actor,
    seat: str | None = None,
    with_cards: bool = False,
    merged: Sequence[Record] = (),
) -> JudgedLog:
    """The part of ``attach_log`` that takes long and writes nothing. Raises BadLog, NotAllowed."""
    event = match.round.event
    whose, letters = seat_for(match, game_number, by=by, seat=seat)
    errata = rules_of(event) if with_cards else DayRules("")
    upload = read_upload(
        data,
        event.game,
        letters,
        with_rulings=may(by, "rule", event, match),
        cards=declared_cards(event) if with_cards else (),
        options=errata.options,
    )
    added = (
        _Added(standing_list(event), errata.pin if errata.digest else 0) if upload.cards_added else _Added()
    )
    return JudgedLog(match, game_number, whose, upload, added, len(data), merged)


def seat_for(match: Match, game_number: int, *, by: Actor, seat: str | None) -> tuple[str, list[str]]:
    """The seat under which a log of the actor's is kept, and those of the table. Raises NotAllowed, Invalid."""
    require(by, "attach_log", match.round.event, match)
    clean_int(game_number, "game_number", 1, games_of(match))
    return _whose(match, seat, by), sorted(sitting.letter for sitting in match.seats.all())


def keep_judged(judged: JudgedLog, *, by: Actor, now: datetime) -> Record:
    """Stores a log that was judged, as ``attach_log`` does. Raises Conflict."""
    game_number, whose, merged = judged.game_number, judged.seat, judged.merged
    upload, added = judged.upload, judged.added
    try:
        with transaction.atomic():
            match = locked_match(judged.match)
            check_open(match, by)
            _check_unchanged(merged)
            known = _standing(match, game_number, whose, upload, added, now)
            if known is not None:
                return known
            check_quota(match, whose, judged.size)
            record = store_log(match, game_number, whose, upload, added, by=by, now=now, merged=bool(merged))
            log_stored(match, now=now)
            mark_tables(match.round.event_id, [match.pk], "records")
            ask_about(record, upload.judgment, by=by, now=now)
            report_outcome(record, by=by, now=now)
    except IntegrityError:
        raise Conflict(
            _("Another log of this seat was stored in the same moment. Look at it first.")
        ) from None
    return record


def _check_unchanged(merged: Sequence[Record]) -> None:
    """Raises Conflict where one of these logs was replaced, or has grown, since it was read. Their match is held."""
    standing = Record.objects.filter(pk__in=[log.pk for log in merged], replaced_at=None)
    heads = dict(standing.values_list("pk", "head"))
    if any(heads.get(log.pk) != log.head for log in merged):
        raise Conflict(_("One of these logs was replaced by another. Look at that one."))


def _whose(match: Match, seat: str | None, by: Actor) -> str:
    """The seat the log is kept under. Raises NotAllowed."""
    own = own_seat(by, match)
    if own is not None:
        if seat not in (None, "", own):
            raise NotAllowed(_("You sit at %(seat)s: your log is kept for that seat.", seat=own))
        return own
    if seat and seat not in {taken.letter for taken in match.seats.all()}:
        raise NotAllowed(_("There is no such seat at this table."))
    return seat or ""


def check_open(match: Match, by: Actor) -> None:
    """Raises Conflict where the actor attaches no log to this match now."""
    check_standing(match.round)
    if match.is_bye:
        raise Conflict(_("A bye has no game to log."))
    if match.round.state == RoundState.PUBLISHED:
        raise Conflict(_("The round has not started yet."))
    if match.round.state != RoundState.RUNNING and not _is_staff_here(by, match):
        raise Conflict(_("This round is over. Give the log to a judge."))


def _is_staff_here(by: Actor, match: Match) -> bool:
    return own_seat(by, match) is None


def _standing(
    match: Match, number: int, seat: str, upload: Upload, added: _Added, now: datetime
) -> Record | None:
    """The record that this file, with the same cards put in, already is; else makes room for it. Raises Conflict."""
    before = Record.objects.select_for_update(no_key=True).filter(
        match=match, game_number=number, seat=seat, replaced_at=None
    )
    for record in before:
        record.match = match
        same = (record.card_list_id, record.rules_id or 0) == (added.number, added.rules)
        if record.sent_hash == upload.sent_hash and same:
            return record
        if hasattr(record, "live"):
            raise Conflict(_("This game is logged live at the table: that log stands."))
        if record.rulings.exists() or record.adopted_at is not None:
            raise Conflict(
                _("The log already here counts, so it is not replaced. Call a judge if it is wrong.")
            )
        record.replaced_at = now
        record.save(update_fields=["replaced_at"])
        asked = Q(record=record) | Q(log_pairs__first=record) | Q(log_pairs__second=record)
        for dispute in Dispute.objects.filter(asked, resolved_at=None).distinct():
            said = _("The log was replaced by another.")
            close_dispute(dispute, said, by=Actor.system(), now=now)
    return None


def store_log(
    match: Match,
    number: int,
    seat: str,
    upload: Upload,
    added: _Added | None = None,
    *,
    by: Actor,
    now: datetime,
    merged: bool = False,
) -> Record:
    """Keeps a log that was read and judged, as it came or with a chain of the site's; inside the caller's
    transaction. Nothing is reported."""
    added = added or _Added()
    log, judgment = upload.log, upload.judgment
    sound = log.chain is None and log.head is not None
    lines = upload.lines if sound else chained(upload.lines)
    text, head = body_of(lines), lines[-1]["hash"]
    entrants = {sitting.letter: sitting.entrant for sitting in match.seats.all()}
    broken = log.chain or (None, "")
    record = Record.objects.create(
        match=match,
        game_number=number,
        seat=seat,
        entrant=entrants.get(seat),
        seats=list(log.header.seats),
        sent_hash=upload.sent_hash,
        size=len(text.encode()),
        entries=len(log.entries),
        head=head,
        signature=signed_head(match.pk, number, head),
        broken_at=broken[0],
        broken_how=broken[1],
        ruleset=judgment.ruleset,
        status=judgment.status,
        outcome=judgment.outcome,
        merged=merged,
        card_list=added.card_list,
        rules_id=added.rules or None,
        at=now,
        **by.fact,
    )
    add_part(record, 0, text)
    return record
