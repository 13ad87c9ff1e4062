"""The Game, and nothing but its wiring."""

from __future__ import annotations

from functools import cached_property, reduce
from operator import or_
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from rules.highlander import position_words, verbs, vocabulary
from rules.highlander.card import PRE_GAME, HighlanderCard
from rules.highlander.cards import CARDS
from rules.highlander.changes import followups, judged_places
from rules.highlander.changes.must_do import without_vain_draws
from rules.highlander.changes.uncounted import counted, fewer
from rules.highlander.changes.won_powers import with_won_powers
from rules.highlander.deck.checking import check
from rules.highlander.deck.samples import sample_deck
from rules.highlander.effects import EFFECTS
from rules.highlander.legality import (
    first_blood,
    taking,
)
from rules.highlander.legality.options import options
from rules.highlander.legality.table import VERIFY
from rules.highlander.position import START_ABILITY, Defense, Highlander, InPlay, Side
from rules.highlander.reading import empty_steps, musts, uncounted
from rules.highlander.reading.countering import answered_place
from rules.highlander.reading.modifiers import ability
from rules.highlander.reading.references import reference
from rules.highlander.reading.state import face, is_mark
from rules.highlander.reading.waiting import waits_for
from rules.highlander.timed import MINUTES, TURN_SECONDS
from rules.highlander.turn import course, skipping, triggers
from rules.highlander.turn.table import PERFORM
from rules.kernel.cards import Catalogue, DeckList, expand
from rules.kernel.chance import Source
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.event_rules import EventRules, Scoring
from rules.kernel.game import DeckViolation, Game, Options, Verb
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.kernel.log import Header, Player
from rules.kernel.position import Position
from rules.kernel.verdict import Outcome

#: verbs by which the texts of cards come about
TEXTS = (verbs.Play, verbs.Ignore, verbs.Recover, verbs.TurnUp)
Title = Annotated[str, msgspec.Meta(max_length=200)]
Seat = Annotated[str, msgspec.Meta(max_length=40)]


class HighlanderOptions(Options, frozen=True):
    """``min_deck``: the event's minimum deck size (the Handbook gives none, reading B1). ``minutes`` a match takes
    before time is called and ``turn_seconds`` a player has for a turn are facts for whoever keeps the clock (Timed
    Games); ``random_minutes``: a die is rolled for the round (see ``rules.highlander.timed``). ``sanctioned``: cards
    that a Sanctioned event bars are refused in decks; ``announced``: titles that were announced for it.
    ``powers_won``: the Personas whose Powers a seat has won earlier in the event (Quickening: Renaissance); of a seat
    that is not named nobody knows."""

    min_deck: int = 0
    minutes: int = MINUTES
    random_minutes: bool = False
    turn_seconds: int = TURN_SECONDS
    sanctioned: bool = True
    announced: Annotated[tuple[Title, ...], msgspec.Meta(max_length=100)] = ()
    powers_won: dict[Seat, Annotated[tuple[Title, ...], msgspec.Meta(max_length=50)]] = {}


