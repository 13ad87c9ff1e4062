"""Cards in play: leaving it, and what ends with that."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard
from rules.highlander.changes.looking_back import remembered
from rules.highlander.changes.state import change, owe, with_side
from rules.highlander.language import continuous as during
from rules.highlander.language import effects as act
from rules.highlander.language import one_card as own
from rules.highlander.language.parts import Part
from rules.highlander.position import AbilityChange, Highlander, InPlay, Side
from rules.highlander.reading.in_play import guarded, unused
from rules.highlander.reading.index import index
from rules.highlander.reading.modifiers import modifiers
from rules.highlander.reading.state import face, is_guard, other
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

#: what a card says of Ability, of what protects its player, and of the cards and Persona Powers that have effect
REBALANCED = (during.Ability, own.Protects, during.Nullify, own.WonPowers)


def set_card(p: Highlander, seat: str, place: int, card: InPlay) -> Highlander:
    """The position with the card at ``place`` (from 0) of a side replaced."""
    mine = p.players[seat]
    cards = (*mine.in_play[:place], card, *mine.in_play[place + 1 :])
    return with_side(p, seat, replace(mine, in_play=cards))


@enforces("cards-that-hold-other-cards", "focus-ing-cards-that-hold-other-cards")
def leave(ctx: EntryContext, p: Highlander, seat: str, place: int) -> Highlander:
    """The position after the card at ``place`` (from 0) of a side left play for its owner's discard pile, and what lies
    under or on it for theirs; Allies that a card keeps come into play on their owner's next turn."""
    mine = p.players[seat]
    card = mine.in_play[place]
    kept = replace(mine, in_play=mine.in_play[:place] + mine.in_play[place + 1 :])
    p = remembered(ctx, with_side(p, seat, kept), card)
    facts = face(ctx, card.card)
    arriving = facts is not None and "keeps_allies" in facts.marks and p.number not in card.nullified
    if card.id is not None:
        p = to_pile(p, card.owner, card.id)
    for below in card.under:
        if arriving and below.face_down is not None:
            p = change(p, below.owner, arriving=(*p.players[below.owner].arriving, below))
        elif below.id is not None:
            p = to_pile(p, below.owner, below.id)
    return p


def to_pile(p: Highlander, owner: str, card: int) -> Highlander:
    """The card goes on its owner's discard pile."""
    mine = p.players[owner]
    return with_side(p, owner, replace(mine, discard_pile=(*mine.discard_pile, card)))


@enforces("controlling-an-opponents-cards-in-play")
def hand_over(ctx: EntryContext, p: Highlander, seat: str, place: int, until: int = 0) -> Highlander:
    """The opponent takes control of a card in play and of what lies under and on it; ``until``: the turn after which it
    goes back."""
    card = p.players[seat].in_play[place]
    kept = p.players[seat].in_play[:place] + p.players[seat].in_play[place + 1 :]
    taker = other(ctx, seat)
    after = change(p, seat, in_play=kept)
    moved = replace(card, until=until)
    after = change(after, taker, in_play=(*after.players[taker].in_play, moved))
    return rebalanced(ctx, p, after)


def handed_back(ctx: EntryContext, p: Highlander, ended: int) -> Highlander:
    """Control that was taken to the end of the turn just ended goes back."""
    for seat in p.players if ended else ():
        for held in p.players[seat].in_play:
            if held.until == ended:  # hardly ever so
                p = _all_handed_back(ctx, p, seat, ended)
                break
    return p


def _all_handed_back(ctx: EntryContext, p: Highlander, seat: str, ended: int) -> Highlander:
    """The position after every card went back that a player controlled to the end of this turn."""
    in_play = p.players[seat].in_play
    for place in reversed(range(len(in_play))):
        if in_play[place].until == ended:
            p = hand_over(ctx, p, seat, place)
    return p


