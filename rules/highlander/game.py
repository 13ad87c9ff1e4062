"""The Game, and nothing but its wiring."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from rules.highlander import attacks, defenses, endurance, exertion, first_blood, specials, turns, verbs
from rules.highlander.card import HighlanderCard
from rules.highlander.cards import CARDS
from rules.highlander.deck import sample_deck
from rules.highlander.effects import EFFECTS
from rules.highlander.options import options, reference
from rules.highlander.position import Highlander, InPlay, Side
from rules.highlander.state import maximum
from rules.highlander.waiting import waits_for
from rules.kernel.cards import Catalogue, DeckList, expand
from rules.kernel.chance import Source
from rules.kernel.entries import Entry
from rules.kernel.game import DeckViolation, Game, Options, Verb
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.kernel.log import Header, Player
from rules.kernel.position import Position
from rules.kernel.verdict import Outcome


class HighlanderOptions(Options, frozen=True):
    """``min_deck``: the event's minimum deck size (the Handbook gives none, reading B1)."""

    min_deck: int = 0


class HighlanderGame(Game):
    """Highlander: The Card Game."""

    name = "highlander"
    title = "Highlander"
    editions = ("1999.3.10",)
    seats = (2, 2)
    card_type = HighlanderCard
    options_type = HighlanderOptions
    position_type = Highlander
    open_sections = ("pre_game",)
    package = "rules.highlander"
    effects: ClassVar[dict[str, Any]] = EFFECTS
    verbs: ClassVar[dict[type[Entry], Verb]] = {
        verbs.Roll: Verb(specials.verify_roll, specials.perform_roll),
        verbs.Draw: Verb(turns.verify_draw, turns.perform_draw),
        verbs.Discard: Verb(turns.verify_discard, turns.perform_discard),
        verbs.NoMore: Verb(turns.verify_no_more, turns.perform_no_more),
        verbs.Play: Verb(specials.verify_play, specials.perform_play),
        verbs.Target: Verb(specials.verify_target, specials.perform_target),
        verbs.Use: Verb(specials.verify_use, specials.perform_use),
        verbs.Pass: Verb(specials.verify_pass, specials.perform_pass),
        verbs.Recover: Verb(specials.verify_recover, specials.perform_recover),
        verbs.AttackWith: Verb(attacks.verify_attack, attacks.perform_attack),
        verbs.MakeAttack: Verb(attacks.verify_make_attack, attacks.perform_make_attack),
        verbs.PowerBlow: Verb(attacks.verify_power_blow, attacks.perform_power_blow),
        verbs.Defend: Verb(defenses.verify_defend, defenses.perform_defend),
        verbs.Cover: Verb(defenses.verify_cover, defenses.perform_cover),
        verbs.PowerBlock: Verb(defenses.verify_power_block, defenses.perform_power_block),
        verbs.Drop: Verb(defenses.verify_drop, defenses.perform_drop),
        verbs.DeclareSuccessful: Verb(defenses.verify_declare, defenses.perform_declare),
        verbs.Call: Verb(defenses.verify_call, defenses.perform_call),
        verbs.Reveal: Verb(defenses.verify_reveal, defenses.perform_reveal),
        verbs.Exert: Verb(exertion.verify_exert, exertion.perform_exert),
        verbs.TurnOver: Verb(exertion.verify_turn_over, exertion.perform_turn_over),
        verbs.Done: Verb(exertion.verify_done, exertion.perform_done),
        verbs.NextPhase: Verb(turns.verify_next_phase, turns.perform_next_phase),
        verbs.Shuffle: Verb(endurance.verify_shuffle, endurance.perform_shuffle),
        verbs.Concede: Verb(first_blood.verify_concede, first_blood.perform_concede),
        verbs.Accept: Verb(first_blood.verify_accept, first_blood.perform_accept),
        verbs.FirstBlood: Verb(first_blood.verify_first_blood, first_blood.perform_first_blood),
        verbs.TimeCalled: Verb(first_blood.verify_time, first_blood.perform_time),
    }

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(CARDS)

    def prepare(self, j: Judgment) -> None:
        for seat in j.seats:
            deck = j.decks[seat]
            listed = deck is not None and "deck" in deck.sections
            j.known = j.known.with_home(seat, expand(j.catalogue, _all(deck)) if listed else None)

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
                c for line in deck.lines("pre_game") for c in [j.catalogue.must_find(line.card)] * line.count
            ]
            cards = j.new(seat, len(before))
            for card, faces in zip(cards, before, strict=True):
                j.learn(card, faces)
            in_play = tuple(InPlay(owner=seat, card=card) for card in cards)
            size = sum(line.count for line in deck.lines("deck"))
            players[seat] = Side(endurance=(OPEN,) if closed else j.new(seat, size), in_play=in_play)
        p = Highlander(players=players)
        j.position = p
        raised = {seat: replace(held, ability=maximum(j, seat)) for seat, held in p.players.items()}
        return replace(p, players=raised)

    def complete(self, j: Judgment, position: Any) -> Any:
        players = {seat: position.players.get(seat, Side()) for seat in j.seats}
        turn = position.turn
        phase = position.phase
        if turn in j.seats and phase == "roll_off":
            phase = "may_do"
        return replace(position, players=players, turn=turn if turn in j.seats else "", phase=phase)

    def to_act(self, position: Any) -> tuple[str, ...]:
        return waits_for(position, tuple(position.players))

    def options(self, j: Judgment, by: str) -> list[Entry]:
        def legal(entry: Entry) -> bool:
            trial = Judgment(self, j.catalogue, j.options, j.seats, j.position, j.known, j.n, j.decks)
            if isinstance(entry, verbs.TurnOver):  # which cards they are decides nothing
                entry = self.fill(j, entry, Source("any"))
            self.verbs[type(entry)].verify(trial, entry)
            return trial.violations is None and trial.needs is None and trial.missing is None

        return options(j, by, legal) if self.to_act(j.position) else []

    def normal(self, j: Judgment, entry: Entry) -> Entry | None:
        plain = msgspec.structs.replace(entry, at=None, note="", seen_by=None)
        if isinstance(plain, verbs.Draw):
            return msgspec.structs.replace(plain, count=plain.number, cards=None)
        if isinstance(plain, verbs.TurnOver):
            return msgspec.structs.replace(plain, cards=(), count=0)
        return plain

    def fill(self, j: Judgment, entry: Entry, source: Source) -> Entry:
        p: Highlander = j.position
        if isinstance(entry, verbs.Draw):
            names = _names(j, p.players[entry.by].endurance[: entry.count], source)
            return msgspec.structs.replace(entry, count=0, cards=names, seen_by=(entry.by,))
        if isinstance(entry, verbs.TurnOver) and p.exerting is not None:
            return msgspec.structs.replace(
                entry, cards=_names(j, p.exerting.cards[p.exerting.named :], source)
            )
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

    def periods(self, position: Any) -> dict[str, int | str]:
        return {"turn": position.number, "phase": f"{position.number} {position.phase}"}

    def sample_header(self, players: int, source: Source) -> Header:
        seats = tuple(Player(seat=seat, deck=sample_deck(source)) for seat in "AB")
        return Header(log=1, game=self.name, rules=self.editions[-1], players=seats)

    def check_deck(self, deck: DeckList, options: Any, catalogue: Catalogue) -> list[DeckViolation]:
        from rules.highlander.deck import check

        return check(deck, options, catalogue)


def _all(deck: DeckList) -> Any:
    return (*deck.lines("deck"), *deck.lines("pre_game"))


def _names(j: Judgment, cards: tuple[int, ...], source: Source) -> tuple[Any, ...]:
    """Lots drawn for cards nobody has seen yet."""
    known = j.known
    names = []
    for card in cards:
        number = source.weighted(known.copies(card, j.catalogue))
        known, _ = known.bind(card, (number,))
        names.append(reference(j, number))
    return tuple(names)
