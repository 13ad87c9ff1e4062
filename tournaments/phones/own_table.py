"""What a phone may keep of My table: the pairing as all may see it, the clock, and what it asks its player."""

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
from tournaments.results.asked import Asked, asked_at
from tournaments.results.forms import usual_results
from tournaments.results.queries import outcome_words
from tournaments.stages.kept_titles import kept_title
from tournaments.tables.lines import Line, line_for, newest_round


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
    said |= _report(line, asked_at(line, mine), mine)
    return said | (_clock(line.clock) if round.state != RoundState.FINISHED else {})


def _report(line: Line, asked: Asked, mine: Entrant) -> dict[str, Any]:
    """What the player can report, or confirm, without a connection: the fields of the page's forms. Nothing where
    the table takes no report, or has the player's own."""
    if asked.seat is None or not asked.may_report or asked.said is not None:
        return {}
    match, event = line.match, line.match.round.event
    seen = {"seen_report": str(asked.seen.report), "seen_result": str(asked.seen.result)}
    form: dict[str, Any] = {
        "match": match.pk,
        "entrant": mine.pk,
        "word": reverse("tournaments:own_word", args=[event.slug]),
        "address": reverse("tournaments:report", args=[match.pk]),
        "fields": seen,
    }
    if asked.to_confirm and line.result is not None:
        form["confirm"] = {
            "address": reverse("tournaments:confirm", args=[match.pk]),
            "fields": {"seen": str(line.result.pk)},
            "text": outcome_words(line.result.outcome, match),
        }
    names = {seat.letter: seat.entrant.name for seat in line.seats}
    if len(names) == 2:
        lost = asked.losses.of("AB")
        choices = usual_results(names, event.game, line.rules, asked.seat.letter, lost)
        form["choices"] = [[choice.value, choice.label] for choice in choices]
    else:
        form["seats"] = [[letter, _("Place of %(name)s") % {"name": name}] for letter, name in names.items()]
    return {"report": form}


def _clock(clock: ClockView) -> dict[str, Any]:
    if clock.state in ("called", "over"):
        return {"clock": _("TIME")}
    if clock.state == "running" and clock.ends_at is not None:
        return {"deadline": clock.ends_at.isoformat(), "over": _("TIME")}
    if clock.state == "paused" and clock.remaining_seconds is not None:
        minutes, seconds = divmod(max(0, int(clock.remaining_seconds)), 60)
        return {"clock": f"{minutes}:{seconds:02}", "note": _("paused")}
    return {}
