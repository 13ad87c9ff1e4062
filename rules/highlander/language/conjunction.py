"""How a card changes the Attack, the Defense or the card that it is played in conjunction with."""

from __future__ import annotations

from typing import Literal

from rules.highlander.language.filters import Called
from rules.highlander.language.marks import AttackMark
from rules.highlander.language.parts import Area, Part, Unheeded, named

#: what a card is played with: a kind of Attack or Defense, an Attack to an area, or a Special card called so
Partner = Literal[
    "attack", "defense", "block", "dodge", "basic", "event", "situation", "object", "location", "edge"
]


class Companion(Part, frozen=True, tag="companion"):
    """Another Persona's card may be played with it."""


class Extend(Part, frozen=True, tag="extend"):
    """The Block may cover one adjoining area more."""


class GivesMark(Part, frozen=True, tag="mark"):
    """Something holds of the attack or the Defense; of what is decided by a die, up to ``count``."""

    what: AttackMark
    count: int = 0


class With(Part, frozen=True, tag="with"):
    """It is played only in conjunction with a card of this kind."""

    what: Partner | Area | Called


class WithFaceDown(Part, frozen=True, tag="with_face_down"):
    """A Situation is played face down with it."""


Joining = Companion | Extend | GivesMark | With | WithFaceDown | Unheeded
JOINING = named(Companion, Extend, GivesMark, With, WithFaceDown)
