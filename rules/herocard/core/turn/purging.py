"""Purging: the last card played in an Attack Sequence is negated as if it had never been played.

What a card did cannot be told from where things lie afterwards. So the Sequence keeps what lay where before its last
card took effect, and before the purges that may have followed: a purge may be purged itself, and then what it had
undone is done again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from rules.herocard.core.reading.card import ATTRIBUTES, HeroCard
from rules.herocard.core.reading.effects import (
    Add,
    ClearCards,
    Deploy,
    DrawCards,
    Effect,
    Forbid,
    Purge,
    Twist,
    Unwind,
)
from rules.herocard.core.reading.facts import facts_of
from rules.herocard.core.reading.position import (
    Active,
    Before,
    Deployed,
    Down,
    Hero,
    HeroPosition,
    Laid,
    P,
    Sequence,
    Side,
)
from rules.herocard.core.reading.stacks import in_play, removed
from rules.herocard.core.turn.flow import living
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.knowledge import OPEN

T = TypeVar("T")


def purges(card: HeroCard) -> bool:
    """Whether a card's text purges."""
    return any(isinstance(effect, Purge) for effect in card.effects)


def does_something(card: HeroCard) -> bool:
    """Whether a card's text does anything at once, which a purge has to undo."""
    return any(not isinstance(effect, Forbid | Add) for effect in card.effects)


def last_played(sequence: Sequence | None, purging: int | None = None) -> int | None:
    """The last card played in an Attack Sequence (but for the purge that is just played), also one that its own text
    has cleared since; None where there is none."""
    if sequence is None:
        return None
    cards = [active.card for active in sequence.cards if active.card != purging]
    latest = next((before.card for before in reversed(sequence.before) if before.card != purging), None)
    if latest is not None and latest not in cards:
        return latest
    return cards[-1] if cards else None


def snapshot_before(sequence: Sequence, card: int) -> Before | None:
    """The snapshot taken before a card took effect; None where there is none."""
    return next((before for before in reversed(sequence.before) if before.card == card), None)


# -- remembering ------------------------------------------------------------------------------------------------------


def with_snapshot(
    ctx: EntryContext, position: HeroPosition, by: str, card: int, facts: HeroCard, target: str | None
) -> HeroPosition:
    """The position with what lies where before a card takes effect, as far as its text can change it."""
    sequence = position.sequence
    if sequence is None or not does_something(facts):
        return position
    seats = dict.fromkeys(
        seat for effect in facts.effects for seat in _seats_reached(ctx, position, by, card, effect, target)
    )
    laid = {seat: _snapshot(position.players[seat]) for seat in seats if seat in position.players}
    before = Before(
        card=card,
        cards=sequence.cards,
        sides=sequence.sides,
        targets=sequence.targets,
        exclusive=position.exclusive,
        players=laid,
    )
    return replace(position, sequence=replace(sequence, before=(*sequence.before, before)))


def _seats_reached(
    ctx: EntryContext, position: HeroPosition, by: str, card: int, effect: Effect, target: str | None
) -> Iterable[str]:
    """Whose cards an effect can move or turn."""
    if isinstance(effect, DrawCards | Deploy):
        return (by,)
    if isinstance(effect, Purge):
        return _seats_of_purge(position, card)
    whose = getattr(effect, "who", getattr(effect, "whose", ""))
    if whose == "attacker" and position.sequence is not None:
        return (position.sequence.attacker,)
    if whose == "own" and isinstance(effect, ClearCards | Twist | Unwind):
        return (by,)
    return living(position) if whose == "opponents" else (target,) if target else ()


def _seats_of_purge(position: HeroPosition, card: int) -> tuple[str, ...]:
    """Whose cards a purge can move: the player's of the purged card, and everybody's whom that had reached."""
    sequence = position.sequence
    last = last_played(sequence, card)
    if sequence is None or last is None:
        return ()
    before = snapshot_before(sequence, last)
    owner = owner_of(position, last)
    return (*((owner,) if owner else ()), *(before.players if before is not None else ()))


def owner_of(position: HeroPosition, card: int) -> str:
    """Whose card this is: on whose stacks or Discard stack it lies."""
    for seat, hero in position.players.items():
        if card in in_play(hero) or card in hero.discard:
            return seat
    return ""


def _snapshot(hero: Hero) -> Laid:
    return Laid(
        body=hero.stacks.body,
        mind=hero.stacks.mind,
        x=hero.stacks.x,
        deployed=tuple(Down(d.card, d.attribute, d.above, d.effect, d.kinds) for d in hero.deployed),
        wasted=hero.wasted,
        twisted=hero.twisted,
        twists=hero.twists,
        discard=hero.discard,
    )


