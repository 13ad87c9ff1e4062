"""Triggered effects of cards in play: the listeners to ``changes.events``, and their table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.highlander.changes.carrying_out import run
from rules.highlander.changes.endurance import mill
from rules.highlander.changes.events import (
    CardPlayed,
    CardsDrawn,
    DamageTaken,
    HandShrank,
    Listener,
    PowerBlockMade,
    PowerBlowMade,
    TurnPassed,
)
from rules.highlander.changes.hands import left_by_small_hands
from rules.highlander.changes.in_play import depart
from rules.highlander.changes.must_do import settled
from rules.highlander.changes.state import change
from rules.highlander.language import conjunction as joining
from rules.highlander.language import continuous as during
from rules.highlander.language import effects as act
from rules.highlander.language import one_card as own
from rules.highlander.legality.preventions import may_damage
from rules.highlander.position import Highlander, Must, Rolling
from rules.highlander.reading.dice import BREAKS
from rules.highlander.reading.modifiers import active, has, modifiers
from rules.highlander.reading.own_texts import cards_that_say, lies_there
from rules.highlander.reading.state import face, is_mark, marked, other
from rules.highlander.verbs import Defend, MakeAttack, Play
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

#: the Text of a card that leaves play when its player attacks
PEACEFUL = "attacking"


def _without(
    ctx: EntryContext, p: Highlander, seat: str, when: str, counts: Callable[..., bool] | None = None
) -> Highlander:
    """The position after the cards of a side left play whose Text says so."""
    numbers, faces = cards_that_say(ctx.catalogue, during.LeavesWhen, when), ctx.known.faces
    if not lies_there(ctx, p, seat, numbers):
        return p
    for place in reversed(range(len(p.players[seat].in_play))):
        held = p.players[seat].in_play[place]
        if held.card in faces and faces[held.card] in numbers and (counts is None or counts(p, held)):
            p = depart(ctx, p, seat, place)
    return p


# -- after an entry --------------------


@enforces("safe-haven")
def leave_peace(ctx: EntryContext, p: Highlander, event: CardPlayed) -> Highlander:
    """A card that its player's attacks and damaging Special cards remove leaves when one is played."""
    e, before = event.entry, event.before
    if isinstance(e, Defend) or e.by not in before.players:
        return p
    if not lies_there(ctx, p, e.by, cards_that_say(ctx.catalogue, during.LeavesWhen, PEACEFUL)):
        return p
    j = Judgment.of(ctx, before)
    if has(j, e.by, during.LeavesWhen, PEACEFUL) is None:
        return p
    if isinstance(e, Play):
        card = face(ctx, event.plan) if isinstance(event.plan, int) else None
        if card is None or not card.is_special or not may_damage(j, e.by, card):
            return p
    return _without(ctx, p, e.by, PEACEFUL)


@enforces("borrowed-cards")
def keep_owners(ctx: EntryContext, p: Highlander, event: CardPlayed) -> Highlander:
    """A borrowed card that is played lies on the player's side and remains the opponent's."""
    seat, before = event.entry.by, event.before
    card = before.players[seat].borrowing if seat in before.players else None
    if card is None or isinstance(event.entry, MakeAttack):
        return p
    in_play = tuple(
        replace(held, owner=other(ctx, seat)) if held.card == card else held
        for held in p.players[seat].in_play
    )
    return change(p, seat, in_play=in_play, borrowing=None, borrowed_from="")


def watch_hands(ctx: EntryContext, p: Highlander, event: HandShrank) -> Highlander:
    """Cards that leave play when a hand falls below a number (Factory)."""
    return left_by_small_hands(ctx, event.before, p)


# -- in the course of a turn --------------------


def leave_when_drawn(ctx: EntryContext, p: Highlander, event: CardsDrawn) -> Highlander:
    """Cards that leave play when their player draws a card (Poison Gas)."""
    return _without(ctx, p, event.seat, "drawn", active)


