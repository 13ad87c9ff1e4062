"""The round to be paired next: its number, its stage, or that there is none."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.fact_memory import FactMemory
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES
from tournaments.models.stages import Stage
from tournaments.pairing import PairingRefused, pair_next_round
from tournaments.projection import facts_of
from tournaments.stages.lengths import planned_rounds, rounds_published
from tournaments.stages.queries import stage_on, stages_of

REMEMBERED = 50


@dataclass(frozen=True, slots=True)
class Coming:
    """The next round. `stage` is the one it is in, `in_stage` its number there; `planned` how many that stage has, None
    where only its results say it. `over`: no round is to come."""

    number: int
    stage: Stage
    in_stage: int
    planned: int | None
    over: bool = False

    @property
    def begins_stage(self) -> bool:
        """Whether a further stage begins with it."""
        return not self.over and self.in_stage == 1 and self.number > 1


#: The code of the next stage's round by event and version; empty where nothing is to come.
_after_structures: FactMemory[str] = FactMemory(REMEMBERED)


def coming_round(event: Event) -> Coming:
    """The round that comes after those published. Whether a bracket or a round robin goes on follows from its results,
    and is worked out once until a fact changes."""
    number = event.rounds.filter(state__in=PUBLISHED_STATES).count() + 1
    stage = stage_on(event)
    played = rounds_published(stage)
    planned = planned_rounds(event, stage)
    if stage.is_open or not played:
        if planned is None or played < planned:
            return Coming(number, stage, played + 1, planned)
        following = next((each for each in stages_of(event) if each.number > stage.number), None)
        if following is None:
            return Coming(number, stage, played + 1, planned, over=True)
        return Coming(number, following, 1, planned_rounds(event, following))
    code = _after_structures.get((event.pk, as_mark(versions_of(event.pk))), lambda: _next_stage(event))
    if not code:
        return Coming(number, stage, played + 1, planned, over=True)
    if code == stage.code:
        return Coming(number, stage, played + 1, planned)
    following = next(each for each in stages_of(event) if each.code == code)
    return Coming(number, following, 1, planned_rounds(event, following))


def _next_stage(event: Event) -> str:
    """The code of the stage in which the next round would be paired. While results are missing: the one that is on."""
    facts = facts_of(event)
    try:
        pairing = pair_next_round(facts)
    except PairingRefused:
        return stage_on(event).code
    return "" if pairing.over or not (pairing.matches or pairing.byes) else pairing.stage
