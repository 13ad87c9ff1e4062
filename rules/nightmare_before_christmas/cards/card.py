"""The declaration of a card of this game."""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec

from rules.kernel.cards import Card, CarriedOut
from rules.kernel.name_checks import check_names
from rules.nightmare_before_christmas.effects import (
    CARD_TYPE,
    Ability,
    CardType,
    CardTypes,
    Choice,
    Cost,
    Discount,
    Effects,
    Name,
    Names,
    Number,
    Shields,
)


class Leaving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """More than one Movement is spent to move this Character out of a Locale."""

    locale: Name
    movement: Number = 2


class NightmareCard(Card, frozen=True, kw_only=True):
    """A card. A Character's Alias is its ``sub_title``. ``null`` numbers are those no source gives.

    ``type``: what kind of card it is; ``scare_number``: what playing it costs and what it scares with;
    ``scare_threshold``: what makes a Locale Active; ``starting``: a Starting Locale (threshold 0*); ``starting_hand``:
    the cards of its player's first hand; ``functions``: a Locale's Functions, each its parts in printed order (an empty
    one is not known); ``groups``: the groups it belongs to; ``discounts``: what makes it cost less; ``raises``: what
    makes it cost more; ``costs``: what it makes cards cost while it is in play; ``abilities``: a Character's texts;
    ``choices``: a Surprise's or Creation's effects when it is played; ``placed``: a Surprise that stays on the table;
    ``defends``: the card types whose effects it protects its player from; ``shields``: the effects it protects from
    (with both, these of those types); ``immune``: the effects of opponents that this card in play cannot be named for;
    ``on_others_turns``: a Surprise played on other players' turns; ``leaving``: the Locales that moving it out of takes
    more Movement; ``gathers``: the Locale where one Movement brings any number of adjacent Characters; ``executed``:
    the engine carries the whole text out, else a judge declares it.
    """

    type: CardType
    scare_number: Number | None = None
    scare_threshold: Number | None = None
    starting: bool = False
    starting_hand: Number | None = None
    functions: Annotated[tuple[Effects, ...], msgspec.Meta(max_length=6)] = ()
    groups: Names = ()
    discounts: Annotated[tuple[Discount, ...], msgspec.Meta(max_length=6)] = ()
    abilities: Annotated[tuple[Ability, ...], msgspec.Meta(max_length=6)] = ()
    choices: Annotated[tuple[Choice, ...], msgspec.Meta(max_length=4)] = ()
    placed: bool = False
    defends: CardTypes = ()
    shields: Shields = ()
    immune: Shields = ()
    raises: Annotated[tuple[Discount, ...], msgspec.Meta(max_length=6)] = ()
    costs: Annotated[tuple[Cost, ...], msgspec.Meta(max_length=6)] = ()
    on_others_turns: bool = False
    leaving: Annotated[tuple[Leaving, ...], msgspec.Meta(max_length=4)] = ()
    gathers: Name = ""
    executed: bool = True

    def unknown_words(self) -> tuple[str, ...]:
        unknown: list[str] = []

        def note(kind: str, word: str) -> str:
            if kind == CARD_TYPE and word not in get_args(CardType):
                unknown.append(word)
            return ""

        check_names(self, note)
        return tuple(dict.fromkeys(unknown))

    @property
    def carried_out(self) -> CarriedOut:
        """Of a text that no rulebook prints, what they tell besides is carried out."""
        if self.executed:
            return "all"
        told = self.functions or self.abilities or self.choices or self.discounts or self.gathers
        return "part" if told else "nothing"

    @property
    def protects(self) -> bool:
        """Whether the card says that it protects its player from something."""
        return bool(self.defends or self.shields)
