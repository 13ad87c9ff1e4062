"""The Game, and nothing but its wiring."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import ClassVar

from rules.highlander import position_words, verbs
from rules.highlander.card import HighlanderCard
from rules.highlander.cards import CARDS
from rules.highlander.changes import judged_places
from rules.highlander.changes.endurance_size import with_size, without_bottom_cards
from rules.highlander.changes.must_do import without_impossible_draws
from rules.highlander.deck.built import SECTIONS as DECK_SECTIONS
from rules.highlander.deck.built import Built
from rules.highlander.deck.checking import check
from rules.highlander.deck.samples import sample_deck
from rules.highlander.effects import EFFECTS
from rules.highlander.event_options import HighlanderOptions
from rules.highlander.legality import (
    canonical_options,
)
from rules.highlander.legality.options import options
from rules.highlander.legality.table import VERIFY
from rules.highlander.position import TURN_PHASES, Highlander
from rules.highlander.reading import empty_steps, endurance_size
from rules.highlander.reading.waiting import waits_for
from rules.highlander.texts import say
from rules.highlander.turn import course, filling, setting_up, skipping, triggers
from rules.highlander.turn.table import PERFORM
from rules.kernel.cards import Catalogue, DeckList
from rules.kernel.chance import Source
from rules.kernel.entries import Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.event_rules import EventRules, Length, Scoring
from rules.kernel.game import DeckViolation, Game, Verb
from rules.kernel.judgment import Judgment
from rules.kernel.log import Header, Player
from rules.kernel.verdict import Outcome

#: verbs by which the texts of cards come about
TEXTS = (verbs.Play, verbs.Ignore, verbs.Recover, verbs.TurnUp)


class HighlanderGame(Game[Highlander, HighlanderOptions]):
    """Highlander: The Card Game."""

    name = "highlander"
    title = "Highlander"
    editions = ("1999.3.10",)
    edition_days = {"1999.3.10": "1999-03-10"}
    seats = (2, 2)
    card_type = HighlanderCard
    options_type = HighlanderOptions
    position_type = Highlander
    open_sections = ("pre_game", "in_play")
    lent_fields = ("borrowing", "borrowed")
    package = "rules.highlander"
    #: never drawn: First Blood decides, also where both would lose (Handbook: First Blood)
    event_rules = EventRules(
        deck_sections=DECK_SECTIONS,
        time_procedure=(say("procedure_when_time_is_called")),
        still_playing=say("tables_in_first_blood"),
        scoring=Scoring("Ability"),
        never_drawn=True,
        card_list="rules.highlander.importing:read_cards",
        length=Length("turn", say("turns")),
    )
    effects = EFFECTS
    #: for each verb what judges it and what carries it out
    verbs: ClassVar[dict[type[Entry], Verb]] = {
        kind: course.verb(kind, VERIFY[kind], PERFORM[kind]) for kind in VERIFY
    }
    listeners = triggers.LISTENERS

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(CARDS)

    def prepare(self, j: Judgment) -> None:
        setting_up.prepare(j)

    def start(self, j: Judgment) -> Highlander:
        return setting_up.start(j)

    def complete(self, ctx: EntryContext, position: Highlander) -> Highlander:
        return setting_up.complete(ctx, position)

    def name_problem(self, ctx: EntryContext, position: Highlander, kind: str, name: str) -> str:
        why = position_words.name_problem(ctx.catalogue, kind, name)
        return super().name_problem(ctx, position, kind, name) if why is None else why

    def vocabulary(self, ctx: EntryContext, position: Highlander, kind: str) -> Collection[str] | None:
        known = position_words.words_of(kind)
        return super().vocabulary(ctx, position, kind) if known is None else known

    count_missing = endurance_size.MISSING

    def unknown_deck_sizes(self, ctx: EntryContext, position: Highlander) -> dict[str, int]:
        return endurance_size.fewest_left(Judgment.of(ctx, position))

    def with_deck_size(self, ctx: EntryContext, position: Highlander, seat: str, count: int) -> Highlander:
        return without_impossible_draws(with_size(ctx, position, seat, count), seat)

    def cards_left(self, position: Highlander, seat: str) -> int:
        return len(position.players[seat].endurance)

    def with_fewer_cards(
        self, start: Highlander, position: Highlander, seat: str, gone: int
    ) -> Highlander | None:
        return without_bottom_cards(start, position, seat, gone)

    def after_end(self, verb: type[Entry]) -> bool:
        return verb is verbs.TakePowers

    def to_act(self, position: Highlander) -> tuple[str, ...]:
        return waits_for(position, tuple(position.players))

    def is_over(self, position: Highlander) -> bool:
        return position.winner is not None

    def options(self, j: Judgment, by: str) -> list[Entry]:
        def legal(entry: Entry) -> bool:
            trial = Judgment.of(j, j.position)
            if isinstance(entry, verbs.TurnOver) or (
                isinstance(entry, verbs.Take) and entry.source == "endurance"
            ):  # which cards they are decides nothing
                entry = self.fill(j, entry, Source("any"))
            if isinstance(entry, verbs.Take) and entry.card is None:
                return False  # the Endurance cannot hold what is searched for
            self.verbs[type(entry)].verify(trial, entry)
            return trial.violations is None and trial.needs is None and trial.missing is None

        return options(j, by, legal) if self.to_act(j.position) else []

    def prefer(self, j: Judgment, options: list[Entry], source: Source) -> list[Entry]:
        """Prefer options with card texts now and then: by chance alone they would hardly ever be played."""
        texts: list[Entry] = [entry for entry in options if isinstance(entry, TEXTS)]
        return source.choice((texts, options)) if texts else options

    def canonical_option(self, j: Judgment, entry: Entry) -> Entry | None:
        return canonical_options.canonical_option(j, entry)

    def fill(self, j: Judgment, entry: Entry, source: Source) -> Entry:
        return filling.fill(j, entry, source)

    def outcome(self, j: Judgment) -> Outcome | None:
        p: Highlander = j.position
        if p.winner is None:
            return None
        loser = next(seat for seat in j.seats if seat != p.winner)
        scores: dict[str, int | float] = {seat: held.ability for seat, held in p.players.items()}
        return Outcome(((p.winner,), (loser,)), scores, {"how": p.how})

    def periods(self, position: Highlander) -> dict[str, int | str]:
        return {"turn": position.number, "phase": f"{position.number} {position.phase}"}

    def empty_step(self, j: Judgment) -> Entry | None:
        return empty_steps.empty_step(j)

    def skip(self, j: Judgment, phase: str) -> Highlander | None:
        return skipping.skip(j, phase)

    facts_of_parts: ClassVar[frozenset[str]] = frozenset(
        {
            "marks",
            "due",
            "ability_changes",
            "must",
            "lasting",
            "next_attack",
            "coming_attack",
            "later_attack",
            "gone",
            "chance",
            "choice",
            "exerting",
            "rolling",
        }
    )

    mentions: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "players.*.last_attack": ("players.*.discard_pile.#",),
        "players.*.borrowed": ("players.*.in_play.#.card", "players.*.defenses.#.card"),
        "chance.card": ("players.*.in_play.#.card",),
    }
    skippable: ClassVar[tuple[str, ...]] = TURN_PHASES

    def after_changes(
        self, ctx: EntryContext, before: Highlander, position: Highlander, on: Entry | None
    ) -> Highlander:
        return judged_places.changed(ctx, before, position)

    def places_besides(self, position: Highlander) -> tuple[str, ...]:
        return judged_places.places(position)

    def cards_at(self, position: Highlander, path: str) -> tuple[int | None, ...] | None:
        return judged_places.cards_at(position, path)

    def remove(
        self, ctx: EntryContext, position: Highlander, path: str, place: int
    ) -> tuple[Highlander, str]:
        return judged_places.remove(ctx, position, path, place)

    def put(self, ctx: EntryContext, position: Highlander, path: str, card: int, owner: str) -> Highlander:
        return judged_places.put(ctx, position, path, card, owner)

    def sample_header(self, players: int, source: Source) -> Header:
        seats = tuple(Player(seat=seat, deck=sample_deck(source)) for seat in "AB")
        return Header(log=1, game=self.name, rules=self.editions[-1], players=seats)

    def check_deck(
        self, deck: DeckList, options: HighlanderOptions, catalogue: Catalogue
    ) -> list[DeckViolation]:
        return check(deck, options, catalogue)

    def built_around(self, deck: DeckList, catalogue: Catalogue) -> str:
        """The title of its one Persona."""
        persona = Built(deck, catalogue).persona
        return persona.title if persona is not None else ""
