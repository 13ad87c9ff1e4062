"""The language in which card texts are declared: each thing a text can do is a type of its own, with typed facts.

What a part does stands in ``effects.py``, a function for each type; what a condition asks in ``conditions.py``.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, get_args

import msgspec

from rules.kernel.json_types import Json, JsonObject

Color = Annotated[str, msgspec.Meta(min_length=1, max_length=20, extra={"is": "color"})]
Number = Annotated[int, msgspec.Meta(ge=0, le=99)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200, extra={"is": "actor"})]
Amount = Annotated[int, msgspec.Meta(ge=-99, le=99)]

#: Whom it is for: its own player, a rival of choice, every rival, everybody.
Whose = Literal["own", "rival", "rivals", "all"]
#: How a card to lose is chosen: by chance, by whose hand it is, by whose text it is (who looks at the hand).
How = Literal["random", "victim", "player"]


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Conditions, asked when the part is carried out; all that are said must hold. ``own_color``: all one's Actors at
    the Scene count as it; ``actor``, ``rival_actor``: one of that name is there; ``actors_at_least``: so many of one's
    own; ``overacting``: whether one's own total is above the Scene's Rank."""

    scene_color: Color | None = None
    scene_rank_at_least: Number | None = None
    scene_rank_at_most: Number | None = None
    own_color: Color | None = None
    actor: Name | None = None
    rival_actor: Name | None = None
    actors_at_least: Number | None = None
    active: bool | None = None
    overacting: bool | None = None


class Effect(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"
):
    """One thing a text does; ``may``: its player may decline."""

    #: of a step that waits, the facts that other parts have are printed as well, so that all steps look alike
    also_printed: ClassVar[JsonObject] = {"amount": 0, "color": None, "whose": None, "how": None}

    when: When | None = None
    may: bool = False

    @property
    def at(self) -> Whose:
        """Whom it is for."""
        return "own"


class Aimed(Effect, frozen=True, kw_only=True):
    """It is for somebody: ``whose``, where the card says so, else whom this part is ``usual`` for."""

    usual: ClassVar[Whose] = "own"

    whose: Whose | None = None

    @property
    def at(self) -> Whose:
        return self.whose or self.usual


class ForSeats(Aimed, frozen=True):
    """For a seat, or for several one after another."""


class ForActors(Aimed, frozen=True):
    """For one Actor at the Scene, or for all of them."""

    usual = "rival"


class FromDeck(Effect, frozen=True):
    """Waits for the card that comes off a deck."""


class FromPile(Aimed, frozen=True):
    """Waits for the choice of a card that lies open. A log's header, but no list, may say for whom: all of them where
    it is all or rivals."""


class RaiseRank(ForSeats, frozen=True, tag="raise_rank"):
    """A group's total rises."""

    amount: Amount


class LowerRank(ForSeats, frozen=True, tag="lower_rank"):
    """A group's total falls."""

    usual = "rival"

    amount: Amount


class PaintActors(ForSeats, frozen=True, tag="paint_actors"):
    """A group's Actors all count as one color. Where a log's header, but no list, says none: each as its own again."""

    color: Color | None


class KeepInLine(ForSeats, frozen=True, tag="keep_in_line"):
    """A group's Actors do not overact."""


class DrawCards(ForSeats, frozen=True, tag="draw_cards"):
    """Cards from a deck come to its player's hand."""

    amount: Amount


class LoseCard(ForSeats, frozen=True, tag="lose_card"):
    """Cards of a hand are discarded, one where no ``amount`` is said; ``how`` left out: one's own by oneself, another's
    by chance."""

    usual = "rival"

    amount: Amount = 0
    how: How | None = None

    @property
    def chosen(self) -> How:
        """How the card is chosen."""
        return self.how or ("victim" if self.at == "own" else "random")


class PeekHand(ForSeats, frozen=True, tag="peek_hand"):
    """A rival's hand is looked at. A log's header, but no list, may say any other."""

    usual = "rival"


class SendBack(ForActors, frozen=True, tag="send_back"):
    """An Actor returns to its player's hand."""


class SackActor(ForActors, frozen=True, tag="sack_actor"):
    """An Actor of no more than a certain Rank is discarded."""

    amount: Amount


class PaintScene(Effect, frozen=True, tag="paint_scene"):
    """The Scene takes another color. Where a log's header, but no list, says none: its own again."""

    color: Color | None


class ShiftScene(Effect, frozen=True, tag="shift_scene"):
    """The Scene's Rank changes."""

    amount: Amount


class RaisePoints(Effect, frozen=True, tag="raise_points"):
    """The Scene is worth more points, or fewer."""

    amount: Amount


class WinTies(Effect, frozen=True, tag="win_ties"):
    """One wins a tie at this Scene."""


class GoNext(Effect, frozen=True, tag="go_next"):
    """One is the active player of the next round."""


class CancelEffects(Effect, frozen=True, tag="cancel_effects"):
    """The Special Effects that others have not resolved yet are discarded without effect."""


class ExtraScene(FromDeck, frozen=True, tag="extra_scene"):
    """The Movie deck's next Scene joins the storyboard."""


class CallActor(FromDeck, frozen=True, tag="call_actor"):
    """A rolled Actor joins one's own at the Scene."""


class RecoverActor(FromPile, frozen=True, tag="recover_actor"):
    """An Actor of one's own discard pile comes to the hand."""


class CutScene(FromPile, frozen=True, tag="cut_scene"):
    """A Scene of the storyboard is discarded."""


class SwapScene(FromPile, frozen=True, tag="swap_scene"):
    """Another Scene of the storyboard is shot in place of this one, with its own text."""


AnyEffect = (
    RaiseRank
    | LowerRank
    | PaintActors
    | PaintScene
    | ShiftScene
    | RaisePoints
    | KeepInLine
    | WinTies
    | GoNext
    | CancelEffects
    | DrawCards
    | ExtraScene
    | CallActor
    | SendBack
    | SackActor
    | RecoverActor
    | CutScene
    | SwapScene
    | LoseCard
    | PeekHand
)
Effects = Annotated[tuple[AnyEffect, ...], msgspec.Meta(max_length=6)]

#: The verb of a part → its type.
KINDS: dict[str, type[Effect]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyEffect)}

# -- what older lists and logs said besides ---------------------------------------------------------------------------

#: The facts that every part could have once, whether its verb heeded them or not.
_ONCE_OF_ALL: JsonObject = {
    "amount": Amount,
    "color": Color | None,
    "whose": Whose | None,
    "how": How | None,
}


def used_fields(part: Json) -> Json:
    """A declared part without the facts that its verb never heeded, which lists and logs of before may hold, and with
    the number that was 0, or the color that was none, where none was said. Anything else is as it was, for the types
    to judge. (A list that says no color is refused before.)"""
    verb = part.get("do") if isinstance(part, dict) else None
    kind = KINDS.get(verb) if isinstance(verb, str) else None
    if kind is None:
        return part
    own = kind.__struct_fields__
    kept = {name: value for name, value in part.items() if name in own or not _was_said_of_all(name, value)}
    once: JsonObject = {"amount": 0} if "amount" in own and verb != "lose_card" else {}
    return once | ({"color": None} if "color" in own else {}) | kept


def _was_said_of_all(name: str, value: Json) -> bool:
    try:
        msgspec.convert(value, _ONCE_OF_ALL[name], strict=True)
    except (KeyError, msgspec.ValidationError):
        return False
    return True
