"""The Nightmare Before Christmas TCG, wired together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import ClassVar, Literal, get_args

import msgspec

from rules.kernel.cards import Catalogue, DeckList
from rules.kernel.chance import Source
from rules.kernel.entries import Entry, TimeCalled
from rules.kernel.entry_context import EntryContext
from rules.kernel.event_rules import EventRules, Length, Scoring
from rules.kernel.game import DeckViolation, Game, Options, Verb
from rules.kernel.judgment import Judgment
from rules.kernel.log import Header
from rules.kernel.name_checks import said_by_cards, titles_of
from rules.kernel.verdict import Outcome
from rules.nightmare_before_christmas import (
    card_texts,
    deck,
    drawing,
    empty_steps,
    end_phase,
    filling,
    hands,
    judged_places,
    moving,
    options,
    passing,
    playing,
    printing,
    pumpkin_king,
    questions,
    searches,
    setting_up,
    shuffling,
    skipping,
    start_phase,
    surprises,
    targets,
    turn,
    winning,
)
from rules.nightmare_before_christmas import verbs as v
from rules.nightmare_before_christmas.cards import catalogue as cards
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.deck import SECTIONS as DECK_SECTIONS
from rules.nightmare_before_christmas.effects import CARD_TYPE, AnyEffect, CardType
from rules.nightmare_before_christmas.position import NightmarePosition
from rules.nightmare_before_christmas.steps import BEGIN
from rules.nightmare_before_christmas.texts import say

VERBS: dict[type[Entry], Verb] = {
    v.FirstKing: Verb(setting_up.verify_first_king, setting_up.perform_first_king),
    v.Roll: Verb(setting_up.verify_roll, setting_up.perform_roll),
    v.Shuffle: Verb(shuffling.verify_shuffle, shuffling.perform_shuffle),
    v.RemoveDay: Verb(start_phase.verify_remove_day, start_phase.perform_remove_day),
    v.Flip: Verb(start_phase.verify_flip, start_phase.perform_flip),
    v.Place: Verb(start_phase.verify_place, start_phase.perform_place),
    v.Commit: Verb(passing.verify_commit, passing.perform_commit),
    v.Reveal: Verb(passing.verify_reveal, passing.perform_reveal),
    v.ChooseActivity: Verb(pumpkin_king.verify_choose_activity, pumpkin_king.perform_choose_activity),
    v.Activity: Verb(pumpkin_king.verify_activity, pumpkin_king.perform_activity),
    v.UseFunction: Verb(turn.verify_function, turn.perform_function),
    v.Draw: Verb(drawing.verify_draw, drawing.perform_draw),
    v.Add: Verb(turn.verify_add, turn.perform_add),
    v.Move: Verb(moving.verify_move, moving.perform_move),
    v.GatherAt: Verb(moving.verify_gather, moving.perform_gather),
    v.Pass: Verb(passing.verify_pass, passing.perform_pass),
    v.Play: Verb(playing.verify_play, playing.perform_play),
    v.Protect: Verb(surprises.verify_protect, surprises.perform_protect),
    v.Use: Verb(card_texts.verify_use, card_texts.perform_use),
    v.Resolve: Verb(card_texts.verify_resolve, card_texts.perform_resolve),
    v.TurnUp: Verb(searches.verify_turn_up, searches.perform_turn_up),
    v.Take: Verb(searches.verify_take, searches.perform_take),
    v.Target: Verb(targets.verify_target, targets.perform_target),
    v.Discard: Verb(hands.verify_discard, hands.perform_discard),
    v.RandomCard: Verb(hands.verify_random, hands.perform_random),
    v.Look: Verb(hands.verify_look, hands.perform_look),
    v.CoverCard: Verb(hands.verify_cover, hands.perform_cover),
    v.Ask: Verb(questions.verify_ask, questions.perform_ask),
    v.Answer: Verb(questions.verify_answer, questions.perform_answer),
    v.Examine: Verb(questions.verify_examine, questions.perform_examine),
    v.Arrange: Verb(questions.verify_arrange, questions.perform_arrange),
    v.EndTurn: Verb(turn.verify_end_turn, turn.perform_end_turn),
    TimeCalled: Verb(end_phase.verify_time_called, end_phase.perform_time_called),
}

VERBS = {kind: empty_steps.allowing_empty_steps(verb) for kind, verb in VERBS.items()}


class NightmareOptions(Options, frozen=True):
    """``free_activity``: who performs the Pumpkin King Activity free is fixed when the King announces it, or asked at
    each player's turn (reading A1). ``time``: when time is called, the Day in progress is finished."""

    free_activity: Literal["snapshot", "each_turn"] = "snapshot"
    time: Literal["finish_day"] = "finish_day"


