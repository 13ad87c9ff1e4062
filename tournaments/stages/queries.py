"""Queries of an event's stages: all of them, the current one, and its rules for a match."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, Match
from tournaments.models.stages import Stage, StageKind
from tournaments.stages.lengths import last_round_is_published


def stages_of(event: Event) -> list[Stage]:
    """The stages that stand, in their order. An event always has one."""
    return list(event.stages.filter(removed_at=None).order_by("number"))


def stage_on(event: Event) -> Stage:
    """The last stage of which a round is published; the first where none is."""
    shown = (
        event.stages.filter(removed_at=None, all_rounds__state__in=PUBLISHED_STATES)
        .order_by("-number")
        .first()
    )
    return shown or event.stages.filter(removed_at=None).order_by("number")[0]


def takes_late_entries(event: Event) -> bool:
    """Whether somebody may come into the stage of the next round: Swiss and pods take late entries to their end."""
    stage = stage_on(event)
    if not stage.is_open:
        return False
    following = event.stages.filter(removed_at=None, number__gt=stage.number).order_by("number").first()
    return following is None or following.is_open or not last_round_is_published(event, stage)


def title_of(stage: Stage) -> Message:
    """The players' name for the stage: "Top 8", "Swiss", "Groups"."""
    if stage.kind == StageKind.SINGLE_ELIMINATION and stage.number > 1 and stage.size:
        return _("Top %(n)s", n=stage.size)
    if stage.kind == StageKind.DOUBLE_ELIMINATION and stage.number > 1 and stage.size:
        return _("Top %(n)s, double elimination", n=stage.size)
    if stage.kind == StageKind.ROUND_ROBIN and stage.groups > 1:
        return _("Groups")
    return TITLES[StageKind(stage.kind)]


#: The names of the kinds as messages.
TITLES: dict[StageKind, Message] = {
    StageKind.SWISS: _("Swiss"),
    StageKind.ROUND_ROBIN: _("Round robin"),
    StageKind.SINGLE_ELIMINATION: _("Single elimination"),
    StageKind.DOUBLE_ELIMINATION: _("Double elimination"),
    StageKind.PODS: _("Pods"),
}


@dataclass(frozen=True, slots=True)
class MatchRules:
    """The stage's rules for a match: the most games, whether it may be drawn, and how it is decided otherwise."""

    games: int
    draws: bool
    last_tiebreak: str

    @property
    def by_itself(self) -> bool:
        """Whether the site decides an equal match: by seed or by lot."""
        return self.last_tiebreak in ("higher_seed", "lot")


def games_in(stage: Stage, event: Event) -> int:
    """The most games of a match of two in this stage."""
    return stage.games_per_match or event.games_per_match


def match_rules(match: Match, seats: int = 2) -> MatchRules:
    """The rules of this match; a table of three or more plays one game."""
    stage = match.round.stage
    games = 1 if seats > 2 else games_in(stage, match.round.event)
    draws = stage.allows_draws
    return MatchRules(games, draws, "" if draws else stage.last_tiebreak or "judge")
