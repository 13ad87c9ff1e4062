"""The effects that last for some turns without a card in play, as card texts and the rules give them. A position writes
one as text; the reader is ``serialization.lasting``."""

from __future__ import annotations

from typing import Literal

from rules.highlander.language.continuous import Ignores, Keep, Prevent
from rules.highlander.language.filters import Title
from rules.highlander.language.parts import Area, Part, named

TurnPhase = Literal["must_do", "may_do", "defense", "attack", "draw_discard"]


class MustAttack(Part, frozen=True, tag="must attack"):
    """A player must attack, or exert for an Attack, or loses a Defense."""


class ExertFromOpponent(Part, frozen=True, tag="exert from opponent"):
    """The next Exertion is made from the opponent's Endurance."""


class Challenged(Part, frozen=True, tag="challenged"):
    """A player is challenged; what that does is not printed."""


# -- what the rules make last --------------------
class Unrestricted(Part, frozen=True, tag="unrestricted"):
    """The player's own last Defense leaves every area open to attacks."""


class LoseAttack(Part, frozen=True, tag="lose attack"):
    """The first attack of the turn is lost."""


class Excused(Part, frozen=True, tag="excused"):
    """Nothing is played, and no Exertion need be made for that."""


class PowersUnknown(Part, frozen=True, tag="powers unknown"):
    """Nobody knows which Powers a player has won."""


class PowerUsed(Part, frozen=True, tag="power used"):
    """The Persona Power was used this turn."""


class WithAnothersCard(Part, frozen=True, tag="with another’s card"):
    """A card of another Persona may be played this turn."""


class BlockedArea(Part, frozen=True, tag="block"):
    """The area that the last Defense blocked, which is no longer in play."""

    what: int


class LastSaid(Part, frozen=True, tag="last"):
    """The words of the last Defense, which is no longer in play, about the next attack, or that it was successful."""

    what: Literal["held", "next_unblockable", "next_undodgeable", "may_hide_next"]


class Skipped(Part, frozen=True, tag="skipped"):
    """A Phase of the turn is skipped."""

    what: TurnPhase


class FreeBlowsTo(Part, frozen=True, tag="free_blows"):
    """Attacks to an area may be Power Blows without an Exertion."""

    what: Area


class WonPower(Part, frozen=True, tag="power"):
    """The Power of a Persona that was won with a head."""

    what: Title


class ByPower(Part, frozen=True, tag="by power"):
    """A card that a Power let be played, and not once more before the Endurance was made anew."""

    what: str


#: what texts say
Lasting = Prevent | Ignores | Keep | MustAttack | ExertFromOpponent | Challenged
LASTING: dict[str, type[Part]] = {
    **named(MustAttack, ExertFromOpponent, Challenged),
    Prevent.do: Prevent, Ignores.do: Ignores, Keep.do: Keep,
}  # fmt: skip
#: what the rules say: by themselves, and with something more
ALONE = named(
    MustAttack, ExertFromOpponent, Challenged, Unrestricted, LoseAttack, Excused, PowersUnknown, PowerUsed,
    WithAnothersCard,
)  # fmt: skip
RULED = named(BlockedArea, LastSaid, Skipped, FreeBlowsTo, WonPower, ByPower)