class HighlanderGame(Game[Highlander, HighlanderOptions]):
    """Highlander: The Card Game."""

    name = "highlander"
    title = "Highlander"
    editions = ("1999.3.10",)
    seats = (2, 2)
    card_type = HighlanderCard
    options_type = HighlanderOptions
    position_type = Highlander
    open_sections = ("pre_game", "in_play")
    package = "rules.highlander"
    #: never drawn: First Blood decides, also where both would lose (Handbook: First Blood)
    event_rules = EventRules(
        time_procedure=(
            "The current player finishes the turn. A judge then invokes First Blood, and play goes on until it "
            "decides. There is no draw."
        ),
        still_playing="Time is called. Tables in First Blood:",
        scoring=Scoring("Ability"),
        never_drawn=True,
        card_list="rules.highlander.importing:read_cards",
    )
    effects: ClassVar[dict[str, Any]] = EFFECTS
    #: for each verb what judges it and what carries it out
    verbs: ClassVar[dict[type[Entry], Verb]] = {
        kind: course.verb(kind, VERIFY[kind], PERFORM[kind]) for kind in VERIFY
    }
    listeners: ClassVar[dict[type[Any], Any]] = triggers.LISTENERS

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(CARDS)

    def prepare(self, j: Judgment) -> None:
        for seat in j.seats:
            deck = j.decks[seat]
            listed = None if deck is None or "deck" not in deck.sections else expand(j.catalogue, _all(deck))
            j.known = j.known.with_home(seat, listed)

    def start(self, j: Judgment) -> Position:
        players = {}
        for seat in j.seats:
            deck = j.decks[seat]
            if deck is None:
                players[seat] = Side(endurance=j.deck(seat, None))
                continue
            closed = "deck" not in deck.sections
            j.known = j.known.with_home(seat, None if closed else expand(j.catalogue, _all(deck)))
            before = [
                faces
                for section in ("pre_game", "in_play")
                for line in deck.lines(section)
                for faces in [_of_section(j, section, j.catalogue.must_find(line.card))] * line.count
            ]
            cards = j.new(seat, len(before))
            for card, faces in zip(cards, before, strict=True):
                j.learn(card, faces)
            in_play = tuple(InPlay(owner=seat, card=card) for card in cards)
            size = sum(line.count for line in deck.lines("deck"))
            players[seat] = Side(endurance=(OPEN,) if closed else j.new(seat, size), in_play=in_play)
        p = with_won_powers(j, Highlander(players=players))
        j.position = p
        begun = {
            seat: replace(held, ability=START_ABILITY + ability(j, seat)) for seat, held in p.players.items()
        }
        return replace(p, players=begun)

    def complete(self, j: Judgment, position: Highlander) -> Highlander:
        j.position = position
        turn = position.turn
        players = {seat: _covering(j, position.players.get(seat, Side())) for seat in j.seats}
        players = {seat: _looked_back(j, held) if seat != turn else held for seat, held in players.items()}
        phase = position.phase
        if turn in j.seats and phase == "roll_off":
            phase = "may_do"
        if turn not in j.seats:  # nobody has just played anything that could be countered
            position = replace(position, chance=None)
        found = replace(position, players=players, turn=turn if turn in j.seats else "", phase=phase)
        for seat in j.seats:
            found = without_vain_draws(found, seat)
        return with_won_powers(j, found)

    def stranger(self, j: Judgment, position: Highlander, kind: str, name: str) -> str:
        why = position_words.stranger(j.catalogue, kind, name)
        return super().stranger(j, position, kind, name) if why is None else why

    count_missing = uncounted.MISSING

    def uncounted(self, j: Judgment, position: Highlander) -> dict[str, int]:
        return uncounted.fewest_left(j, position)

    def counted(self, j: Judgment, position: Highlander, seat: str, count: int) -> Highlander:
        return without_vain_draws(counted(j, position, seat, count), seat)

    def left(self, position: Highlander, seat: str) -> int:
        return len(position.players[seat].endurance)

    def fewer(self, start: Highlander, position: Highlander, seat: str, gone: int) -> Highlander | None:
        return fewer(start, position, seat, gone)

    def unknown_words(self, card: Any) -> tuple[str, ...]:
        return vocabulary.unknown(card)

    def after_end(self, verb: type[Entry]) -> bool:
        return verb is verbs.TakePowers

    def to_act(self, position: Highlander) -> tuple[str, ...]:
        return waits_for(position, tuple(position.players))

    def is_over(self, position: Highlander) -> bool:
        return position.winner is not None

    def options(self, j: Judgment, by: str) -> list[Entry]:
        def legal(entry: Entry) -> bool:
            trial = Judgment(self, j.catalogue, j.options, j.seats, j.position, j.known, j.n, j.decks)
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
        """Now and then a card's text rather than anything at all: by lot alone texts are hardly ever met."""
        texts: list[Entry] = [entry for entry in options if isinstance(entry, TEXTS)]
        return source.choice((texts, options)) if texts else options

    def normal(self, j: Judgment, entry: Entry) -> Entry | None:
        plain = msgspec.structs.replace(entry, at=None, note="", seen_by=None)
        if isinstance(plain, verbs.Draw):
            return msgspec.structs.replace(plain, count=plain.number, cards=None)
        if isinstance(plain, verbs.Take) and plain.source == "endurance":
            return msgspec.structs.replace(plain, card=None)
        if isinstance(plain, verbs.NoMore) and plain.number - 1 == musts.let_be_next(j, j.position):
            return msgspec.structs.replace(plain, number=0)
        if isinstance(plain, verbs.LookAtCard):
            return msgspec.structs.replace(plain, card=None)
        if isinstance(plain, verbs.Borrow) and plain.zone == "endurance":
            return msgspec.structs.replace(plain, card=None)
        if isinstance(plain, (verbs.Hold, verbs.TakeBack, verbs.Borrow, verbs.Play)) and plain.card is None:
            return None  # any card of the hand
        if isinstance(plain, verbs.Pass) and j.position.chance is None and j.position.choice is None:
            return None if not first_blood.removes(j.position, plain.by) else plain
        if isinstance(plain, verbs.Play) and plain.more and waits_anyway(j, plain):
            plain = msgspec.structs.replace(plain, more=False)
        if isinstance(plain, verbs.Play) and plain.target not in ("", plain.by):
            return msgspec.structs.replace(plain, target="")  # the opponent is meant where nobody is named
        if isinstance(plain, verbs.TurnOver):
            return msgspec.structs.replace(plain, cards=(), count=0)
        if isinstance(plain, verbs.Use):
            return msgspec.structs.replace(plain, counters=answered_place(j, j.position, plain))
        if isinstance(plain, verbs.Reveal) and contradicts(j, plain):
            return None  # it is a finding, and nothing that could be done
        return plain

    def fill(self, j: Judgment, entry: Entry, source: Source) -> Entry:
        p: Highlander = j.position
        if isinstance(entry, verbs.Draw):
            names = _names(j, p.players[entry.by].endurance[: entry.count], source)
            return msgspec.structs.replace(entry, count=0, cards=names, seen_by=(entry.by,))
        if isinstance(entry, verbs.Take):
            if entry.source == "exertion":  # self-play takes what lies open
                return entry
            return msgspec.structs.replace(_found(j, p, entry, source), seen_by=(entry.by,))
        if isinstance(entry, verbs.TurnOver) and p.exerting is not None:
            return msgspec.structs.replace(
                entry, cards=_names(j, p.exerting.cards[p.exerting.named :], source)
            )
        if isinstance(entry, verbs.Borrow) and entry.zone == "endurance" and entry.card is None:
            top = p.players[next(seat for seat in j.seats if seat != entry.by)].endurance[:1]
            (name,) = _names(j, top, source)
            return msgspec.structs.replace(entry, card=name, seen_by=(entry.by,))
        if isinstance(entry, (verbs.Hold, verbs.TakeBack, verbs.Borrow)) or (
            isinstance(entry, verbs.Play) and entry.face_down
        ):
            return msgspec.structs.replace(entry, seen_by=(entry.by,))
        if isinstance(entry, verbs.AttackWith) and entry.hidden and entry.source == "hand":
            return msgspec.structs.replace(entry, seen_by=(entry.by,))
        return entry

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
        }
    )

    def after_changes(
        self, j: Judgment, before: Highlander, position: Highlander, on: Entry | None
    ) -> Highlander:
        return judged_places.changed(j, before, position)

    def cards_at(self, position: Highlander, path: str) -> tuple[int | None, ...] | None:
        return judged_places.cards_at(position, path)

    def remove(self, j: Judgment, position: Highlander, path: str, place: int) -> tuple[Highlander, str]:
        return judged_places.remove(j, position, path, place)

    def put(self, j: Judgment, position: Highlander, path: str, card: int, owner: str) -> Highlander:
        return judged_places.put(j, position, path, card, owner)

    def sample_header(self, players: int, source: Source) -> Header:
        seats = tuple(Player(seat=seat, deck=sample_deck(source)) for seat in "AB")
        return Header(log=1, game=self.name, rules=self.editions[-1], players=seats)

    def check_deck(
        self, deck: DeckList, options: HighlanderOptions, catalogue: Catalogue
    ) -> list[DeckViolation]:

        return check(deck, options, catalogue)


