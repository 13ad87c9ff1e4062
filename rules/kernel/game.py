"""The contract between an engine and everything that drives it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple

import msgspec
from typing_extensions import TypeVar

from rules.kernel.cards import Card, CardRef, Catalogue, DeckList, describe, plain_name
from rules.kernel.chance import Source
from rules.kernel.entries import KERNEL_VERBS, Entry, names_of, undeclared
from rules.kernel.entry_context import EntryContext
from rules.kernel.event_rules import EventRules
from rules.kernel.game_tables import GameTables
from rules.kernel.judgment import Judgment
from rules.kernel.log import Header, Player
from rules.kernel.name_checks import unknown_name
from rules.kernel.position import Codec, Position
from rules.kernel.texts import say
from rules.kernel.verdict import Outcome

#: an entry of one verb, and the plan by which it is carried out
E = TypeVar("E", bound=Entry, default=Any)
Plan = TypeVar("Plan", default=Any)


class Verb(NamedTuple, Generic[E, Plan]):
    """How one verb is judged and carried out. ``verify(j, entry)`` records violations and needs on the judgment and
    returns a plan (ids it resolved …); ``perform(ctx, position, entry, plan)`` returns the next position and may raise
    ``Impossible`` when it is made to carry out an entry that was illegal."""

    verify: Callable[[Judgment, E], Plan]
    perform: Callable[[EntryContext, Any, E, Plan], Position]  # of the game's own positions


#: verify and perform of a verb, its fields that name seats, and those that name cards
Judged = tuple[
    Callable[[Judgment, Any], Any],
    Callable[[EntryContext, Any, Any, Any], Position],
    tuple[str, ...],
    tuple[str, ...],
]


class DeckViolation(msgspec.Struct, frozen=True):
    """A rule of deck construction that a list breaks, and the cards by which it does."""

    rule: str
    message: str
    cards: tuple[str, ...] = ()

    @classmethod
    def unknown_card(cls, ref: CardRef) -> DeckViolation:
        """A line of the list names no card of the catalogue."""
        return cls("log.card", say("no_card_called", card=describe(ref)), (plain_name(ref),))


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The event's choices a log was played under; each game derives its own."""


#: a game's position and its options
P = TypeVar("P", bound=Position, default=Any)
Chosen = TypeVar("Chosen", bound=Options, default=Any)


