"""How long games were by their logs, in what the game itself counts: turns, Days, Scenes."""

from __future__ import annotations

from django.db.models import Count, Sum

from referee.models.records import NotedLog
from tournaments.charts.lengths import LoggedGame
from tournaments.models.events import Event
from tournaments.models.rounds import RoundState


class LoggedLengths:
    """The games of an event's finished rounds whose logs were noted; of several logs of a game the newest counts."""

    def mark(self, event: Event) -> tuple[int, int]:
        """Differs once another log was noted."""
        told = NotedLog.objects.filter(record__match__round__event=event).aggregate(
            logs=Count("pk"), entries=Sum("entries")
        )
        return told["logs"], told["entries"] or 0

    def of(self, event: Event) -> list[LoggedGame]:
        """Each game with its length, by match and number."""
        noted = NotedLog.objects.filter(
            length__isnull=False,
            record__replaced_at=None,
            record__outcome__isnull=False,
            record__match__round__event=event,
            record__match__round__state=RoundState.FINISHED,
        ).order_by("record_id")
        rows = noted.values_list(
            "record__match_id", "record__game_number", "length", "record__outcome"
        ).iterator()
        games = {
            (match, number): LoggedGame(length or 0, outcome is not None and len(outcome["ranking"]) == 1)
            for match, number, length, outcome in rows
        }
        return [games[key] for key in sorted(games)]
