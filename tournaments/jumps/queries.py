"""Jumps as the desk tells of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.jumps.changes import JUMPED
from tournaments.models.clocks import ClockEvent
from tournaments.models.rounds import Round, RoundState


@dataclass(frozen=True)
class Jump:
    """By how many seconds the clock jumped, with the sign, and the time after it."""

    seconds: str
    at: datetime


def jump_in(round: Round | None) -> Jump | None:
    """The last jump in a round that is played."""
    if round is None or round.state != RoundState.RUNNING:
        return None
    jumps = ClockEvent.objects.filter(round=round, match=None, kind=JUMPED).order_by("-id")
    newest = jumps.values_list("seconds", "at").first()
    return None if newest is None else Jump(f"{newest[0] or 0:+d}", newest[1])
