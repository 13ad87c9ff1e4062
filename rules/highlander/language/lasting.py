"""What lasts for some turns without a card in play, as texts say it."""

from __future__ import annotations

from rules.highlander.language.continuous import Ignores, Keep, Prevent
from rules.highlander.language.parts import Part, named


class MustAttack(Part, frozen=True, tag="must attack"):
    """A player must attack, or exert for an Attack, or loses a Defense."""


class ExertFromOpponent(Part, frozen=True, tag="exert from opponent"):
    """The next Exertion is made from the opponent's Endurance."""


class Challenged(Part, frozen=True, tag="challenged"):
    """A player is challenged; what that does is not printed."""


class Unrestricted(Part, frozen=True, tag="unrestricted"):
    """The own last Defense leaves everything open to attacks."""


class LoseAttack(Part, frozen=True, tag="lose attack"):
    """The first attack of the turn is lost."""


class Excused(Part, frozen=True, tag="excused"):
    """Nothing is played, and no Exertion need be made for that."""


Lasting = Prevent | Ignores | Keep | MustAttack | ExertFromOpponent | Challenged
LASTING: dict[str, type[Part]] = {
    **named(MustAttack, ExertFromOpponent, Challenged, Unrestricted, LoseAttack, Excused),
    Prevent.do: Prevent, Ignores.do: Ignores, Keep.do: Keep,
}  # fmt: skip