def leave_when_damaged(ctx: EntryContext, p: Highlander, event: DamageTaken) -> Highlander:
    """Cards that leave play when their player takes damage."""
    return _without(ctx, p, event.seat, "damaged", active)


@enforces("continuous-effects", "pedestrian-game-ends-in-5-turns")
def count_turns(ctx: EntryContext, p: Highlander, event: TurnPassed) -> Highlander:
    """Cards count the opponent's turn that has ended; one that has counted enough leaves play."""
    owner = event.seat
    if not lies_there(ctx, p, owner, cards_that_say(ctx.catalogue, during.LeavesAfter)):
        return p
    for place in reversed(range(len(p.players[owner].in_play))):
        card = p.players[owner].in_play[place]
        facts = face(ctx, card.card)
        for effect in facts.while_in_play if facts else ():
            if isinstance(effect, during.LeavesAfter) and facts is not None:
                counted = replace(card, count=card.count + 1)
                held = p.players[owner].in_play
                p = change(p, owner, in_play=(*held[:place], counted, *held[place + 1 :]))
                if counted.count >= effect.count and active(p, card):
                    p = depart(ctx, p, owner, place)
                    for done in facts.when_over:
                        p = run(ctx, p, owner, done, facts.title, False)
                        if p.winner is not None or p.phase == "first_blood":
                            return p
    return p


# -- Power Blows and Power Blocks --------------------


def roll_for_power_blow(ctx: EntryContext, p: Highlander, event: PowerBlowMade) -> Highlander:
    """Have the dice rolled that an attack asks for as it becomes a Power Blow: whether a card played with it breaks the
    opponent's weapon, and rolls that a card in play demands of who makes one."""
    seat = event.seat
    j = Judgment.of(ctx, p)
    for attack in p.players[seat].attacks:
        if is_mark(j, attack, "power_blow") and marked(attack.marks, BREAKS):
            return replace(p, rolling=_breaking(ctx, p, seat))
    if has(j, seat, own.RollWhenPowerBlow) is not None:
        return replace(p, rolling=Rolling(seat=seat, title="a Power Blow"))
    return p


def _breaking(ctx: EntryContext, p: Highlander, seat: str) -> Rolling:
    """The roll that the card played with the attack asks for."""
    success, title = 0, ""
    for held in p.players[seat].in_play:
        facts = face(ctx, held.card)
        for effect in facts.conjunction if facts is not None else ():
            if isinstance(effect, joining.GivesMark) and effect.what == BREAKS and facts is not None:
                success, title = effect.count, facts.title
    breaks = act.Disarm(what="break")
    return Rolling(seat=seat, success=success, chance=True, then=breaks, who="opponent", title=title)


@enforces("weapons-of-choice-multiple-weapons")
def pay_for_power_block(ctx: EntryContext, p: Highlander, event: PowerBlockMade) -> Highlander:
    """Demand the cost that the Text of each weapon of a player asks of who makes a Power Block: all of it, with
    whichever weapon."""
    seat = event.seat
    j = Judgment.of(ctx, p)
    asked = [modifier.effect for modifier in modifiers(j, seat, during.WhenPowerBlock)]
    for each in (effect for effect in asked if effect.does == "discard"):
        must = Must(do="discard", count=each.count, what=each.cards)
        p = change(p, seat, must=(*p.players[seat].must, must))
    for each in (effect for effect in asked if effect.does == "mill"):
        p = mill(ctx, p, seat, each.count)
    return settled(ctx, p, seat)


#: event → what follows from it, in this order; the game carries it
LISTENERS: dict[type[Any], tuple[Listener, ...]] = {
    CardPlayed: (leave_peace, keep_owners),
    HandShrank: (watch_hands,),
    CardsDrawn: (leave_when_drawn,),
    DamageTaken: (leave_when_damaged,),
    TurnPassed: (count_turns,),
    PowerBlowMade: (roll_for_power_blow,),
    PowerBlockMade: (pay_for_power_block,),
}
