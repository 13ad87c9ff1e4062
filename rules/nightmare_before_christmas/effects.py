"""The verbs in which cards are declared: what a Function, a Character's text or a Surprise does.

An effect is plain data. While one waits for a choice it lies in the position as a pending step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, get_args

import msgspec

Number = Annotated[int, msgspec.Meta(ge=0, le=60)]
Name = Annotated[str, msgspec.Meta(max_length=120, extra={"is": "named"})]
#: a name that must be said: an empty one would fit nothing
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=120, extra={"is": "named"})]
Names = Annotated[tuple[Title, ...], msgspec.Meta(max_length=20)]
#: The type that is printed on a card.
CardType = Literal["Locale", "Character", "Creation", "Surprise", "Game card"]
#: What is said of a word that names a type of card (``Meta(extra={"is": …})``).
CARD_TYPE = "card_type"
#: Types of cards that a text names, which mypy, sets and lists hold against those there are. The header of a log may
#: name others (``NightmareCard.unknown_words``), and a step of its cards in a position: they fit no card.
if TYPE_CHECKING:
    CardTypes = Annotated[tuple[CardType, ...], msgspec.Meta(max_length=20)]
else:
    _Named = Annotated[
        str,
        msgspec.Meta(
            min_length=1,
            max_length=120,
            extra={"is": CARD_TYPE},
            extra_json_schema={"enum": list(get_args(CardType))},
        ),
    ]
    CardTypes = Annotated[tuple[_Named, ...], msgspec.Meta(max_length=20)]


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition on a Halloweentown. ``present``: these titles are in it; ``absent``: these are not; ``together``:
    these are at one Locale; ``who`` is at the Locale ``where``; ``here``: the card itself is at that Locale;
    ``beside``: it is at the same Locale as a Character of that title; ``creations``: so many at least are in it."""

    present: Names = ()
    absent: Names = ()
    together: Names = ()
    who: Name = ""
    where: Name = ""
    here: Name = ""
    beside: Name = ""
    creations: Number = 0


