"""The skips a judge may declare: the activity, a Function, a Player Turn, the rest of a pending effect."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.judgment import Judgment
from rules.nightmare_before_christmas import pumpkin_king, turn
from rules.nightmare_before_christmas.position import NightmarePosition
from rules.nightmare_before_christmas.steps import advance, done


def skip(j: Judgment, phase: str) -> NightmarePosition | None:
    """The position with a part of the Day skipped; None when there is no such part now."""
    position: NightmarePosition = j.position
    if phase == "effect" and position.steps:
        return pumpkin_king.go_on(j, advance(j, done(position)))
    if phase == "activity" and position.stage in ("choose", "activity"):
        return pumpkin_king.begin_players(replace(position, steps=()))
    if phase == "function" and position.stage == "turn":
        return replace(position, function_used=True, steps=())
    if phase == "turn" and position.stage == "turn":
        return turn.next_turn(j, replace(position, steps=()))
    return None
