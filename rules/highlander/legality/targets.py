"""Whether a card is the target that is asked for (Target)."""

from __future__ import annotations

from rules.highlander import words
from rules.highlander.position import Highlander
from rules.highlander.position_values import aim_text
from rules.highlander.reading.targets import targets
from rules.highlander.texts import say
from rules.highlander.verbs import Target
from rules.kernel.judgment import Judgment


def verify_target(j: Judgment, e: Target) -> None:
    p: Highlander = j.position
    if p.choice is None or p.choice.seat != e.by:
        j.forbid("target", say("no_target_asked"))
    elif (e.seat, e.place - 1) not in targets(j):
        j.forbid("target", say("target_of_another_kind", kind=words.kind(aim_text(p.choice.what))))
