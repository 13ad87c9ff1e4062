"""Special Effects being carried out: each thing they do is a step; a choice or a card from a deck is waited for."""

from __future__ import annotations

from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.flow import to_effects
from rules.looney_tunes.position import LooneyPosition, Step, change

#: What waits for a card off a deck: the verb that brings it.
CARD_STEPS = {"draw_cards": "draw", "extra_scene": "add_scene", "call_actor": "roll"}
#: What waits for a choice.
CHOICES = frozenset({"lower_rank", "send_back", "sack_actor", "recover_actor", "cut_scene", "swap_scene"})

Target = tuple[str | None, int | None]


def impossible(j: Judgment, position: LooneyPosition, seat: str) -> tuple[str, ...]:
    """The things a Special Effect of this seat could not do as the game stands, whatever the others send."""
    player = position.players[seat]
    found: list[str] = []
    if not player.deck:
        found += ("draw_cards", "call_actor")
    for card in player.discard:
        if may_be_actor(j, card):
            break
    else:
        found.append("recover_actor")
    if not position.storyboard:
        found += ("cut_scene", "swap_scene")
    if not position.movie_deck and not position.reshuffle:
        found.append("extra_scene")
    scene = j.card(position.scene) if position.scene is not None else None
    if scene is not None and getattr(scene, "rank", None) is None:
        found.append("shift_scene")
    return tuple(found)


def may_be_actor(j: Judgment, card: int) -> bool:
    """Whether a card is an Actor as far as anybody knows."""
    if card == OPEN:
        return True
    face = j.card(card)
    return face is None or getattr(face, "type", "") == "actor"


def rivals(position: LooneyPosition, seat: str) -> tuple[str, ...]:
    """The other seats that have Actors at the Scene."""
    return tuple(other for other, player in position.players.items() if other != seat and player.face_up)


def targets(j: Judgment, position: LooneyPosition, step: Step) -> list[Target]:
    """What the step may be aimed at: (seat, card), either of them None where it names none."""
    verb = step.effect.do
    others = rivals(position, step.seat)
    if verb == "lower_rank":
        return [(seat, None) for seat in others]
    if verb in ("send_back", "sack_actor"):
        return [
            (seat, card)
            for seat in others
            for card in position.players[seat].face_up
            if card != OPEN and (verb == "send_back" or _may_be_low(j, card, step.effect.amount))
        ]
    if verb == "recover_actor":
        return [(None, c) for c in position.players[step.seat].discard if c != OPEN and may_be_actor(j, c)]
    return [(None, card) for card in position.storyboard if card != OPEN]


def _may_be_low(j: Judgment, card: int, most: int) -> bool:
    face = j.card(card)
    rank = getattr(face, "rank", None)
    return face is None or rank is None or rank <= most


@enforces("reading.d11.no-effect", "special-effects.what-they-do")
def run_steps(j: Judgment, position: LooneyPosition) -> LooneyPosition:
    """Carries out steps until one must wait; one that has become impossible has no effect."""
    while position.steps:
        step = position.steps[0]
        verb = step.effect.do
        if verb in impossible(j, position, step.seat):
            position = change(position, steps=position.steps[1:])
            continue
        if verb in CARD_STEPS:
            if verb == "draw_cards" and step.effect.amount < 1:
                position = change(position, steps=position.steps[1:])
                continue
            return change(position, turn=None if verb == "call_actor" else step.seat)
        target: Target = (None, None)
        if verb in CHOICES:
            found = targets(j, position, step)
            if not found:
                position = change(position, steps=position.steps[1:])
                continue
            if len(found) > 1 or verb != "lower_rank":
                return change(position, turn=step.seat)
            target = found[0]
        position = j.game.effects[verb](j, change(position, steps=position.steps[1:]), step, target)
    return to_effects(position)