class NightmareBeforeChristmas(Game[NightmarePosition, NightmareOptions]):
    """Two to six players, twelve Days."""

    name = "nightmare_before_christmas"
    title = "The Nightmare Before Christmas TCG"
    seats = (2, 6)
    card_type = NightmareCard
    options_type = NightmareOptions
    position_type = NightmarePosition
    verbs = VERBS
    effects = BEGIN
    package = "rules.nightmare_before_christmas"
    event_rules = EventRules(
        last_tiebreaks=("further_day",),
        first_section="main",
        deck_sections=DECK_SECTIONS,
        time_procedure=(say("time_procedure")),
        scoring=Scoring(
            say("scare_points"),
            (("active_locales", say("active_locales")), ("active_thresholds", say("active_thresholds"))),
            decides=True,
        ),
        card_list="rules.nightmare_before_christmas.importing:import_cards",
        length=Length("day", say("days")),
    )

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(cards.CARDS)

    @cached_property
    def codec(self) -> printing.NightmareCodec:
        return printing.NightmareCodec(NightmarePosition)

    def start(self, j: Judgment) -> NightmarePosition:
        return setting_up.start(j)

    def prepare(self, j: Judgment) -> None:
        setting_up.prepare(j)

    def complete(self, ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
        position = setting_up.complete(ctx, position)
        if position.phase == "end":
            return end_phase.go_on(ctx, position)
        if position.stage in ("flip", "locale"):
            return start_phase.go_on(position)
        return pumpkin_king.go_on(ctx, position)

    def after_end(self, verb: type[Entry]) -> bool:
        return verb is v.Shuffle  # of a Main Deck of which nobody knew that it was empty

    def to_act(self, position: NightmarePosition) -> tuple[str, ...]:
        return printing.to_act(position)

    def options(self, j: Judgment, by: str) -> list[Entry]:
        return options.options(j, by, VERBS)

    def canonical_option(self, j: Judgment, entry: Entry) -> Entry | None:
        return options.canonical_option(j, entry, VERBS)

    def seen_by(self, entry: Entry, position: NightmarePosition) -> tuple[str, ...] | None:
        """Whoever's hand is looked at knows it."""
        seen_by = super().seen_by(entry, position)
        if seen_by is None or not isinstance(entry, v.Look):
            return seen_by
        against = position.steps[0].against if position.steps else None
        return seen_by if against in (None, entry.by) else (*seen_by, against)

    def fill(self, j: Judgment, entry: Entry, source: Source) -> Entry:
        return filling.fill(j, entry, source)

    def outcome(self, j: Judgment) -> Outcome | None:
        return winning.outcome(j)

    def sample_header(self, players: int, source: Source) -> Header:
        return deck.sample_header(players, source)

    def check_deck(
        self, deck_list: DeckList, options: NightmareOptions, catalogue: Catalogue
    ) -> list[DeckViolation]:
        return deck.check_deck(deck_list, catalogue)

    def vocabulary(self, ctx: EntryContext, position: NightmarePosition, kind: str) -> Collection[str] | None:
        if kind in ("title", "named", CARD_TYPE):
            said = said_by_cards(ctx.catalogue, "named", CARD_TYPE)
            return {*titles_of(ctx.catalogue), *get_args(CardType), *said}
        if kind == "effect":
            return [str(one.__struct_config__.tag) for one in get_args(AnyEffect)]
        if kind == "end":
            return get_args(v.End)
        if kind == "step":
            verbs = [str(verb.__struct_config__.tag) for verb in self.verbs]
            return [f"{seat} {verb}" for seat in ctx.seats for verb in verbs]
        return super().vocabulary(ctx, position, kind)

    def periods(self, position: NightmarePosition) -> dict[str, int | str]:
        return {"day": position.day, "turn": f"{position.day}:{position.turn}"}

    def skip(self, j: Judgment, phase: str) -> NightmarePosition | None:
        return skipping.skip(j, phase)

    def after_changes(
        self, ctx: EntryContext, before: NightmarePosition, position: NightmarePosition, on: Entry | None
    ) -> NightmarePosition:
        return judged_places.changed(position)

    mentions: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "players.*.hexed": ("players.*.locales.#.characters.#",),
    }
    skippable: ClassVar[tuple[str, ...]] = ("activity", "function", "turn", "effect")

    def places_besides(self, position: NightmarePosition) -> tuple[str, ...]:
        return judged_places.places(position)

    def cards_at(self, position: NightmarePosition, path: str) -> tuple[int | None, ...] | None:
        return judged_places.cards_at(position, path)

    def remove(
        self, ctx: EntryContext, position: NightmarePosition, path: str, place: int
    ) -> tuple[NightmarePosition, str]:
        return judged_places.remove(position, path, place)

    def put(
        self, ctx: EntryContext, position: NightmarePosition, path: str, card: int, owner: str
    ) -> NightmarePosition:
        return judged_places.put(position, path, card)

    def hide_header(self, header: Header, seat: str) -> Header:
        hidden = super().hide_header(header, seat)
        if hidden.position is None:
            return hidden
        return msgspec.structs.replace(hidden, position=printing.without_hidden_ends(hidden.position, seat))
