"""The part of the game contract that both HeroCard games share, and the hooks in which they differ."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import ClassVar

from msgspec.structs import replace

from rules.herocard.cards import HEROES, catalogue_cards, hero_deck
from rules.herocard.core.actions import (
    clearing,
    converting,
    drawing,
    judging,
    plays,
    sequence,
    waste_twist_deploy,
)
from rules.herocard.core.actions.card_effects import EFFECTS
from rules.herocard.core.offering import canonical_option, options
from rules.herocard.core.reading.card import ACTIONS, ATTRIBUTES, HeroCard
from rules.herocard.core.reading.deck import HeroOptions, check_deck, hero_of
from rules.herocard.core.reading.position import (
    Drawing,
    Hero,
    P,
    Sequence,
    Shuffling,
    Side,
    Step,
)
from rules.herocard.core.reading.variant import Variant
from rules.herocard.core.reading.verbs import (
    Clear,
    ConvertCard,
    Deploy,
    Discard,
    Done,
    Draw,
    First,
    LayOut,
    Pass,
    PlayCards,
    Refresh,
    Shuffle,
    TwistCard,
    WasteCard,
)
from rules.herocard.core.turn import opening, timing
from rules.herocard.core.turn.flow import OVER, end_turn, living, shuffle_due, to_action, to_clear, void
from rules.herocard.core.turn.opening import ready
from rules.herocard.core.turn.unknown_deck_size import TURN_DRAW, actors_after, with_draws_over
from rules.herocard.texts import say
from rules.kernel.cards import Card, CardRef, Catalogue, DeckList, expand
from rules.kernel.chance import Source
from rules.kernel.entries import TABLE, Entry, TimeCalled
from rules.kernel.entry_context import EntryContext
from rules.kernel.game import DeckViolation, Game, Verb
from rules.kernel.judgment import Judgment
from rules.kernel.log import Header, Player
from rules.kernel.name_checks import said_by_cards, titles_of

SETUP = frozenset({"opening", "commit", "first", "tiles", "killers", "dreamer"})


CORE_VERBS: dict[type[Entry], Verb] = {
    LayOut: Verb(opening.verify_lay_out, opening.perform_lay_out),
    First: Verb(opening.verify_first, opening.perform_first),
    Shuffle: Verb(drawing.verify_shuffle, drawing.perform_shuffle),
    Draw: Verb(drawing.verify_draw, drawing.perform_draw),
    Discard: Verb(drawing.verify_discard, drawing.perform_discard),
    Clear: Verb(clearing.verify_clear, clearing.perform_clear),
    Done: Verb(clearing.verify_done, clearing.perform_done),
    Refresh: Verb(drawing.verify_refresh, drawing.perform_refresh),
    PlayCards: Verb(plays.verify_play, sequence.perform_play),
    Pass: Verb(sequence.verify_pass, sequence.perform_pass),
    Deploy: Verb(waste_twist_deploy.verify_deploy, waste_twist_deploy.perform_deploy),
    WasteCard: Verb(waste_twist_deploy.verify_waste, waste_twist_deploy.perform_waste),
    ConvertCard: Verb(converting.verify_convert, converting.perform_convert),
    TwistCard: Verb(waste_twist_deploy.verify_twist, waste_twist_deploy.perform_twist),
    TimeCalled: Verb(timing.verify_time, timing.perform_time),
}


class HeroGame(Game[P, HeroOptions], Variant[P]):
    """A HeroCard game. The methods below the line are what the core asks of it."""

    seats = (2, 4)
    package = "rules.herocard"
    card_type = HeroCard
    options_type = HeroOptions
    effects = EFFECTS
    refresh_phase: ClassVar[str] = "action"
    stoppable: ClassVar[frozenset[str]] = frozenset({"clear"})
    hero_type: ClassVar[type[Hero]] = Hero

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(catalogue_cards())

    def heroes(self, j: Judgment) -> dict[str, Hero]:
        """Every seat's side of the table before anything is drawn; opens the pools."""
        players: dict[str, Hero] = {}
        for seat in j.seats:
            deck = self._open(j, seat, True)
            players[seat] = self.hero_type(deck=deck, hand=(), laid_out=False)
        return players

    def _open(self, j: Judgment, seat: str, cards: bool) -> tuple[int, ...]:
        listed: DeckList | None = (j.decks or {}).get(seat)
        copies = None if listed is None else expand(j.catalogue, listed.lines("actions"))
        if cards:
            return j.deck(seat, copies)
        j.known = j.known.with_home(seat, copies)
        return ()

    def prepare(self, j: Judgment) -> None:
        for seat in j.seats:
            self._open(j, seat, False)

    def complete(self, ctx: EntryContext, position: P) -> P:
        return timing.completed(ctx, position, self.hero_type)

    def to_act(self, position: P) -> tuple[str, ...]:
        if position.phase == OVER:
            return ()
        if position.steps:
            actors = self.actors(position)
            return (*actors, *(seat for seat in actors_after(self, position) if seat not in actors))
        if position.phase == "action":
            return (position.priority,)
        if position.phase == "opening":
            return tuple(seat for seat, hero in position.players.items() if not ready(hero))
        if position.phase == "first":
            return (TABLE,)
        if position.phase in TURN_DRAW and shuffle_due(position.players[position.turn]):
            return (position.turn, TABLE)
        return (position.turn,)

    def is_over(self, position: P) -> bool:
        return bool(position.phase == OVER)

    def actors(self, position: P) -> tuple[str, ...]:
        """Who acts in the steps that may be taken now."""
        seats: tuple[str, ...] = ()
        if len(position.steps) == 1:
            return self.step_actors(position, position.steps[0])
        for place in self.open_steps(position):
            actors = self.step_actors(position, position.steps[place])
            seats += tuple(seat for seat in actors if seat not in seats)
        return seats

    def open_steps(self, position: P) -> tuple[int, ...]:
        """The places of the waiting steps that may be taken now."""
        return (len(position.steps) - 1,) if position.steps else ()

    def step_actors(self, position: P, step: Step) -> tuple[str, ...]:
        """Who acts in a step."""
        if isinstance(step, Shuffling):
            return (TABLE,)
        if isinstance(step, Drawing) and shuffle_due(position.players[step.seat]):
            return (TABLE,)
        return (step.seat,)

    def options(self, j: Judgment, by: str) -> list[Entry]:
        return options.options(j, by)

    def step_options(self, j: Judgment, by: str, step: Step) -> list[Entry]:
        """The options of the seat of a waiting step."""
        return options.step_options(j, by, step)

    def phase_options(self, j: Judgment, by: str) -> list[Entry]:
        """The options of a seat in a phase with no step waiting."""
        return options.phase_options(j, by)

    def fill(self, j: Judgment, entry: Entry, source: Source) -> Entry:
        return options.fill(j, entry, source)

    def canonical_option(self, j: Judgment, entry: Entry) -> Entry | None:
        return canonical_option.canonical_option(j, entry)

    def sample_header(self, players: int, source: Source) -> Header:
        seats = "ABCD"[:players]
        left = list(HEROES)
        heroes = [left.pop(source.below(len(left))) for _ in seats]
        decks = tuple(Player(seat, hero_deck(name)) for seat, name in zip(seats, heroes, strict=True))
        return Header(log=1, game=self.name, rules=self.editions[-1], players=decks)

    def check_deck(self, deck: DeckList, options: HeroOptions, catalogue: Catalogue) -> list[DeckViolation]:
        return check_deck(deck, options, catalogue)

    def built_around(self, deck: DeckList, catalogue: Catalogue) -> str:
        """Its Hero, where no Attribute card is another's."""
        return hero_of(deck, catalogue)

    def periods(self, position: P) -> dict[str, int | str]:
        return {"turn": position.number, "phase": f"{position.number} {position.phase}"}

    def shown_apart(self, entry: Entry) -> tuple[CardRef, ...]:
        return (entry.cards or ()) if isinstance(entry, LayOut) else ()

    def skip(self, j: Judgment, phase: str) -> P | None:
        position: P = j.position
        if position.phase != phase or position.steps:
            position = with_draws_over(j, position)
        if position.phase != phase or position.steps or position.sequence is not None:
            return None
        if phase in TURN_DRAW:
            return to_clear(j, position)
        if phase == "clear":
            return self.after_clear(position)
        if phase == "move":
            return to_action(position)
        return end_turn(j, position) if phase == "action" else None

    def after_end(self, verb: type[Entry]) -> bool:
        return verb is Shuffle

    def vocabulary(self, ctx: EntryContext, position: P, kind: str) -> Collection[str] | None:
        if kind == "title":
            return titles_of(ctx.catalogue) | said_by_cards(ctx.catalogue, "title")
        if kind == "killer":  # of Nightmare
            return ()
        return ACTIONS if kind == "kind" else super().vocabulary(ctx, position, kind)

    facts_of_parts: ClassVar[frozenset[str]] = frozenset({"cards", "forbid", "sequence", "steps", "twists"})
    mentions: ClassVar[Mapping[str, tuple[str, ...]]] = dict.fromkeys(
        ("players.*.wasted", "players.*.twisted", "players.*.twists.#.card", "sequence.cards.#.card"),
        tuple(f"players.*.stacks.{name}.#" for name in ATTRIBUTES),
    )
    skippable: ClassVar[tuple[str, ...]] = ("draw", "clear", "action")

    def derived(self, fact: str) -> str:
        return judging.derived(fact)

    def cards_at(self, position: P, path: str) -> tuple[int | None, ...] | None:
        return judging.cards_at(position, path)

    def remove(self, ctx: EntryContext, position: P, path: str, place: int) -> tuple[P, str]:
        return judging.remove(position, path, place)

    def put(self, ctx: EntryContext, position: P, path: str, card: int, owner: str) -> P:
        return judging.put(ctx, position, path, card)

    def after_changes(self, ctx: EntryContext, before: P, position: P, on: Entry | None) -> P:
        return judging.after_changes(ctx, before, position, on)

    # -- what the core asks -----------------------------------------------------------------------------------------

    def after_opening(self, position: P) -> P:
        """The position once every hand is drawn."""
        return replace(position, phase="first")

    def after_clear(self, position: P) -> P:
        """The position after the Clear phase."""
        return to_action(position)

    def after_done(self, ctx: EntryContext, position: P) -> P:
        """The position after a phase that was ended early."""
        return self.after_clear(position)

    def may_refresh(self, position: P) -> bool:
        """Whether the Action phase is still whole, so that it can be skipped."""
        return (
            position.phase == "action"
            and position.priority == position.turn
            and not (position.played or position.exchange or position.passes)
        )

    def void(self, position: P, step: Step) -> bool:
        """Whether a step has come to its end."""
        return void(position, step)

    def involved(self, position: P, sequence: Sequence | None) -> tuple[str, ...]:
        """Who takes part in the passing of priority now."""
        return living(position)

    def side_of(self, position: P, by: str) -> Side | None:
        """The side a Miscellaneous card that changes the outcome is played for."""
        sequence = position.sequence
        return "attack" if sequence is not None and sequence.attacker == by else "block"

    def check_side(self, j: Judgment, by: str, side: Side) -> None:
        """Breaks a rule where ``by`` may not play for this side."""
        duel_side(j, by, side)

    def shared_bases(self, position: P) -> bool:
        """Whether a side's Base serves everybody's Mods."""
        return False

    def check_attack(self, j: Judgment, by: str) -> None:
        """Breaks a rule where ``by`` may not start an Attack Sequence."""

    def aims(self, position: P, card: HeroCard) -> bool:
        """Whether the game needs a target for a card that names none."""
        return False


def duel_side(j: Judgment, by: str, side: Side) -> None:
    """In a duel only the attacker plays attack cards and only the target plays Blocks."""
    current: Sequence = j.position.sequence
    if side == "attack" and by != current.attacker:
        j.forbid(
            "attacking.attacker",
            say("attack_of_another_player", attacker=current.attacker, other_attacker=current.attacker),
        )
    elif side == "block" and by != current.target:
        j.forbid(
            "blocking.target",
            say("only_target_blocks", target=current.target, other_target=current.target),
        )


__all__ = ["CORE_VERBS", "Card", "HeroGame", "HeroOptions"]
