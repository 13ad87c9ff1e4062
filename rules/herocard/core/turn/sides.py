"""Sides of an Attack Sequence: which one a card or a choice helps, and who has taken it."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.card import ATTACKS, BLOCKS, HeroCard
from rules.herocard.core.reading.counting import counted
from rules.herocard.core.reading.effects import Add, Convert, Forbid, Purge, Unwind
from rules.herocard.core.reading.position import Active, HeroPosition, P, Sequence, Side
from rules.herocard.core.reading.values import revalued, side_favoured
from rules.herocard.core.reading.variant import game_of
from rules.herocard.core.turn.flow import settle
from rules.herocard.core.turn.purging import last_played, owner_of, purged
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


def losing(sequence: Sequence) -> Side:
    """The losing side now; at equal values the attackers lose."""
    return "attack" if sequence.attack <= sequence.block else "block"


def opposite_side(side: Side) -> Side:
    """The side against a side."""
    return "block" if side == "attack" else "attack"


@enforces("reading.c26")
def side_helped(j: Judgment, by: str, card: HeroCard) -> Side | None:
    """The side that a card without a kind of its own helps as it is played; None where it changes no outcome, or where
    that turns on a choice still to be made."""
    position: HeroPosition = j.position
    sequence = position.sequence
    if sequence is None:
        return None
    if not game_of(j).shared_bases(position):  # the sides of a duel are its two players
        decisive = any(isinstance(effect, Purge | Add | Forbid | Convert) for effect in card.effects)
        return game_of(j).side_of(position, by) if decisive else None
    for effect in card.effects:
        if isinstance(effect, Purge):
            return _side_of_purge(j, position)
        if isinstance(effect, Add):
            value = effect.value
            if effect.plus:
                me = Active(None, by, card.kind, effect.side, target=sequence.targets.get(by))
                value += sum(counted(j, position, me, part) for part in effect.plus)
            return effect.side if value >= 0 else opposite_side(effect.side)
        if isinstance(effect, Forbid):
            return _side_of_forbid(j, by, effect)
        if isinstance(effect, Unwind) and effect.whose == "own":
            players = {**position.players, by: replace(position.players[by], twisted=(), twists=())}
            return side_favoured(sequence, revalued(j, replace(position, players=players)).sequence)
    return None


def _side_of_purge(ctx: EntryContext, position: HeroPosition) -> Side | None:
    """The side that undoing the last card played is good for; of a card that counts nothing yet, the one against it."""
    sequence = position.sequence
    side = side_favoured(sequence, revalued(ctx, purged(ctx, position)).sequence)
    if side is not None or sequence is None or not sequence.cards:
        return side
    against = sequence.cards[-1].side
    return opposite_side(against) if against is not None else None


def _side_of_forbid(j: Judgment, by: str, effect: Forbid) -> Side | None:
    """Blocks forbidden help the attackers, attack cards the blockers, anything else the player's own side."""
    kinds = set(effect.kinds)
    if kinds and kinds <= BLOCKS:
        return "attack"
    if kinds and kinds <= ATTACKS:
        return "block"
    return game_of(j).side_of(j.position, by)


@enforces("reading.c26")
def check_choice(j: Judgment, by: str, after: Sequence | None) -> None:
    """Breaks a rule where a choice (which card is cleared or converted) would help a side that ``by`` may not join.
    ``after``: the Attack Sequence as it would be."""
    position: HeroPosition = j.position
    side = side_favoured(position.sequence, after)
    if side is not None and game_of(j).shared_bases(position):
        game_of(j).check_side(j, by, side)


def with_side_chosen(ctx: EntryContext, before: P, position: P, by: str) -> P:
    """The position with the side taken that a choice helped, as it turned what was ``before``."""
    side = side_favoured(before.sequence, position.sequence)
    if side is None or not game_of(ctx).shared_bases(position):
        return position
    return with_side(position, by, side)


@enforces("reading.c26", "reading.c28")
def after_effect(ctx: EntryContext, before: P, position: P) -> P:
    """The position after a part of what the last card played does, with values anew, and with the side that it helped
    taken for that card's player, whoever carried it out: who is forced to waste a card chooses none by that."""
    if position.sequence is not None:
        position = revalued(ctx, position)
        last = last_played(before.sequence)
        owner = owner_of(before, last) if last is not None else ""
        if owner:
            position = with_side_chosen(ctx, before, position, owner)
    return settle(ctx, position)


def with_side(position: P, seat: str, side: Side) -> P:
    """The position with a side taken by a seat that had none; its last active card is what took it."""
    sequence = position.sequence
    if sequence is None or seat in sequence.sides:
        return position
    cards = list(sequence.cards)
    for place in range(len(cards) - 1, -1, -1):
        if cards[place].seat == seat:
            cards[place] = replace(cards[place], joined=True)
            break
    sides = {**sequence.sides, seat: side}
    return replace(position, sequence=replace(sequence, cards=tuple(cards), sides=sides))
