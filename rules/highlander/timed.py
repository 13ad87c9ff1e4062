"""Timed Games: how long a match and a turn may take. The engine has no clock; the site and the judge keep one."""

from __future__ import annotations

from rules.highlander.texts import say

MINUTES = 30
TURN_SECONDS = 30
#: what is added to the die in a round of random length
BEFORE_THE_DIE = 26
SIDES = 6


def random_minutes(roll: int) -> int:
    """How long a round lasts when the judge rolls a six-sided die for it: from 27 to 32 minutes."""
    if not 1 <= roll <= SIDES:
        raise ValueError(say("roll_not_on_die", sides=SIDES))
    return BEFORE_THE_DIE + roll
