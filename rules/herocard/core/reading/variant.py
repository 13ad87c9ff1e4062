"""The hooks of the core in which the two games differ: where duels and Nightmare differ, the flow of a turn asks here.

``HeroGame`` answers for both what they share; ``duel.game`` and ``nightmare.game`` answer the rest.
"""

from __future__ import annotations

from typing import ClassVar, Protocol

import msgspec

from rules.herocard.core.reading.card import Attribute, HeroCard
from rules.herocard.core.reading.position import HeroPosition, P, Sequence, Side, Step
from rules.kernel.entries import Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


class Played(msgspec.Struct, frozen=True, gc=False):
    """A play resolved: the cards, their facts, each one's target and Attribute, and the side it takes."""

    cards: tuple[int, ...]
    facts: tuple[HeroCard, ...]
    targets: tuple[str | None, ...]
    attributes: tuple[Attribute | None, ...]
    side: Side | None


class Variant(Protocol[P]):
    """One of the two games, as the core knows it. A position given or taken is of the game's own type."""

    #: the phase in place of which a hand is refreshed
    refresh_phase: ClassVar[str]
    #: the phases that may be ended early
    stoppable: ClassVar[frozenset[str]]

    def to_act(self, position: P) -> tuple[str, ...]:
        """Whose entry the rules wait for."""

    def open_steps(self, position: P) -> tuple[int, ...]:
        """The places of the waiting steps that may be taken now."""

    def void(self, position: P, step: Step) -> bool:
        """Whether a step has come to its end."""

    def step_actors(self, position: P, step: Step) -> tuple[str, ...]:
        """Who acts in a step."""

    def step_options(self, j: Judgment, by: str, step: Step) -> list[Entry]:
        """The options of the seat of a waiting step."""

    def phase_options(self, j: Judgment, by: str) -> list[Entry]:
        """The options of a seat in a phase with no step waiting."""

    def after_opening(self, position: P) -> P:
        """The position once every hand is drawn."""

    def after_first(self, ctx: EntryContext, position: P, seat: str) -> P:
        """The position once it is known who starts."""

    def after_clear(self, position: P) -> P:
        """The position after the Clear phase."""

    def after_done(self, ctx: EntryContext, position: P) -> P:
        """The position after a phase that was ended early."""

    def may_refresh(self, position: P) -> bool:
        """Whether the phase is still whole, so that it can be skipped for a new hand."""

    def involved(self, position: P, sequence: Sequence | None) -> tuple[str, ...]:
        """Who takes part in the passing of priority now."""

    def side_of(self, position: P, by: str) -> Side | None:
        """The side a Miscellaneous card that changes the outcome is played for."""

    def check_side(self, j: Judgment, by: str, side: Side) -> None:
        """Breaks a rule where ``by`` may not play for this side."""

    def shared_bases(self, position: P) -> bool:
        """Whether a side's Base serves everybody's Mods."""

    def check_attack(self, j: Judgment, by: str) -> None:
        """Breaks a rule where ``by`` may not start an Attack Sequence."""

    def aims(self, position: P, card: HeroCard) -> bool:
        """Whether the game needs a target for a card that names none."""

    def new_sequence(self, position: P, by: str, plan: Played) -> Sequence:
        """The Attack Sequence a Base Attack starts."""

    def resolve(self, ctx: EntryContext, position: P, sequence: Sequence, success: bool) -> P:
        """The position after an Attack Sequence that ended."""

    def at_turn_end(self, ctx: EntryContext, position: P) -> P:
        """The position with what the end of a turn brings (the end of time)."""

    def after_time(self, ctx: EntryContext, position: P) -> P:
        """The position after time is called."""


def game_of(ctx: EntryContext) -> Variant[HeroPosition]:
    """The HeroCard game that is being judged."""
    return ctx.game  # type: ignore[return-value]  # a cast costs a call