class Game(GameTables, Generic[P, Chosen]):
    """One rule system. Everything is a function of its arguments; nothing is kept between calls."""

    name: ClassVar[str]
    title: ClassVar[str]
    #: editions of the rules, newest last
    editions: ClassVar[tuple[str, ...]] = ("1",)
    #: the day from which an edition is in force (ISO 8601), where it has one
    edition_days: ClassVar[Mapping[str, str]] = {}
    #: fewest and most seats
    seats: ClassVar[tuple[int, int]] = (2, 2)
    card_type: ClassVar[type[Card]] = Card
    options_type: ClassVar[type[Options]] = Options
    position_type: ClassVar[type[Position]]
    verbs: ClassVar[dict[type[Entry], Verb]]
    #: sections of a deck list that lie open on the table from the start, and so are no secret
    open_sections: ClassVar[tuple[str, ...]] = ()
    #: sections of a list whose cards belong to no one seat
    shared_sections: ClassVar[tuple[str, ...]] = ()
    #: fields of a seat's part of a position where cards of others may lie too, and those that mention borrowed cards
    shared_fields: ClassVar[frozenset[str]] = frozenset()
    lent_fields: ClassVar[tuple[str, ...]] = ()
    #: what an event has to know of the game
    event_rules: ClassVar[EventRules] = EventRules()

    @cached_property
    def catalogue(self) -> Catalogue:
        """The cards this project knows of the game."""
        raise NotImplementedError  # protocol

    @cached_property
    def codec(self) -> Codec:
        return Codec(self.position_type)

    @cached_property
    def judged(self) -> dict[type[Entry], Judged]:
        """How an entry of each verb is judged, and in which of its fields seats and cards are named."""
        return {kind: (*verb, *names_of(kind)) for kind, verb in self.verbs.items()}

    @cached_property
    def all_verbs(self) -> tuple[type[Entry], ...]:
        return (*self.verbs, *KERNEL_VERBS)

    def __init_subclass__(cls, **kwargs: object) -> None:
        """A verb that does not say who enters it and what others see of it is no verb of a game: it is refused here,
        when the game is imported, and not found out at a table."""
        super().__init_subclass__(**kwargs)
        lacking = {verb.__qualname__: undeclared(verb) for verb in vars(cls).get("verbs", ())}
        if any(lacking.values()):
            said = "; ".join(f"{name} lacks {what}" for name, what in lacking.items() if what)
            raise TypeError(say("fact_problem", fact=cls.__qualname__, place=said))

    # -- what a game must say ---------------------------------------------------------------------------------------

    def start(self, j: Judgment) -> Position:
        """The position before entry 1: decks made with ``j.deck``, everything the set-up fixes by itself."""
        raise NotImplementedError  # protocol

    def prepare(self, j: Judgment) -> None:
        """Opens the owners' pools (``j.known.with_home``) before a header's position is read."""
        raise NotImplementedError  # protocol

    def to_act(self, position: P) -> tuple[str, ...]:
        """Whose entry the rules wait for: seats, or ``table`` for chance and observations; () when it is over."""
        raise NotImplementedError  # protocol

    def is_over(self, position: P) -> bool:
        """Whether the game is over; asked at every entry."""
        return not self.to_act(position)

    def options(self, j: Judgment, by: str) -> list[Entry]:
        """Every legal entry of ``by`` in canonical form (one small decision each); hidden or random facts left out."""
        raise NotImplementedError  # protocol

    def outcome(self, j: Judgment) -> Outcome | None:
        """Ranking and scores when the game is over, else None."""
        raise NotImplementedError  # protocol

    def fill(self, j: Judgment, entry: Entry, source: Source) -> Entry:
        """For self-play: the option with what chance and hidden cards turn out to be written in."""
        return entry

    def seen_by(self, entry: Entry, position: P) -> tuple[str, ...] | None:
        """Who sees the secrets of an entry that a seat makes at a table in this position; None where all of it is open.
        The verb says what is closed; a game says here who sees it beside the player."""
        return (entry.by,) if entry.is_closed() else None

    def prefer(self, j: Judgment, options: list[Entry], source: Source) -> list[Entry]:
        """For self-play: the options to choose among. A game in which wholly random play would wander for thousands of
        entries narrows them now and then."""
        return options

    def sample_header(self, players: int, source: Source) -> Header:
        """For self-play: a header with seats, decks and options."""
        raise NotImplementedError  # protocol

    def check_deck(self, deck: DeckList, options: Chosen, catalogue: Catalogue) -> list[DeckViolation]:
        """Every rule of deck construction the list breaks."""
        raise NotImplementedError  # protocol

    def canonical_option(self, j: Judgment, entry: Entry) -> Entry | None:
        """The option a legal entry amounts to (names of drawn or shown cards left out …); None when it is several
        options in one entry. ``options`` and this must agree (conformance suite)."""
        return msgspec.structs.replace(entry, at=None, note="", seen_by=None)

    # -- what a game may say ----------------------------------------------------------------------------------------

    def of_edition(self, edition: str) -> Game:
        """The game by the rules of one of its ``editions``: itself, unless they differ."""
        return self

    def built_around(self, deck: DeckList, catalogue: Catalogue) -> str:
        """What players call a deck by, where the rules know it (its Persona, its Hero …); else empty."""
        return ""

    def periods(self, position: P) -> dict[str, int | str]:
        """The periods a declared prohibition can last for, with their present value: {"turn": 5, …}."""
        return {}

    def length(self, position: P) -> int | None:
        """How long the game is by now, in the period that ``event_rules`` count it in; None where they name none."""
        counted = self.periods(position).get(self.event_rules.length.period)
        return counted if isinstance(counted, int) else None

    def complete(self, ctx: EntryContext, position: P) -> P:
        """A header's position with what follows from it filled in (seats left out …). May raise ``LogError``."""
        return position

    def empty_step(self, j: Judgment) -> Entry | None:
        """The entry by which somebody says that nothing was done, where a step waits that has nothing to do; None where
        none waits. Such an entry may be left out: the replay asks when an entry is illegal without it. What decides
        that there is nothing to do must be known to every seat, or the entry itself be undetermined where it is not."""
        return None

    #: what an entry wants to be judged for, in words, where nobody counted a deck
    count_missing: ClassVar[str] = say("number_of_cards_in_deck")

    def unknown_deck_sizes(self, ctx: EntryContext, position: P) -> dict[str, int]:
        """The seats whose deck nobody had counted in the position before entry 1, each with the fewest cards that may
        have been left of it. Before an entry is called illegal the replay tries what else the number may have been."""
        return {}

    def with_deck_size(self, ctx: EntryContext, position: P, seat: str, count: int) -> P:
        """That position where so many cards were left, which nobody knows."""
        raise NotImplementedError  # where ``unknown_deck_sizes`` finds some

    def cards_left(self, position: P, seat: str) -> int:
        """How many cards are left of a seat's deck that was counted."""
        raise NotImplementedError  # where ``unknown_deck_sizes`` finds some

    def with_fewer_cards(self, start: P, position: P, seat: str, gone: int) -> P | None:
        """The position as it would be had that many cards not lain at the bottom of a seat's deck at the start; None
        where they do not lie there any more as they lay then."""
        raise NotImplementedError  # where ``unknown_deck_sizes`` finds some

    def after_end(self, verb: type[Entry]) -> bool:
        """Whether the verb may still be used when the game is over (a card shown for the audit)."""
        return False

    def shown_apart(self, entry: Entry) -> tuple[CardRef, ...]:
        """The cards that a seat shows with an entry and that lie at no place of a position."""
        return ()

    def skip(self, j: Judgment, phase: str) -> Position | None:
        """The position with a phase skipped (declared effect ``skip``); None when there is no such phase."""
        return None

    #: facts made of parts without cards (marks of an attack …) that a judge may set, whole or part by part
    facts_of_parts: ClassVar[frozenset[str]] = frozenset()
    #: where the cards lie that a fact mentions, both as patterns (``set_facts.pattern_of``): a judge may say of these
    #: facts which cards they are
    mentions: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    #: what a judge may ``skip`` at some time or other, as ``skip`` knows it
    skippable: ClassVar[tuple[str, ...]] = ()

    def places_besides(self, position: P) -> tuple[str, ...]:
        """The places, all of them open, that a judge's ``move`` may put a card to and that no printed fact is."""
        return ()

    def name_problem(self, ctx: EntryContext, position: P, kind: str, name: str) -> str:
        """Why a name or word of a position is not one of its kind (``rules.kernel.name_checks``); empty where it is."""
        if kind == "seat":
            return "" if name in ctx.seats else say("no_seat_in_log", seat=name[:40])
        known = self.vocabulary(ctx, position, kind)
        return "" if known is None or name in known else unknown_name(name, known)

    def vocabulary(self, ctx: EntryContext, position: P, kind: str) -> Collection[str] | None:
        """The words of a kind that a position may say; None for a kind that this game does not know."""
        if kind == "verb":
            return [str(verb.__struct_config__.tag) for verb in self.verbs]
        return list(self.periods(position)) if kind == "period" else None

    def derived(self, fact: str) -> str:
        """Why a fact cannot be set or added to, since it follows from others; empty where it can."""
        return ""

    def after_changes(self, ctx: EntryContext, before: P, position: P, on: Entry | None) -> P:
        """The position after a judge's changes with what follows from them (sums …); ``on``: the entry whose effect
        they tell. May raise ``Impossible``."""
        return position

    def cards_at(self, position: P, path: str) -> tuple[int | None, ...] | None:
        """The cards at a place where more is told of each than that it lies there (cards in play …); None when the
        path names no such place. ``remove`` and ``put`` move cards from and to it (declared effect ``move``)."""
        return None

    def remove(self, ctx: EntryContext, position: P, path: str, place: int) -> tuple[P, str]:
        """The position without the card at ``place`` (from 0) of such a place, and whose card it is."""
        raise NotImplementedError  # where ``cards_at`` finds some

    def put(self, ctx: EntryContext, position: P, path: str, card: int, owner: str) -> P:
        """The position with a card of ``owner`` laid at such a place."""
        raise NotImplementedError  # where ``cards_at`` finds some

    def hide_header(self, header: Header, seat: str) -> Header:
        """A header as a seat may see it: decks of others closed, hidden cards of a given position unnamed, nothing of
        how the whole log was judged."""
        players = tuple(p if p.seat == seat else _closed(p, self.open_sections) for p in header.players)
        position = None if header.position is None else self.codec.hide(header.position, seat)
        return msgspec.structs.replace(
            header, players=players, position=position, judged=None, salt=None, hash=None
        )


def _closed(player: Player, open_sections: tuple[str, ...]) -> Player:
    """A player whose deck list others see: the sections that lie open, or nothing."""
    if player.deck is None or not open_sections:
        return msgspec.structs.replace(player, deck=None)
    sections = {name: lines for name, lines in player.deck.sections.items() if name in open_sections}
    return msgspec.structs.replace(player, deck=DeckList(sections=sections) if sections else None)
