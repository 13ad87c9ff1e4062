"""The end of time at a live table, step by step: the game's own steps, and which of them is due."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.games.presentation import presentation_of
from referee.games.time_steps import Names
from rules.kernel.replay import Replay


def procedure_of(run: Replay, names: Names, called: bool, text: str) -> dict[str, Any] | None:
    """The procedure once time was called by the clock (``called``) or in the log; None before. ``text`` is the event's
    own wording."""
    in_log = any(run.entries[n - 1].do == "time_called" for n in run.active_entries)
    if not (called or in_log):
        return None
    over = run.game.is_over(run.position)
    title, steps = presentation_of(run.game.name).time_steps(run, names)
    now = None if over else next((step.key for step in steps if not step.done), None)
    return {
        "title": title,
        "text": text,
        "steps": [
            {**msgspec.to_builtins(step), "done": step.done or over, "now": step.key == now} for step in steps
        ],
    }
