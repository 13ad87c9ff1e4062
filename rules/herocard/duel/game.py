"""Head-to-head duels: the wiring."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from rules.herocard.core.game import CORE_VERBS, HeroGame
from rules.herocard.core.reading.card import HeroCard
from rules.herocard.core.reading.deck import SECTIONS as DECK_SECTIONS
from rules.herocard.core.reading.position import Sequence
from rules.herocard.core.reading.variant import Played
from rules.herocard.core.turn.unknown_deck_size import judged_after_draws
from rules.herocard.duel import points
from rules.herocard.duel.position import DuelHero, DuelPosition
from rules.herocard.texts import say
from rules.kernel.entry_context import EntryContext
from rules.kernel.event_rules import EventRules, Length, Scoring
from rules.kernel.judgment import Judgment
from rules.kernel.verdict import Outcome


class HeroCardDuel(HeroGame[DuelPosition]):
    """HeroCard duels for two to four players."""

    name = "herocard_duel"
    title = "HeroCard duel"
    #: never drawn: Victory Points are won one at a time, so two are never equal at the end
    event_rules = EventRules(
        first_section="actions",
        deck_sections=DECK_SECTIONS,
        time_procedure=say("duel_time_procedure"),
        scoring=Scoring("Victory Points", decides=True),
        never_drawn=True,
        last_tiebreaks=("next_victory_point",),
        card_list="rules.herocard.importing:import_decks",
        length=Length("turn", say("turns")),
    )
    position_type = DuelPosition
    hero_type = DuelHero
    verbs = judged_after_draws(CORE_VERBS)

    def start(self, j: Judgment) -> DuelPosition:
        return DuelPosition(players=cast("dict[str, DuelHero]", self.heroes(j)), phase="opening")

    def outcome(self, j: Judgment) -> Outcome | None:
        return points.outcome(j.position)

    def after_first(self, ctx: EntryContext, position: DuelPosition, seat: str) -> DuelPosition:
        return points.first_turn(position, seat)

    def aims(self, position: DuelPosition, card: HeroCard) -> bool:
        return card.kind == "base_attack"

    def new_sequence(self, position: DuelPosition, by: str, plan: Played) -> Sequence:
        target = next(t for c, t in zip(plan.facts, plan.targets, strict=True) if c.kind == "base_attack")
        return Sequence(kind="duel", attacker=by, target=target)

    def resolve(
        self, ctx: EntryContext, position: DuelPosition, sequence: Sequence, success: bool
    ) -> DuelPosition:
        return points.scored(position, sequence, success)

    def at_turn_end(self, ctx: EntryContext, position: DuelPosition) -> DuelPosition:
        return points.at_turn_end(ctx, position)

    def after_time(self, ctx: EntryContext, position: DuelPosition) -> DuelPosition:
        if position.phase in ("opening", "first"):
            return replace(position, time="extra")
        return position