def without_guards(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """The position after a player's Guards left play."""
    mine: Side = p.players[seat]
    guards = tuple(d for d in mine.defenses if is_guard(ctx, d))
    kept = tuple(d for d in mine.defenses if d not in guards)
    pile = (*mine.discard_pile, *(d.card for d in guards if d.card is not None))
    return change(p, seat, defenses=kept, discard_pile=pile)


@enforces("ability-adjustment-phase", "ability-loss", "reading.b47")
def rebalanced(ctx: EntryContext, before: Highlander, after: Highlander) -> Highlander:
    """``after`` with the continuous changes of Ability that began or ended since ``before`` waiting: each player
    adjusts in the player's own Ability Adjustment Phase, and until then the figure stands."""
    same_cards = before.players is after.players and not (before.lasting or after.lasting)
    if same_cards and not _other_effect(before, after.number):  # a turn has passed, and nothing else
        return after
    earlier, later = Judgment.of(ctx, before), Judgment.of(ctx, after)
    held = index(earlier).on
    if index(later).on is held:  # the same cards have effect: nothing began or ended
        return after
    now, was = _continuous(later), _continuous(earlier)
    after = _unprotected(earlier, later)
    for seat in after.players:
        for title in {**was[seat], **now[seat]}:
            after = awaiting(after, seat, now[seat].get(title, 0) - was[seat].get(title, 0), title)
    return after


def _other_effect(p: Highlander, number: int) -> bool:
    """Whether a card in play has effect in this turn and none in turn ``number``, or the other way round: it is
    nullified in one of them."""
    # loops: asked at the end of every turn, and a generator costs more than the few cards there are
    for side in p.players.values():
        for card in side.in_play:
            if card.nullified and (p.number in card.nullified) != (number in card.nullified):
                return True
    return False


def bears_on_ability(card: HighlanderCard) -> bool:
    """Whether a continuous change of Ability, or what protects a player, may begin as the card comes into play, and end
    as it leaves: it says so itself, or by it others have effect or have none."""
    if not card.while_in_play:
        return "mutual" in card.marks
    return "mutual" in card.marks or any(isinstance(effect, REBALANCED) for effect in card.while_in_play)


def _continuous(j: Judgment) -> dict[str, dict[str, int]]:
    """Each player's continuous changes of Ability: the title of a card → what all such cards change."""
    changes: dict[str, dict[str, int]] = {seat: {} for seat in j.position.players}
    for seat, sums in changes.items():
        for one in modifiers(j, seat, during.Ability):
            sums[one.title] = sums.get(one.title, 0) + one.effect.count
    return changes


def awaiting(p: Highlander, seat: str, amount: int, source: str) -> Highlander:
    """A change of Ability waits; with what waits of cards of the same title it is one, or none."""
    if not amount:
        return p
    waiting = p.players[seat].ability_changes
    total = amount + sum(one.amount for one in waiting if one.source == source)
    others = tuple(one for one in waiting if one.source != source)
    new = (AbilityChange(amount=total, source=source),) if total else ()
    return change(p, seat, ability_changes=(*others, *new))


def took_effect(ctx: EntryContext, p: Highlander, seat: str, ids: Collection[int | None]) -> Highlander:
    """The position once cards just played, which lay in play without effect while somebody might counter them, have
    it: what they change of Ability waits, theirs and that of cards which they nullify."""
    held = p.players[seat].in_play
    without = tuple(card for card in held if card.card not in ids)
    return rebalanced(ctx, change(p, seat, in_play=without), p) if len(without) != len(held) else p


@enforces("masters-sanctuary")
def _unprotected(earlier: Judgment, later: Judgment) -> Highlander:
    """The later position; a player who has lost since the earlier one the card that protects from a Location in play
    loses the game."""
    after: Highlander = later.position
    for seat in after.players:
        was = {one.effect.what for one in modifiers(earlier, seat, own.Protects)}
        if not was:
            continue
        gone = was - {one.effect.what for one in modifiers(later, seat, own.Protects)}
        cards = (face(later, card.card) for held in after.players.values() for card in held.in_play)
        if any(one is not None and one.type == "location" and one.title in gone for one in cards):
            return replace(after, winner=other(later, seat), how="unprotected", phase="over")
    return after


def depart(ctx: EntryContext, p: Highlander, seat: str, place: int, cause: str = "") -> Highlander:
    """A card leaves play; continuous changes of Ability that it gave end with it, and what its text does then happens.
    ``cause``: whose card removes it; where it is kept from leaving so, nothing changes."""
    if cause not in ("", seat) and guarded(Judgment.of(ctx, p), seat, place):
        return p
    facts = face(ctx, p.players[seat].in_play[place].card)
    after = leave(ctx, p, seat, place)
    p = rebalanced(ctx, p, after) if facts is not None and bears_on_ability(facts) else after
    if cause not in ("", seat) and facts is not None and facts.is_a("Ally"):
        p = change(p, seat, ally_removed=p.number)
    for effect in facts.on_leave if facts is not None else ():
        if isinstance(effect, act.LoseAbility):
            p = owe(p, seat, effect.count, "loss", facts.title if facts else "")
    return p


def spent(ctx: EntryContext, p: Highlander, seat: str, kind: type[Part], what: str) -> Highlander:
    """The position with that card used this turn."""
    usable = unused(Judgment.of(ctx, p), seat, kind, what)
    if usable is None:
        return p
    held: InPlay = p.players[seat].in_play[usable.place]
    return set_card(p, seat, usable.place, replace(held, used=p.number))
