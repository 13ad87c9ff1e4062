"""The positions that a game begins with: those of the decks, and one that a log's header gives in part (Deck, Pre-Game
Cards, Ability)."""

from __future__ import annotations

from functools import reduce
from operator import or_

from msgspec.structs import replace

from rules.highlander.card import PRE_GAME
from rules.highlander.changes import followups
from rules.highlander.changes.must_do import without_impossible_draws
from rules.highlander.changes.won_powers import with_won_powers
from rules.highlander.position import START_ABILITY, Defense, Highlander, InPlay, Side
from rules.highlander.reading.modifiers import ability
from rules.highlander.reading.state import face, is_mark
from rules.kernel.cards import DeckLine, DeckList, expand
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def prepare(j: Judgment) -> None:
    """Take the contents of the decks as known, before the position of a header is read."""
    for seat in j.seats:
        deck = j.decks[seat]
        listed = None if deck is None or "deck" not in deck.sections else expand(j.catalogue, _all(deck))
        j.known = j.known.with_home(seat, listed)


def start(j: Judgment) -> Highlander:
    """The position before anybody has done anything: Endurances as the deck lists give them, Pre-Game cards in play."""
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


def complete(ctx: EntryContext, position: Highlander) -> Highlander:
    """A position given in part, with what follows from what it says."""
    j = Judgment.of(ctx, position)
    turn = position.turn
    players = {seat: _covering(ctx, position.players.get(seat, Side())) for seat in ctx.seats}
    players = {seat: _looked_back(j, held) if seat != turn else held for seat, held in players.items()}
    phase = position.phase
    if turn in ctx.seats and phase == "roll_off":
        phase = "may_do"
    if turn not in ctx.seats:  # nobody has just played anything that could be countered
        position = replace(position, chance=None)
    completed = replace(position, players=players, turn=turn if turn in ctx.seats else "", phase=phase)
    for seat in ctx.seats:
        completed = without_impossible_draws(completed, seat)
    return with_won_powers(ctx, completed)


@enforces("pre-game-cards")
def _of_section(j: Judgment, section: str, faces: tuple[int, ...]) -> tuple[int, ...]:
    """The card that a deck list means by a title that several have: before the game Pre-Game cards are meant."""
    types = {n: getattr(j.catalogue.cards[n], "type", "") for n in faces}
    numbers = tuple(n for n in faces if (types[n] in PRE_GAME) == (section == "pre_game"))
    return numbers or faces


def _all(deck: DeckList) -> tuple[DeckLine, ...]:
    return (*deck.lines("deck"), *deck.lines("pre_game"), *deck.lines("in_play"))


def _covering(ctx: EntryContext, held: Side) -> Side:
    """The side with the area of each Defense filled in that gives none of its own: the one that its cards print."""
    if not held.defenses:
        return held

    def printed(defense: Defense) -> Defense:
        cards = (face(ctx, card) for card in (defense.card, defense.second))
        return replace(defense, squares=reduce(or_, (card.squares for card in cards if card is not None), 0))

    return replace(held, defenses=tuple(d if d.squares else printed(d) for d in held.defenses))


def _looked_back(j: Judgment, held: Side) -> Side:
    """The side with its last turn filled in, where it is given with attacks of that turn: the turn was played, and it
    attacked in it."""
    if not held.attacks:
        return held
    if not held.specials_played and not held.power_blow_made:
        held = replace(
            held, attacks=tuple(followups.with_head_shot_alone(j, attack) for attack in held.attacks)
        )
    blow = any(is_mark(j, attack, "power_blow") for attack in held.attacks)
    return replace(
        held,
        turns=max(held.turns, 1),
        attacked_last_turn=True,
        power_blow_last_turn=held.power_blow_last_turn or blow,
    )
