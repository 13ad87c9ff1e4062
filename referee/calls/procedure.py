"""The procedure at time at a table without a log: the game's steps as a checklist, ticked by the table or a judge."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from referee.games.presentation import presentation_of
from referee.models.calls import ProcedureTick
from referee.models.live import LiveTable, TableState
from tournaments.access import Actor, require
from tournaments.clocks.queries import clock_view
from tournaments.errors import Conflict, NotFound
from tournaments.live.changes import mark_tables
from tournaments.locks import check_standing, locked_match
from tournaments.messages import message as _
from tournaments.models.rounds import Match, MatchState, RoundState

CALLED = ("called", "over")


@dataclass(frozen=True)
class Ticked:
    """A step of the checklist: done by whom and when, or still to do."""

    key: str
    words: Any
    done: bool
    by: str = ""
    at: datetime | None = None


def checklist_of(match: Match) -> list[Ticked]:
    """Every step of the game's procedure with who ticked it."""
    ticks = {tick.step: tick for tick in ProcedureTick.objects.filter(match=match, taken_back_at=None)}
    steps = []
    for step in presentation_of(match.round.event.game).checklist:
        tick = ticks.get(step.key)
        if tick is None:
            steps.append(Ticked(step.key, step.words, False))
        else:
            steps.append(Ticked(step.key, step.words, True, tick.by, tick.at))
    return steps


def has_checklist(match: Match, clock: str) -> bool:
    """Whether this table goes through the procedure by hand: its time is called, it plays on, and nobody logs there.
    ``clock``: the state of its clock."""
    if clock not in CALLED or match.state != MatchState.OPEN or match.round.state != RoundState.RUNNING:
        return False
    return not LiveTable.objects.filter(record__match=match, state=TableState.PLAYING).exists()


def tick_step(match: Match, step: object, *, done: bool, by: Actor, now: datetime) -> None:
    """Ticks a step, or takes the tick back. Doing it twice is doing it once.

    Raises NotAllowed, NotFound for no step of the game, Conflict where time is not called or a log is kept.
    """
    keys = {each.key for each in presentation_of(match.round.event.game).checklist}
    if step not in keys:
        raise NotFound(_("This game has no such step."))
    try:
        with transaction.atomic():
            match = locked_match(match)
            require(by, "tick_procedure", match.round.event, match)
            check_standing(match.round)
            if not has_checklist(match, clock_view(match, now).state):
                raise Conflict(_("Time is not called at this table, or its game is logged."))
            standing = ProcedureTick.objects.filter(match=match, step=step, taken_back_at=None)
            if done and not standing.exists():
                ProcedureTick.objects.create(match=match, step=step, at=now, **by.fact)
            elif not done:
                standing.update(taken_back_at=now, taken_back_by=by.fact["by"])
            mark_tables(match.round.event_id, [match.pk], "records")
    except IntegrityError:
        return  # somebody else ticked it at the same moment


def somebody_wins(match: Match) -> bool:
    """Whether the table has ticked a step after which the game in progress must have a winner."""
    keys = [step.key for step in presentation_of(match.round.event.game).checklist if step.somebody_wins]
    return (
        bool(keys) and ProcedureTick.objects.filter(match=match, step__in=keys, taken_back_at=None).exists()
    )