class Discount(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A lower Cost (or among a card's ``raises`` a higher one): when the Character is played to the Locale ``at``, or
    when ``when`` holds."""

    by: Number
    at: Name = ""
    when: When | None = None


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """While the card is in play, cards of these types, titles or groups (any where none is said) cost more, or with a
    negative ``by`` less: ``whose`` they are; ``when`` is asked of the Halloweentown the card is in."""

    by: Annotated[int, msgspec.Meta(ge=-20, le=20)]
    whose: Literal["own", "opponent", "any"] = "opponent"
    types: CardTypes = ()
    titles: Names = ()
    groups: Names = ()
    when: When | None = None


class Effect(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="effect",
    omit_defaults=True,
):
    """``then``: only if the effect before it was carried out; ``may``: its player may decline."""

    then: bool = False
    may: bool = False
    when: When | None = None


class DrawCards(Effect, frozen=True, tag="draw"):
    """Draw so many cards."""

    count: Number


class AddPoints(Effect, frozen=True, tag="add"):
    """Add so many Pumpkin Points."""

    count: Number


class MoveCards(Effect, frozen=True, tag="move"):
    """So much Movement for one's own Characters."""

    count: Number


class Search(Effect, frozen=True, tag="search"):
    """Turn up so many cards of the Main Deck; those of these titles, groups or types come into the hand (all, or
    ``limit`` of them by choice). With no titles, groups and types any card is sought."""

    count: Number
    titles: Names = ()
    groups: Names = ()
    types: CardTypes = ()
    limit: Number | None = None


class SearchDiscard(Effect, frozen=True, tag="search_discard"):
    """Take so many cards of one's choice out of one's own Discard Pile, of these titles, groups or types (any where
    none is said)."""

    count: Number = 1
    titles: Names = ()
    groups: Names = ()
    types: CardTypes = ()


class StackOn(Effect, frozen=True, tag="stack"):
    """Stack this card on one's own Character of that title; without a title on one of one's Characters (of that group)
    by choice."""

    title: Title | None = None
    group: Name = ""


class DiscardCharacter(Effect, frozen=True, tag="discard_character"):
    """Discard a Character from play, a Creation, or a Surprise placed on the table; ``here``: at this card's Locale;
    ``at_most``: its greatest printed Scare Number."""

    what: Literal["character", "creation", "placed"] = "character"
    whose: Literal["own", "opponent", "any"] = "opponent"
    here: bool = False
    at_most: Number | None = None
    group: Name = ""


class ReturnCharacter(Effect, frozen=True, tag="return_character"):
    """Return a Character, a Creation or a Surprise placed on the table to its owner's hand."""

    what: Literal["character", "creation", "placed"] = "character"
    whose: Literal["own", "opponent", "any"] = "any"
    at_most: Number | None = None
    group: Name = ""


class MoveCharacter(Effect, frozen=True, tag="move_character"):
    """Move a Character, an opponent's too, within its Halloweentown: so much Movement for it alone."""

    whose: Literal["own", "opponent", "any"] = "opponent"
    at_most: Number | None = None
    group: Name = ""
    count: Number = 1


class AnotherFunction(Effect, frozen=True, tag="another_function"):
    """Perform so many more Functions this turn."""

    count: Number = 1


class LoseCard(Effect, frozen=True, tag="lose_card"):
    """An opponent (or each, or the player himself) discards a card from hand: at random, by the choice of whose hand it
    is, or by the player's."""

    whose: Literal["opponent", "opponents", "own"] = "opponent"
    how: Literal["random", "victim", "player"] = "random"


class Peek(Effect, frozen=True, tag="peek"):
    """Look at an opponent's hand."""


class Cover(Effect, frozen=True, tag="cover"):
    """Put up to so many cards from hand face down beneath this Locale."""

    count: Number


class Uncover(Effect, frozen=True, tag="uncover"):
    """Take every card beneath this Locale into the hand."""


#: What an effect is called.
EffectName = Annotated[str, msgspec.Meta(max_length=40, extra={"is": "effect"})]


class Respond(Effect, frozen=True, tag="respond"):
    """Pending only: an opponent may protect himself from what comes next; ``source`` is the type of its card, ``what``
    the effect."""

    source: CardType | Literal[""] = ""
    what: EffectName = ""


class Settle(Effect, frozen=True, tag="settle"):
    """Pending only: a Surprise has taken effect and goes where it belongs."""


class Trigger(Effect, frozen=True, tag="trigger"):
    """Pending only: a text that has triggered; ``number`` is its place among the card's abilities."""

    number: Number = 0


class Gather(Effect, frozen=True, tag="gather"):
    """Pending only: Characters next to the Locale ``to`` may be moved there for the Movement already spent."""

    to: Name


class Choose(Effect, frozen=True, tag="choose"):
    """Pending only: so many of the cards a Search turned up are taken, one at a time, of those it is for."""

    left: Number
    titles: Names = ()
    groups: Names = ()
    types: CardTypes = ()


AnyEffect = (
    DrawCards
    | AddPoints
    | MoveCards
    | Search
    | SearchDiscard
    | StackOn
    | DiscardCharacter
    | ReturnCharacter
    | MoveCharacter
    | AnotherFunction
    | LoseCard
    | Peek
    | Cover
    | Uncover
    | Respond
    | Settle
    | Trigger
    | Gather
    | Choose
)
#: What a declaration may use.
CardEffect = (
    DrawCards
    | AddPoints
    | MoveCards
    | Search
    | SearchDiscard
    | StackOn
    | DiscardCharacter
    | ReturnCharacter
    | MoveCharacter
    | AnotherFunction
    | LoseCard
    | Peek
    | Cover
    | Uncover
)
Effects = Annotated[tuple[CardEffect, ...], msgspec.Meta(max_length=12)]


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Character's text. ``on``: used in one's turn, or triggered when the Character is played, when it is discarded
    from play, or when one plays a Creation, another Character or a Surprise. ``pay``: what is done with the Character
    itself to use it."""

    on: Literal["use", "played", "discarded", "creation", "character", "surprise"] = "use"
    effects: Effects = ()
    when: When | None = None
    pay: Literal["", "discard", "hand"] = ""
    hex: bool = False


#: The effects a card may protect from.
Shielded = Literal["discard_character", "return_character", "move_character", "lose_card", "peek"]
Shields = Annotated[tuple[Shielded, ...], msgspec.Meta(max_length=8)]


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of the abilities of a Surprise that are separated by OR."""

    effects: Effects = ()
    when: When | None = None
