"""The number of rounds of a stage. Pure but for the count of what was published."""

from __future__ import annotations

from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, BracketSide, Match
from tournaments.models.stages import Stage, StageKind


def rounds_of_structure(stage: Stage, entrants: int) -> int | None:
    """The rounds that a round robin or a bracket of so many has; None for a double elimination, where the results say
    it, and for Swiss and pods, where it is chosen."""
    if stage.kind == StageKind.SINGLE_ELIMINATION:
        return (max(1, entrants) - 1).bit_length()
    if stage.kind == StageKind.ROUND_ROBIN:
        group = -(-entrants // stage.groups)
        return max(0, group - 1 + group % 2) * stage.legs
    return None


def planned_rounds(event: Event, stage: Stage) -> int | None:
    """The number of rounds of the stage; None if only its results will decide it, or its entrants are not known yet."""
    if stage.is_open:
        return event.planned_rounds if stage.number == 1 else stage.rounds
    if stage.entrants is not None:
        return rounds_of_structure(stage, len(stage.entrants))
    return event.planned_rounds if stage.number == 1 else None


def rounds_published(stage: Stage) -> int:
    """The number of its rounds that are published, running or finished."""
    return stage.all_rounds.filter(state__in=PUBLISHED_STATES).count()


def last_round_is_published(event: Event, stage: Stage) -> bool:
    """Whether no further round of the stage is to come; of a double elimination: whether its final is published."""
    published = rounds_published(stage)
    if stage.kind == StageKind.DOUBLE_ELIMINATION:
        finals = Match.objects.filter(round__stage=stage, round__state__in=PUBLISHED_STATES)
        return finals.filter(bracket_side=BracketSide.FINAL).exists()
    planned = planned_rounds(event, stage)
    return published > 0 and planned is not None and published >= planned