def drawn_since(position: HeroPosition, seat: str) -> int:
    """How many cards a player has drawn because of the last card played; they come first in its hand."""
    sequence = position.sequence
    laid = sequence.before[-1].players.get(seat) if sequence is not None and sequence.before else None
    return laid.drawn if laid is not None else 0


def with_drawn(position: HeroPosition, seat: str, count: int) -> HeroPosition:
    """The position that remembers cards a player drew because of the last card played."""
    sequence = position.sequence
    if sequence is None or not sequence.before or seat not in sequence.before[-1].players:
        return position
    *befores, last = sequence.before
    laid = last.players[seat]
    laid = replace(laid, drawn=laid.drawn + count)
    last = replace(last, players={**last.players, seat: laid})
    return replace(position, sequence=replace(sequence, before=(*befores, last)))


def without_snapshots(position: P) -> P:
    """The position where nobody can tell any more what was so before the last card took effect."""
    sequence = position.sequence
    if sequence is None or not sequence.before:
        return position
    return replace(position, sequence=replace(sequence, before=()))


def after_shuffle(
    position: HeroPosition, seat: str, gone: frozenset[int], mixed: frozenset[int] = frozenset()
) -> HeroPosition:
    """The position after a player's Discard stack was shuffled, which no purge undoes: what lay on it is nowhere else
    any more. ``mixed``: cards of the hand that are not told from it now; where a purge put one of them there, nobody
    can say which it was."""
    sequence = position.sequence
    if sequence is None or not sequence.before:
        return position
    if any(
        seat in before.players and mixed & _cards_lying(before.players[seat]) for before in sequence.before
    ):
        return without_snapshots(position)
    befores = tuple(_snapshot_without(before, seat, gone) for before in sequence.before)
    return replace(position, sequence=replace(sequence, before=befores))


def _snapshot_without(before: Before, seat: str, gone: frozenset[int]) -> Before:
    players = before.players
    if seat in players:
        players = {**players, seat: _without_cards(players[seat], gone)}
    cards = tuple(active for active in before.cards if active.card not in gone)
    return replace(before, card=None if before.card in gone else before.card, cards=cards, players=players)


