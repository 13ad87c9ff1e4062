"""Looney Tunes: the wiring."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import ClassVar, Literal

from rules.kernel.cards import Catalogue, DeckList
from rules.kernel.chance import Source
from rules.kernel.entries import Entry, TimeCalled
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.event_rules import EventRules, Length, Scoring
from rules.kernel.game import DeckViolation, Game, Options, Verb
from rules.kernel.judgment import Judgment
from rules.kernel.log import Header
from rules.kernel.name_checks import said_by_cards, titles_of
from rules.kernel.verdict import Outcome
from rules.looney_tunes import (
    actors,
    deck,
    drawing,
    hands,
    options,
    partial,
    scenes,
    scoring,
    selfplay,
    setting_up,
    storyboard,
    verbs,
    winning,
)
from rules.looney_tunes.cards import CARDS
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.deck import SECTIONS as DECK_SECTIONS
from rules.looney_tunes.effects import EFFECTS
from rules.looney_tunes.position import MOVIE, LooneyPosition
from rules.looney_tunes.texts import say


class LooneyOptions(Options, frozen=True):
    """The event's choices. ``movie``: the Movie deck's list; ``next_active`` (reading D1), ``untaken`` (D7),
    ``colorless`` and ``rankless`` (D13); ``time_tie``: equal at the top when time is called."""

    movie: DeckList | None = None
    next_active: Literal["loser", "alternate"] = "loser"
    untaken: Literal["discard", "stay"] = "discard"
    colorless: Literal["equal", "single_color"] = "equal"
    rankless: Literal["highest", "lowest"] = "highest"
    time_tie: Literal["play_on", "shared"] = "play_on"


class LooneyTunes(Game[LooneyPosition, LooneyOptions]):
    """The engine: see ``docs/logs/looney_tunes.md``."""

    name = "looney_tunes"
    title = "Looney Tunes"
    seats = (2, 8)
    card_type = LooneyCard
    options_type = LooneyOptions
    position_type = LooneyPosition
    package = "rules.looney_tunes"
    shared_sections = (MOVIE,)
    shared_fields = frozenset({"score_pile"})
    event_rules = EventRules(
        last_tiebreaks=("further_scene",),
        first_section="personal",
        deck_sections=DECK_SECTIONS,
        time_procedure=(say("time_procedure")),
        scoring=Scoring(say("scene_points"), decides=True),
        card_list="rules.looney_tunes.importing:read_cards",
        length=Length("scene", say("scenes")),
    )
    effects = EFFECTS
    verbs: ClassVar[dict[type[Entry], Verb]] = {
        verbs.Shuffle: Verb(setting_up.verify_shuffle, setting_up.perform_shuffle),
        verbs.Coin: Verb(setting_up.verify_coin, setting_up.perform_coin),
        verbs.Draw: Verb(drawing.verify_draw, drawing.perform_draw),
        verbs.AddScene: Verb(storyboard.verify_add_scene, storyboard.perform_add_scene),
        verbs.ChooseScene: Verb(storyboard.verify_choose_scene, storyboard.perform_choose_scene),
        verbs.Send: Verb(actors.verify_send, actors.perform_send),
        verbs.Done: Verb(actors.verify_done, actors.perform_done),
        verbs.RollActor: Verb(actors.verify_roll_actor, actors.perform_roll_actor),
        verbs.Roll: Verb(actors.verify_roll, actors.perform_roll),
        verbs.Announce: Verb(actors.verify_announce, actors.perform_announce),
        verbs.Reveal: Verb(scenes.verify_reveal, scenes.perform_reveal),
        verbs.Resolve: Verb(scenes.verify_resolve, scenes.perform_resolve),
        verbs.Choose: Verb(scenes.verify_choose, scenes.perform_choose),
        verbs.Look: Verb(hands.verify_look, hands.perform_look),
        verbs.RandomCard: Verb(hands.verify_random, hands.perform_random),
        verbs.Score: Verb(scoring.verify_score, scoring.perform_score),
        TimeCalled: Verb(winning.verify_time_called, winning.perform_time_called),
    }

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(CARDS)

    def start(self, j: Judgment) -> LooneyPosition:
        return setting_up.start(j)

    def prepare(self, j: Judgment) -> None:
        setting_up.prepare(j)

    def complete(self, ctx: EntryContext, position: LooneyPosition) -> LooneyPosition:
        return partial.complete(ctx, position)

    def to_act(self, position: LooneyPosition) -> tuple[str, ...]:
        return options.to_act(position)

    def is_over(self, position: LooneyPosition) -> bool:
        return bool(position.phase == "over")

    def options(self, j: Judgment, by: str) -> list[Entry]:
        return options.options(j, by)

    def seen_by(self, entry: Entry, position: LooneyPosition) -> tuple[str, ...] | None:
        """Whoever's hand is looked at knows it."""
        seen_by = super().seen_by(entry, position)
        if seen_by is None or not isinstance(entry, verbs.Look) or not position.steps:
            return seen_by
        against = position.steps[0].against
        return seen_by if against in (None, entry.by) else (*seen_by, against)

    def canonical_option(self, j: Judgment, entry: Entry) -> Entry | None:
        return options.canonical_option(j, entry)

    def fill(self, j: Judgment, entry: Entry, source: Source) -> Entry:
        return selfplay.fill(j, entry, source)

    def outcome(self, j: Judgment) -> Outcome | None:
        return winning.outcome(j)

    def sample_header(self, players: int, source: Source) -> Header:
        return selfplay.sample_header(players, source)

    def check_deck(
        self, deck_list: DeckList, options: LooneyOptions, catalogue: Catalogue
    ) -> list[DeckViolation]:
        return deck.check_deck(deck_list, catalogue)

    def vocabulary(self, ctx: EntryContext, position: LooneyPosition, kind: str) -> Collection[str] | None:
        if kind == "actor":
            return titles_of(ctx.catalogue) | said_by_cards(ctx.catalogue, "actor")
        if kind == "color":
            return said_by_cards(ctx.catalogue, "color")
        return super().vocabulary(ctx, position, kind)

    def periods(self, position: LooneyPosition) -> dict[str, int | str]:
        return {"scene": position.round}

    def length(self, position: LooneyPosition) -> int:
        """The Scenes that were scored: the round that is on is none of them."""
        return position.round - 1

    def after_changes(
        self, ctx: EntryContext, before: LooneyPosition, position: LooneyPosition, on: Entry | None
    ) -> LooneyPosition:
        why = partial.stranger(ctx, position)
        if why:
            raise Impossible(why)
        return scoring.after_changes(ctx, before, position)

    mentions: ClassVar[Mapping[str, tuple[str, ...]]] = {"players.*.text_done": ("players.*.face_up.#",)}
    skippable: ClassVar[tuple[str, ...]] = ("draw", "storyboard", "effects", "effect")

    def skip(self, j: Judgment, phase: str) -> LooneyPosition | None:
        return partial.skip(j, j.position, phase)
