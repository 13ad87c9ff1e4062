"""In which logs a card was played: noted once a log is whole, of those that everybody may read."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import structlog
from django.db import transaction
from django.db.models import F, Q, QuerySet

from referee.judging.lengths import length_by_log
from referee.logs.storage import stored_log
from referee.models.live import BEING_KEPT
from referee.models.records import NotedLog, PlayedCard, Record
from referee.searching import card_key, texts_in
from rules.kernel.entries import PUBLIC, Entry
from rules.kernel.errors import LogError
from rules.kernel.log import Log
from rules.kernel.seats import log_for
from rules.registry import games, load
from tournaments.models.events import State
from tournaments.models.rounds import MatchState
from tournaments.reading import AT_ONCE

log = structlog.get_logger(__name__)


def logs_with(game: str, key: str) -> QuerySet[Record]:
    """The logs that everybody may read in which a card was played, the newest first."""
    records = Record.objects.filter(played_cards__game=game, played_cards__key=key, replaced_at=None)
    open_to_all = records.exclude(match__round__event__state=State.DRAFT).exclude(BEING_KEPT)
    open_to_all = open_to_all.exclude(Q(merged=True) & ~Q(match__state=MatchState.DECIDED))
    return open_to_all.select_related("match__round__event").order_by("-at", "-pk")


def unnoted() -> Iterator[Record]:
    """The standing logs, of games this site has and not being kept on phones any more, whose cards are not noted as
    far as they go; oldest first."""
    open_ones = Record.objects.filter(replaced_at=None).filter(
        Q(noted=None) | ~Q(noted__entries=F("entries"))
    )
    # These first, by their numbers: with all that is asked of a log joined, every log there is would be looked up.
    numbers = list(open_ones.order_by("pk").values_list("pk", flat=True))
    records = Record.objects.filter(match__round__event__game__in=games()).exclude(BEING_KEPT)
    records = records.select_related("match__round__event").order_by("pk")
    for start in range(0, len(numbers), AT_ONCE):
        yield from records.filter(pk__in=numbers[start : start + AT_ONCE])


def note_cards(record: Record) -> int:
    """Notes the cards of a log, and how long the game was; gives how many cards."""
    game = record.match.round.event.game
    try:
        keys = _keys(stored_log(record, game), game)
    except LogError as error:
        log.warning("a stored log that cannot be read", record=record.pk, error=str(error)[:200])
        keys = set()
    length = length_by_log(record)
    with transaction.atomic():
        Record.objects.select_for_update(of=("self",)).get(pk=record.pk)
        record.played_cards.all().delete()
        PlayedCard.objects.bulk_create(PlayedCard(record=record, game=game, key=key) for key in sorted(keys))
        NotedLog.objects.update_or_create(
            record=record, defaults={"entries": record.entries, "length": length}
        )
    return len(keys)


def _keys(whole: Log, game: str) -> set[str]:
    """The keys of the cards that a spectator reads of in the entries."""
    engine = load(game)
    declared = {str(card.get("title", "")).casefold() for card in msgspec.to_builtins(whole.header.cards)}
    seen = log_for(engine, whole, PUBLIC)
    words = {
        word
        for entry in seen.entries
        if isinstance(entry, Entry)
        for word in texts_in(msgspec.to_builtins(entry))
    }
    return {
        card_key(word)[:200] for word in words if word.casefold() in declared or engine.catalogue.find(word)
    }
