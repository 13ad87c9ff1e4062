"""The audit of one record: each seat of it against the list that its player had when the round began."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
import structlog
from django.db import transaction

from referee.budget import WHOLE_LOG, budget
from referee.logs.storage import stored_log
from referee.models.audits import DeckAudit
from referee.models.records import Record
from rules.audits.audit import Audited, Contradiction, audit
from rules.kernel.cards import DeckList as Cards
from rules.kernel.errors import LogError
from rules.kernel.rulebook import ruleset_hash
from rules.registry import known, load
from tournaments.decks.queries import lists_at
from tournaments.errors import DomainError
from tournaments.models.decks import DeckList

log = structlog.get_logger(__name__)

MAX_WORDS = 300
AUDITS = "rules.audits"


@lru_cache(maxsize=32)
def rules_of(game: str) -> str:
    """The hash of the rules and cards that logs of a game are judged by, and of how they are audited; empty where the
    site has no such game."""
    engine = known(game)
    if engine is None:
        return ""
    return hashlib.sha256(f"{ruleset_hash(engine.package)} {ruleset_hash(AUDITS)}".encode()).hexdigest()


def lists_of(record: Record) -> dict[str, DeckList]:
    """By seat the list that its player had when the round began, or the first after that; without those who never
    handed in any."""
    seats = {seat.letter: seat.entrant_id for seat in record.match.seats.all()}
    lists = lists_at(seats.values(), record.match.round.started_at)
    return {letter: lists[entrant] for letter, entrant in seats.items() if entrant in lists}


def audit_record(record: Record, lists: Mapping[str, DeckList], *, now: datetime) -> list[DeckAudit]:
    """Audits a record against these lists and keeps what it came to, in place of what an earlier audit did. What cannot
    be audited is kept, too, with why; nothing is raised. A record at a time: so many as there is time for."""
    made = audited(record, lists, now=now)
    keep_audits(record.pk, made)
    return made


def keep_audits(number: int, made: list[DeckAudit]) -> None:
    """Keeps what the audit of a record came to."""
    with transaction.atomic():
        if Record.objects.select_for_update(no_key=True).filter(pk=number).exists():
            DeckAudit.objects.filter(record=number).delete()
            DeckAudit.objects.bulk_create(made)


def audited(record: Record, lists: Mapping[str, DeckList], *, now: datetime) -> list[DeckAudit]:
    """The audits of a record's seats, not kept. Never call it inside a transaction: a long log takes its time."""
    game = record.match.round.event.game
    same = {"record": record, "head": record.head, "ruleset": rules_of(game), "at": now}
    try:
        came = _came_to(record, game, lists)
    except (LogError, DomainError, msgspec.ValidationError) as error:
        return [_failed(str(error), seat=seat, deck=deck, **same) for seat, deck in lists.items()]
    except Exception:
        log.exception("a stored log cannot be audited", record=record.pk)
        why = "the engine fails on it"
        return [_failed(why, seat=seat, deck=deck, **same) for seat, deck in lists.items()]
    return [_kept(came[seat], seat=seat, deck=deck, **same) for seat, deck in lists.items()]


def _came_to(record: Record, game: str, lists: Mapping[str, DeckList]) -> dict[str, Audited]:
    cards = {seat: msgspec.convert(deck.body, Cards) for seat, deck in lists.items() if seat in record.seats}
    stored = stored_log(record, game)
    with budget(WHOLE_LOG):
        came = audit(load(game), stored, cards)
    return {seat: came.get(seat, Audited(0)) for seat in lists}


def _failed(why: str, **row: Any) -> DeckAudit:
    return DeckAudit(failed=why[:MAX_WORDS], **row)


def _kept(came: Audited, **row: Any) -> DeckAudit:
    return DeckAudit(
        seen=came.seen,
        against=len(came.contradictions),
        contradictions=[msgspec.to_builtins(one) for one in came.contradictions],
        stopped=came.stopped,
        **row,
    )


def contradictions_of(row: DeckAudit) -> list[Contradiction]:
    """The contradictions as they were proved; a message can be said in every language."""
    return [msgspec.convert(one, Contradiction) for one in row.contradictions]
