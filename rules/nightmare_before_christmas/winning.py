"""Winning the game: Scare Points, Active Locales, their Scare Thresholds; a victory may be shared."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.verdict import Outcome
from rules.nightmare_before_christmas.position import NightmarePosition
from rules.nightmare_before_christmas.town import active_locales, scare_points

Worth = tuple[int, int, int]


def ranking_figures(ctx: EntryContext, position: NightmarePosition) -> dict[str, Worth]:
    """Each seat's Scare Points, Active Locales and the sum of their Scare Thresholds."""
    return {
        seat: (scare_points(ctx, player)[0], *active_locales(ctx, player))
        for seat, player in position.players.items()
    }


@enforces(
    "winning.most-scare-points", "winning.tie.active-locales", "winning.tie.thresholds", "winning.shared"
)
def ranking(worths: dict[str, Worth]) -> tuple[tuple[str, ...], ...]:
    """Seats by Scare Points, then Active Locales, then their Scare Thresholds; equal ones share a place."""
    places: dict[Worth, list[str]] = {}
    for seat, value in worths.items():
        places.setdefault(value, []).append(seat)
    return tuple(tuple(places[value]) for value in sorted(places, reverse=True))


def over(ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
    """The game is over: the winner, or those who share the victory."""
    first = ranking(ranking_figures(ctx, position))[0]
    return replace(
        position, phase="over", stage="over", turn=None, acted=(), steps=(), winners=first,
        winner=first[0] if len(first) == 1 else None,
    )  # fmt: skip


def outcome(j: Judgment) -> Outcome | None:
    """Ranking, Scare Points and both tiebreakers with their figures, when the game is over."""
    position: NightmarePosition = j.position
    if position.phase != "over":
        return None
    worths = ranking_figures(j, position)
    return Outcome(
        ranking(worths),
        {seat: value[0] for seat, value in worths.items()},
        {
            "active_locales": {seat: value[1] for seat, value in worths.items()},
            "active_thresholds": {seat: value[2] for seat, value in worths.items()},
        },
    )