def waits_anyway(j: Judgment, e: verbs.Play) -> bool:
    """Whether a card waits for what it is played with by its own Text, so that its player need not say so."""
    cards = [j.catalogue.cards[number] for number in j.catalogue.find(e.card)] if e.card is not None else []
    return bool(cards) and all(getattr(card, "conjunction", ()) for card in cards)


def contradicts(j: Judgment, e: verbs.Reveal) -> bool:
    """Whether another card is known to lie there."""
    attacks = j.position.players[e.by].attacks if e.by in j.position.players else ()
    held = attacks[e.attack - 1].face_down if e.attack <= len(attacks) else None
    known = j.known.faces.get(held) if held is not None else None
    return known is not None and known not in j.find(e.card)


@enforces("pre-game-cards")
def _of_section(j: Judgment, section: str, faces: tuple[int, ...]) -> tuple[int, ...]:
    """Which of the cards of a title is meant where a deck list names it: before the game Pre-Game cards are."""
    types = {n: getattr(j.catalogue.cards[n], "type", "") for n in faces}
    found = tuple(n for n in faces if (types[n] in PRE_GAME) == (section == "pre_game"))
    return found or faces


def _all(deck: DeckList) -> Any:
    return (*deck.lines("deck"), *deck.lines("pre_game"), *deck.lines("in_play"))


