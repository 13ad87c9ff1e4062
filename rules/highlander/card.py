"""The card type of Highlander: the facts on a card's face, and its text in the engine's verbs."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from rules.highlander import grid as grids
from rules.highlander.language import serialization
from rules.highlander.language.conjunction import Joining
from rules.highlander.language.continuous import Continuous
from rules.highlander.language.effects import Doing, Done, Using
from rules.highlander.language.filters import Called, CardName, Filter, Type
from rules.highlander.language.marks import CardMark, DeckMark
from rules.highlander.language.requirements import Requirement
from rules.kernel.cards import Card, CarriedOut
from rules.kernel.json_types import Json, JsonObject

SPECIALS = frozenset({"event", "situation", "object", "location"})
ATTACKS = frozenset({"attack", "special_attack", "special_attack_or_block"})
DEFENSES = frozenset({"block", "dodge", "special_attack_or_block"})
PRE_GAME = frozenset({"persona", "weapon_of_choice", "premium", "quickening", "pre_game"})
#: the Title that makes a card a Dirty Trick (Dirty Tricks)
TRICK = "Dirty Trick"
#: groups that a word of the Title is enough for (Groups); an Ally is one by the name alone and is tagged
WORDS = frozenset({"Armor", "Bystander", "Disarm", "Holy Ground", "Master", "Reporter", "Watcher", "Weapon"})
#: of an effect: on the player who is the card's target
PLAYER = "player"
STAYS = frozenset({"situation", "object", "location"}) | PRE_GAME


class HighlanderCard(Card, frozen=True, kw_only=True):
    """Facts as the Handbook's card anatomy names them. ``grid`` is one printed grid; a card printed with several is
    one declaration each. ``damage``: what an Attack does when successful (None: 2); ``no_damage``: it does none at
    all. ``conjunction``: how it changes the Attack or Defense it is played with; ``requires``: what must hold to play
    it; ``on_play``: what happens at once; ``while_in_play``: continuous effects; ``discard_to_use``: what discarding
    it from play does; ``when_over``: what happens when the turns it counts are over; ``on_leave``: what happens when
    it leaves play. ``declared``: its text is not executed; a judge declares what it did. ``owners``: the Personas (or
    Factions) that use it, as sub-titles name them; ``factions``: those of a Persona; ``editions``: all it was printed
    in; ``deck``: what it changes of deck construction; ``unheeded``: what a list or a log said
    of it that means nothing."""

    type: Type = "unknown"
    groups: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    weapon: str = ""
    restriction: int | None = None
    mark: Literal["", "reserved", "signature"] = ""
    factions: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    hand_icons: int = 0
    master_limit: int | None = None
    damage: int | None = None
    no_damage: bool = False
    requires: tuple[Requirement, ...] = ()
    conjunction: tuple[Joining, ...] = ()
    on_play: tuple[Doing, ...] = ()
    while_in_play: tuple[Continuous, ...] = ()
    discard_to_use: tuple[Using, ...] = ()
    when_over: tuple[Done, ...] = ()
    on_leave: tuple[Done, ...] = ()
    marks: tuple[CardMark, ...] = ()
    deck: tuple[DeckMark, ...] = ()
    declared: bool = False
    unheeded: tuple[str, ...] = ()

    @classmethod
    def as_taken(cls, row: Json) -> Json:
        return serialization.taken(row) if isinstance(row, dict) else row

    def as_written(self) -> JsonObject:
        texts: dict[str, object] = {
            slot: [serialization.said(part) for part in getattr(self, slot)] for slot in serialization.SLOTS
        }
        return super().as_written() | texts

    def unknown_words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.unheeded))

    def stands_for(self, ours: Card) -> bool:
        """A card is the same by Title, Grid or Icon, and Text: one of another Type is another card."""
        return super().stands_for(ours) and self.type in ("unknown", getattr(ours, "type", self.type))

    @property
    def squares(self) -> int:
        """The grid as bits."""
        return _squares(self.grid)

    def is_a(self, what: str | Called) -> bool:
        """Whether the card is of a type, of a group (its word stands in the Title or the Group Line) or of a title."""
        if type(what) is Called:
            what = what.called
        if what in (self.type, self.title, "any") or what in self.groups:
            return True
        return what in WORDS and what.casefold() in self.title.casefold()

    def is_all(self, what: Filter) -> bool:
        """Whether every clause of a filter holds."""
        return all(any(map(self.is_a, clause.any_of)) != clause.none for clause in what.every)

    def is_called(self, what: CardName) -> bool:
        """Whether this is the Title, or the Title and the variant."""
        return self.title == what.title and (not what.variant or self.variant == what.variant)

    @property
    def is_executed(self) -> bool:
        """Whether the engine does what its text says, or what the Handbook tells of it."""
        return not self.declared or bool(self.on_play or self.while_in_play or self.discard_to_use)

    @property
    def carried_out(self) -> CarriedOut:
        """Of a text that a judge declares, what the Handbook tells besides is carried out."""
        if not self.declared:
            return "all"
        return "part" if self.is_executed or self.requires or self.conjunction else "nothing"

    @property
    def wants_player(self) -> bool:
        """Whether its text is aimed at a player whom its own player chooses (Target)."""
        return any(effect.who == PLAYER for effect in (*self.on_play, *self.while_in_play))

    @property
    def is_special(self) -> bool:
        return self.type in SPECIALS

    @property
    def is_attack(self) -> bool:
        return self.type in ATTACKS

    @property
    def is_defense(self) -> bool:
        return self.type in DEFENSES

    @property
    def is_dirty_trick(self) -> bool:
        return self.title == TRICK

    @property
    def is_guard(self) -> bool:
        return "Guard" in self.groups

    @property
    def is_standing(self) -> bool:
        return self.is_guard or "Standing Defense" in self.groups

    @property
    def is_ranged(self) -> bool:
        return "Ranged" in self.groups

    @property
    def is_basic(self) -> bool:
        return "Basic" in self.groups

    @property
    def is_master(self) -> bool:
        return self.is_a("Master")


@lru_cache(maxsize=256)
def _squares(text: str) -> int:
    return grids.parse(text) if text else 0


def is_type(card: HighlanderCard, *types: str) -> bool:
    """Test: the card is of one of these types."""
    return card.type in types


def is_attack(card: HighlanderCard) -> bool:
    return card.is_attack


def is_defense(card: HighlanderCard) -> bool:
    return card.is_defense


def is_special(card: HighlanderCard) -> bool:
    return card.is_special
