"""The deck lists that stand in the logs of an event, for who wants to know what was played there."""

from __future__ import annotations

import msgspec
from django.db.models import Count, Max

from referee.models.records import Record, RecordPart
from tournaments.models.events import Event
from tournaments.models.rounds import RoundState


class _Seat(msgspec.Struct):
    seat: str
    deck: dict[str, object] | None = None


class _Header(msgspec.Struct):
    """What is read of the first line of a log."""

    players: tuple[_Seat, ...] = ()


class LoggedDecks:
    """The lists that the logs of an event's finished rounds know."""

    def mark(self, event: Event) -> tuple[int, int, int]:
        """Differs once they may know others: another log, or one that stands no more."""
        records = Record.objects.filter(match__round__event=event, match__round__state=RoundState.FINISHED)
        told = records.aggregate(logs=Count("pk"), newest=Max("pk"), replaced=Count("replaced_at"))
        return told["logs"], told["newest"] or 0, told["replaced"]

    def of(self, event: Event) -> dict[str, object]:
        """By the code of an entrant."""
        return decks_of_logs(event)


def decks_of_logs(event: Event) -> dict[str, object]:
    """By entrant's code the list in the header of the newest standing log of a finished round that has one. A header
    that does not say so is left out."""
    parts = RecordPart.objects.filter(
        first=0,
        record__replaced_at=None,
        record__match__round__event=event,
        record__match__round__state=RoundState.FINISHED,
    ).order_by("record_id")
    seated = {
        (match, letter): code
        for match, letter, code in parts.order_by()
        .values_list(
            "record__match_id", "record__match__seats__letter", "record__match__seats__entrant__code"
        )
        .distinct()
    }
    lists: dict[str, object] = {}
    for match, body in parts.values_list("record__match_id", "body").iterator():
        try:
            header = msgspec.json.decode(body.partition("\n")[0], type=_Header)
        except msgspec.DecodeError:
            continue
        for player in header.players:
            code = seated.get((match, player.seat))
            if code is not None and player.deck:
                lists[code] = player.deck
    return lists