def _found(j: Judgment, p: Highlander, entry: verbs.Take, source: Source) -> Entry:
    """A card drawn by lot among those that the Endurance may hold and the search may end with."""
    zone = [card for card in p.players[entry.by].endurance if card != OPEN]
    numbers = sorted({n for card in zone for n, _ in j.known.copies(card, j.catalogue)})
    named = []
    for number in numbers:
        trial = Judgment(j.game, j.catalogue, j.options, j.seats, p, j.known, j.n, j.decks)
        found = msgspec.structs.replace(entry, card=reference(j, number))
        taking.verify_take(trial, found)
        if trial.violations is None and trial.needs is None:
            named.append(found)
    return source.choice(named) if named else entry


def _names(j: Judgment, cards: tuple[int, ...], source: Source) -> tuple[Any, ...]:
    """Lots drawn for cards nobody has seen yet."""
    known = j.known
    names = []
    for card in cards:
        number = source.weighted(known.copies(card, j.catalogue))
        known, _ = known.bind(card, (number,))
        names.append(reference(j, number))
    return tuple(names)


def _covering(j: Judgment, held: Side) -> Side:
    """A side given with Defenses: of one without an area of its own it is what its cards print."""
    if not held.defenses:
        return held

    def printed(defense: Defense) -> Defense:
        cards = (face(j, card) for card in (defense.card, defense.second))
        return replace(defense, squares=reduce(or_, (card.squares for card in cards if card is not None), 0))

    return replace(held, defenses=tuple(d if d.squares else printed(d) for d in held.defenses))


def _looked_back(j: Judgment, held: Side) -> Side:
    """A side given with attacks of its last turn: that turn was, and it attacked in it."""
    if not held.attacks:
        return held
    if not held.specials_played and not held.power_blow_made:
        held = replace(held, attacks=tuple(followups.alone(j, attack) for attack in held.attacks))
    blow = any(is_mark(j, attack, "power_blow") for attack in held.attacks)
    return replace(
        held,
        turns=max(held.turns, 1),
        attacked_last_turn=True,
        power_blow_last_turn=held.power_blow_last_turn or blow,
    )
