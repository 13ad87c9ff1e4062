"""The logs of an event that somebody reads whole, for one file with all of them."""

from __future__ import annotations

from itertools import islice

from django.db.models import F
from msgspec import UNSET

from referee.judging.viewers import own_seat
from referee.models.live import BEING_KEPT
from referee.models.records import RecordPart
from referee.records.queries import records
from tournaments.access import Actor, may
from tournaments.facts import MatchLog
from tournaments.models.events import Event


def whole_logs(event: Event, actor: Actor, most: int, most_bytes: int) -> dict[int, list[MatchLog]]:
    """By match, the standing logs that this reader may see as they are stored: a judge who does not play, and none of
    tables at which he sat before he left. Ends at the first that is too much."""
    if not (may(actor, "export_decks", event) and may(actor, "view_log", event)):
        return {}
    standing = records().filter(match__round__event=event, replaced_at=None).exclude(BEING_KEPT)
    others = (each for each in standing.order_by("match", "pk") if own_seat(actor, each.match) is None)
    read = {record.pk: record for record in islice(others, most)}
    texts: dict[int, list[str]] = {}
    size = 0
    parts = RecordPart.objects.filter(record__in=read, first__lte=F("record__entries"))
    for number, text in parts.order_by("record", "first").values_list("record_id", "body").iterator():
        texts.setdefault(number, []).append(text)
        size += len(text)
        if size > most_bytes:
            break
    logs: dict[int, list[MatchLog]] = {}
    for number, lines in texts.items():
        record = read[number]
        log = MatchLog("".join(lines), record.game_number, record.seat, True if record.merged else UNSET)
        logs.setdefault(record.match_id, []).append(log)
    return logs
