"""Filters: the cards that a text means, by Type, group, Title or some property, or several of these."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct

Type = Literal[
    "attack", "special_attack", "special_attack_or_block", "block", "dodge", "event", "situation", "object",
    "location", "edge", "persona", "weapon_of_choice", "premium", "quickening", "pre_game", "unknown",
]  # fmt: skip
#: what a card in play may be besides: discarded to use, dealt with the deck, up in its player's hand …
Property = Literal["any", "discard_to_use", "in_game", "in_hand", "hand_icon", "last_turn"]
Title = Annotated[str, Meta(max_length=200, extra={"names": "title"})]
Group = Annotated[str, Meta(max_length=200, extra={"names": "group"})]
Variant = Annotated[str, Meta(max_length=200, extra={"names": "variant"})]
Name = Annotated[str, Meta(max_length=200, extra={"names": "name"})]


class Called(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Cards of a group, or of a Title."""

    called: Name

    @property
    def text(self) -> str:
        """As a list or a log may write it."""
        return self.called


#: one word of a filter
Word = Literal[Type, Property] | Called
WORDS: frozenset[str] = frozenset({*get_args(Type), *get_args(Property)})


def word(text: str) -> Word:
    """A word as a list or a log writes it."""
    return text if text in WORDS else Called(text)  # type: ignore[return-value]


def text_of(one: str | Called) -> str:
    """A word, or a kind of cards, as a list or a log writes it."""
    return one if isinstance(one, str) else one.called


class Clause(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One of several words holds of a card; ``none``: not one of them does."""

    any_of: tuple[Word, ...]
    none: bool = False

    @property
    def text(self) -> str:
        return ("!" if self.none else "") + "|".join(text_of(one) for one in self.any_of)


class Filter(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Cards of which every clause holds. A list or a log may write it as text: ``situation !Plot``, ``event|edge``."""

    every: tuple[Clause, ...] = ()

    @property
    def text(self) -> str:
        """As a list, a log or a position writes it."""
        return " ".join(clause.text for clause in self.every)

    def __bool__(self) -> bool:
        """Whether it says anything at all."""
        return bool(self.every)


def some(*words: Word) -> Clause:
    """One of these words holds."""
    return Clause(words)


def no(*words: Word) -> Clause:
    """None of these words holds."""
    return Clause(words, none=True)


def every(*clauses: Clause | Word) -> Filter:
    """The cards of which all of this holds."""
    return Filter(tuple(one if isinstance(one, Clause) else Clause((one,)) for one in clauses))


@lru_cache(maxsize=4096)
def read(text: str) -> Filter:
    """A filter as a list, a log or a position writes it."""
    return Filter(tuple(_clause(one) for one in text.split()))


def _clause(text: str) -> Clause:
    words = text.removeprefix("!").split("|")
    return Clause(tuple(word(one) for one in words), none=text.startswith("!"))


class CardName(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A card by its Title, or by Title and variant. A list or a log may write it as text: ``Sea Witch/Hook``."""

    title: Title
    variant: Variant = ""

    @property
    def text(self) -> str:
        return f"{self.title}/{self.variant}" if self.variant else self.title


@lru_cache(maxsize=1024)
def card_name(text: str) -> CardName:
    """A card's name as a list or a log writes it."""
    title, _, variant = text.partition("/")
    return CardName(title, variant)


#: of what kind cards are that are discarded, taken or kept
KindWord = Literal[
    Type, "card", "drawn", "defense", "special", "red", "gold", "title in play", "title of a situation"
]
Kind = KindWord | Called
KINDS: frozenset[str] = frozenset(msgspec.inspect.type_info(KindWord).values)  # type: ignore[attr-defined]


def kind(text: str) -> Kind:
    """A kind of cards as a list or a log writes it."""
    return text if text in KINDS else Called(text)  # type: ignore[return-value]
