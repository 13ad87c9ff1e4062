"""What a phone may keep of My table: the pairing as all may see it, and the clock."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.clocks.queries import ClockView
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import RoundState
from tournaments.pages.translation import translated
from tournaments.stages.kept_titles import kept_title
from tournaments.tables.lines import line_for, newest_round


def own_table(event: Event, mine: Entrant, now: datetime) -> dict[str, Any]:
    """The table of an entrant in the newest round that everybody may see, in words."""
    said = {
        "event": event.name,
        "page": reverse("tournaments:my_table", args=[event.slug]),
        "at": now.isoformat(),
    }
    said["address"] = reverse("tournaments:kept_table", args=[event.slug])
    round = newest_round(event)
    if round is None:
        return said | {"note": _("No pairing yet")}
    round.event = event
    line = line_for(round, mine)
    said["round"] = translated(kept_title(round))
    if line is None:
        return said | {"note": _("No table in this round")}
    if line.match.is_bye:
        return said | {"table": _("Bye")}
    others = [seat.entrant.name for seat in line.seats if seat.entrant_id != mine.pk]
    said |= {
        "table": _("Table %(n)s") % {"n": line.match.table},
        "against": _("against %(names)s") % {"names": ", ".join(others)},
    }
    return said | (_clock(line.clock) if round.state != RoundState.FINISHED else {})


def _clock(clock: ClockView) -> dict[str, Any]:
    if clock.state in ("called", "over"):
        return {"clock": _("TIME")}
    if clock.state == "running" and clock.ends_at is not None:
        return {"deadline": clock.ends_at.isoformat(), "over": _("TIME")}
    if clock.state == "paused" and clock.remaining_seconds is not None:
        minutes, seconds = divmod(max(0, int(clock.remaining_seconds)), 60)
        return {"clock": f"{minutes}:{seconds:02}", "note": _("paused")}
    return {}