def _without_cards(laid: Laid, gone: frozenset[int]) -> Laid:
    """A snapshot without the cards in ``gone``, which were shuffled away."""

    def kept(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(card for card in cards if card not in gone)

    return Laid(
        body=kept(laid.body),
        mind=kept(laid.mind),
        x=kept(laid.x),
        deployed=tuple(d for d in laid.deployed if d.card not in gone),
        wasted=kept(laid.wasted),
        twisted=kept(laid.twisted),
        twists=tuple(twist for twist in laid.twists if twist.card not in gone),
        discard=kept(laid.discard),
        drawn=laid.drawn,
    )


# -- undoing ----------------------------------------------------------------------------------------------------------


@enforces("glossary.purge", "reading.c24")
def purged(ctx: EntryContext, position: HeroPosition, purging: int | None = None) -> HeroPosition:
    """The position with the last card played negated: what it did undone, the side it took and its Exclusive action
    given back, the card itself discarded. ``purging``: the card that purges, which stays as it lies."""
    sequence = position.sequence
    card = last_played(sequence, purging)
    owner = owner_of(position, card) if card is not None else ""
    if sequence is None or card is None or not owner:
        return position
    before = snapshot_before(sequence, card)
    mine = next((active for active in sequence.cards if active.card == purging), None)
    was = _exclusive(ctx, position, owner, card, purging, before)
    players = position.players.copy()
    if before is not None:
        for seat, laid in before.players.items():
            players[seat] = _restored(players[seat], laid, purging)
    hero = removed(players[owner], card)
    left = tuple(one for one in hero.discard if one != card)
    players[owner] = replace(hero, discard=(*left, card))
    position = replace(position, players=players, exclusive=was)
    after = replace(position, sequence=_sequence_without(sequence, before, card, owner, mine))
    if before is None:
        return after
    for seat, laid in before.players.items():
        after = with_drawn(after, seat, -laid.drawn)
    return after


def _exclusive(
    ctx: EntryContext,
    position: HeroPosition,
    owner: str,
    card: int,
    purging: int | None,
    before: Before | None,
) -> bool:
    """Whether the active player has taken its Exclusive action once the card is purged."""
    declared, purge = facts_of(ctx, card), facts_of(ctx, purging) if purging is not None else None
    if purge is not None and purge.action == "exclusive":
        return position.exclusive
    if owner == position.turn and declared is not None and declared.action == "exclusive":
        return False
    return position.exclusive if before is None else before.exclusive


def _sequence_without(
    sequence: Sequence, before: Before | None, card: int, owner: str, mine: Active | None
) -> Sequence:
    """The Sequence as if the card had never been played; ``mine``: the card that purges it."""
    added = () if mine is None else (mine,)
    was: Before | Sequence = sequence if before is None else before
    lay = was.cards if before is None else (*was.cards, *added)
    gone = next((active for active in lay if active.card == card), None)
    cards = tuple(active for active in lay if active.card != card)
    targets = was.targets
    sides = _sides_without(sequence, was.sides, gone, owner, mine)
    if not any(active.seat == owner and active.target is not None for active in cards):
        targets = _without_seat(targets, owner)
    return replace(sequence, cards=cards, sides=sides, targets=targets)


def _sides_without(
    sequence: Sequence, sides: dict[str, Side], gone: Active | None, owner: str, mine: Active | None
) -> dict[str, Side]:
    """The sides taken: but for the one that the card took, and with the one that the card took which purges it."""
    if gone is not None and gone.joined and (mine is None or mine.seat != owner):
        sides = _without_seat(sides, owner)
    if mine is not None and mine.joined and mine.seat in sequence.sides:
        sides = {**sides, mine.seat: sides.get(mine.seat, sequence.sides[mine.seat])}
    return sides


def _without_seat(of_seats: dict[str, T], seat: str) -> dict[str, T]:
    """A table by seats without one of them."""
    return {other: said for other, said in of_seats.items() if other != seat}


def _restored(hero: Hero, laid: Laid, purging: int | None) -> Hero:
    """The Hero with everything where it lay: cards drawn since lie on top of the deck again, cards cleared on their
    stacks, cards discarded, wasted or put face down in the hand; and out of the hand what a purge, purged now, had put
    back there. ``purging`` stays where it is."""
    down = {d.card: d for d in hero.deployed}
    returned = _cards_out_of_hand(hero, laid, purging)
    lying = _cards_lying(laid)
    if not lying.isdisjoint(hero.hand):
        hero = replace(hero, hand=tuple(card for card in hero.hand if card not in lying))
    hand, deck = _redrawn(hero, laid.drawn)
    hand = _hand_with(hand, returned)
    stacks = {
        name: getattr(laid, name) + ((purging,) if purging in getattr(hero.stacks, name) else ())
        for name in ATTRIBUTES
    }
    deployed = (
        down.get(d.card) or Deployed(d.card, d.attribute, d.above, d.effect, d.kinds) for d in laid.deployed
    )
    return replace(
        hero,
        deck=deck,
        hand=hand,
        discard=laid.discard,
        stacks=replace(hero.stacks, **stacks),
        deployed=tuple(d for d in deployed if d.card != purging),
        wasted=laid.wasted,
        twisted=laid.twisted,
        twists=laid.twists,
    )


def _hand_with(hand: tuple[int, ...], returned: tuple[int, ...]) -> tuple[int, ...]:
    """A hand with cards that come back to it; how many it may hold besides stays last."""
    if not returned:
        return hand
    return (*(card for card in hand if card != OPEN), *returned, *((OPEN,) if OPEN in hand else ()))


def _cards_lying(laid: Laid) -> set[int | None]:
    """All cards that lay open or face down before."""
    return {*laid.body, *laid.mind, *laid.x, *laid.discard, *(d.card for d in laid.deployed)}


def _cards_out_of_hand(hero: Hero, laid: Laid, purging: int | None) -> tuple[int, ...]:
    """The cards that have left a hand since."""
    lying = _cards_lying(laid)
    lie = (*hero.discard, *in_play(hero), *(d.card for d in hero.deployed))
    return tuple(card for card in lie if card is not None and card not in lying and card != purging)


def _redrawn(hero: Hero, drawn: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Hand and deck with cards drawn put back on top of the deck; below zero: with cards taken off it again."""
    if drawn < 0:
        return (*hero.deck[:-drawn], *hero.hand), hero.deck[-drawn:]
    closed = sum(1 for card in hero.hand if card != OPEN)
    drawn = min(drawn, closed)
    return hero.hand[drawn:], (*hero.hand[:drawn], *hero.deck)
