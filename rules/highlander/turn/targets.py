"""Carrying out the choice of a target: a card, an attack or a player (Target)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.highlander.changes import dice, duende, weapons
from rules.highlander.changes.in_play import depart, hand_over, leave, rebalanced, set_card
from rules.highlander.changes.state import change
from rules.highlander.language.filters import Filter, every, no
from rules.highlander.position import Choice, Highlander, InPlay, Mark, Under
from rules.highlander.reading.state import face
from rules.highlander.reading.targets import is_possible, targets
from rules.highlander.reading.weapons import is_arm
from rules.highlander.texts import say
from rules.highlander.turn.playing import carry_out, take_effect
from rules.highlander.verbs import Target
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def perform_target(ctx: EntryContext, p: Highlander, e: Target, plan: None) -> Highlander:
    choice = p.choice
    if choice is None or (e.seat, e.place - 1) not in targets(Judgment.of(ctx, p)):
        raise Impossible(say("cannot_be_target"))
    after: Highlander = THEN[choice.then](ctx, replace(p, choice=None), choice, e.seat, e.place - 1)
    return after


def lapsed(ctx: EntryContext, p: Highlander) -> Highlander:
    """The position without a choice that nothing is left for: what could be the target left with the same entry, as a
    Factory does when the hand falls below five by the very card that asks for a target."""
    choice = p.choice
    if choice is None or not (choice.what == "attack" or isinstance(choice.what, Filter)):
        return p
    return p if is_possible(Judgment.of(ctx, p), choice) else replace(p, choice=None)


def _remove(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    return depart(ctx, p, seat, place, choice.seat)


def _nullify(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    card = p.players[seat].in_play[place]
    after = set_card(p, seat, place, replace(card, nullified=(*card.nullified, *choice.turns)))
    return rebalanced(ctx, p, after)


@enforces("divine-intervention")
def _out_of_game(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """The card is removed from the game instead of going to a discard pile."""
    owner = p.players[seat].in_play[place].owner
    p = rebalanced(ctx, p, leave(ctx, p, seat, place))
    mine = p.players[owner]
    return change(
        p, owner, discard_pile=mine.discard_pile[:-1], removed=(*mine.removed, mine.discard_pile[-1])
    )


def _control(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """Control for as long as the card is in play."""
    return hand_over(ctx, p, seat, place)


@enforces("impulse", "impulse-timing")
def _control_a_while(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """Control to the end of the opponent's next turn."""
    return hand_over(ctx, p, seat, place, p.number + 1)


def _offer(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """The first of two cards that change sides."""
    second = Choice(
        seat=choice.seat, what=every("in_game", no("event"), no("edge")), then="trade", whose="opponent",
        title=choice.title, first=(seat, place + 1),
    )  # fmt: skip
    return replace(p, choice=second) if is_possible(Judgment.of(ctx, p), second) else p


def _trade(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    p = hand_over(ctx, p, seat, place)
    return hand_over(ctx, p, choice.first[0], choice.first[1] - 1) if choice.first is not None else p


@enforces("security-guard")
def _put_on(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """The card just played lies on the one named from now on."""
    mine = p.players[choice.seat].in_play
    spot = next((n for n in reversed(range(len(mine))) if _called(ctx, mine[n], choice.title)), None)
    if spot is None or (seat, place) == (choice.seat, spot):
        return p
    played = mine[spot]
    p = change(p, choice.seat, in_play=(*mine[:spot], *mine[spot + 1 :]))
    if seat == choice.seat and place > spot:
        place -= 1
    below = p.players[seat].in_play[place]
    on = Under(owner=played.owner, card=played.card)
    return set_card(p, seat, place, replace(below, under=(*below.under, on)))


def _called(ctx: EntryContext, held: InPlay, title: str) -> bool:
    facts = face(ctx, held.card)
    return facts is not None and facts.title == title


@enforces("duplicating-a-cards-effects")
def _duplicate(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """Carry out the card once more for the player who duplicates it, with all that was played in conjunction with it;
    its requirements do not matter."""
    copied = p.players[seat].in_play[place]
    series = (copied.series, copied.played)
    cards = [c for c in p.players[seat].in_play if copied.series and (c.series, c.played) == series]
    return carry_out(ctx, p, choice.seat, [face(ctx, c.card) for c in cards or [copied]])


def _undo_damage(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """All pending damage of an Event is countered."""
    facts = face(ctx, p.players[seat].in_play[place].card)
    title = facts.title if facts is not None else ""
    for who in p.players:
        due = tuple(d for d in p.players[who].due if not (d.kind == "damage" and d.source == title))
        if len(due) != len(p.players[who].due):
            p = change(p, who, due=due)
    return p


def _roll(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """A die is rolled for the card named."""
    return dice.roll_for(ctx, p, seat, place, choice)


@enforces("alertness-defenses-in-play")
def _allow(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """A Defense may be used against an attack although it cannot be blocked, or dodged: a new one or one in play."""
    attacks = p.players[seat].attacks
    mark = Mark(choice.then, choice.event)
    attack = replace(attacks[place], marks=(*attacks[place].marks, mark))
    return change(p, seat, attacks=(*attacks[:place], attack, *attacks[place + 1 :]))


def _lose_weapon(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """The weapon named is disarmed or broken."""
    return weapons.lose(ctx, p, seat, place, choice.then == "break")


def _lose_icon(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """One Hand Icon too many goes: the card is discarded, a weapon disarmed."""
    card = p.players[seat].in_play[place]
    if is_arm(face(ctx, card.card)):
        return weapons.fits_hands(ctx, weapons.lose(ctx, p, seat, place), seat)
    return weapons.fits_hands(ctx, depart(ctx, p, seat, place), seat)


def _aim(ctx: EntryContext, p: Highlander, choice: Choice, seat: str, place: int) -> Highlander:
    """The card just played is aimed at the player named."""
    mine = p.players[choice.seat].in_play
    spot = next((n for n in reversed(range(len(mine))) if _called(ctx, mine[n], choice.title)), None)
    if spot is None:
        return p
    p = set_card(p, choice.seat, spot, replace(mine[spot], target=seat))
    return take_effect(ctx, p, choice.seat, mine[spot].card)


THEN: dict[str, Callable[[EntryContext, Highlander, Choice, str, int], Highlander]] = {
    "aim": _aim,
    "remove": _remove,
    "nullify": _nullify,
    "out_of_game": _out_of_game,
    "control": _control,
    "control_a_while": _control_a_while,
    "offer": _offer,
    "trade": _trade,
    "put_on": _put_on,
    "duplicate": _duplicate,
    "undo_damage": _undo_damage,
    "put_under": duende.chosen,
    "roll": _roll,
    "allow_block": _allow,
    "allow_dodge": _allow,
    "disarm": _lose_weapon,
    "break": _lose_weapon,
    "lose_icon": _lose_icon,
}
