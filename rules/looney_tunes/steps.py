"""Texts being carried out: each thing they do is a step; a choice or a card from a deck is waited for."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.cards.card import Effect
from rules.looney_tunes.conditions import holds
from rules.looney_tunes.flow import to_effects
from rules.looney_tunes.position import LooneyPosition, Step, change, in_order

#: What waits for a card off a deck: the verb that brings it.
CARD_STEPS = {"extra_scene": "add_scene", "call_actor": "roll"}
#: What is for a seat, or for several one after another; and what is for one Actor, or for all of them.
FOR_SEATS = frozenset(
    {"raise_rank", "lower_rank", "paint_actors", "keep_in_line", "draw_cards", "lose_card", "peek_hand"}
)
FOR_ACTORS = frozenset({"send_back", "sack_actor"})
#: What is aimed at a rival where the card does not say at whom.
AT_RIVALS = frozenset({"lower_rank", "send_back", "sack_actor", "lose_card", "peek_hand"})
#: What waits for the choice of a card.
CHOICES = frozenset({"recover_actor", "cut_scene", "swap_scene"})

Target = tuple[str | None, int | None]


def whose(effect: Effect) -> str:
    """Whom a part is for: as it says, or as its verb usually is."""
    return effect.whose or ("rival" if effect.do in AT_RIVALS else "own")


def how(effect: Effect) -> str:
    """How the card to lose is chosen: as it says; else one's own by oneself, another's by chance."""
    return effect.how or ("victim" if whose(effect) == "own" else "random")


def impossible(j: Judgment, position: LooneyPosition, seat: str) -> tuple[str, ...]:
    """The things a text of this seat could not do as the game stands, whatever the others send."""
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
    if not any(position.players[other].hand for other in others(position, seat)):
        found += ("lose_card", "peek_hand")
    return tuple(found)


def may_be_actor(j: Judgment, card: int) -> bool:
    """Whether a card is an Actor as far as anybody knows."""
    if card == OPEN:
        return True
    face = j.card(card)
    return face is None or getattr(face, "type", "") == "actor"


def others(position: LooneyPosition, seat: str) -> tuple[str, ...]:
    """The other seats still in the game, clockwise."""
    order = in_order(tuple(position.players), seat)[1:]
    return tuple(other for other in order if not position.players[other].out)


def rivals(position: LooneyPosition, seat: str) -> tuple[str, ...]:
    """The other seats that have Actors at the Scene."""
    return tuple(other for other, player in position.players.items() if other != seat and player.face_up)


def seats_for(position: LooneyPosition, step: Step) -> tuple[str, ...]:
    """The seats a part may be for, or is for."""
    verb, at = step.effect.do, whose(step.effect)
    if at == "own":
        return (step.seat,)
    if verb in ("draw_cards", "lose_card", "peek_hand"):
        found = others(position, step.seat)
        if verb != "draw_cards":
            found = tuple(seat for seat in found if position.players[seat].hand)
    else:
        found = rivals(position, step.seat)
    return (step.seat, *found) if at == "all" else found


def actors_for(j: Judgment, position: LooneyPosition, step: Step) -> list[Target]:
    """The Actors a part may be for, or is for."""
    at, verb = whose(step.effect), step.effect.do
    seats = () if at == "own" else rivals(position, step.seat)
    if at in ("own", "all"):
        seats = (step.seat, *seats)
    return [
        (seat, card)
        for seat in seats
        for card in position.players[seat].face_up
        if card != OPEN and (verb == "send_back" or _may_be_low(j, card, step.effect.amount))
    ]


def _may_be_low(j: Judgment, card: int, most: int) -> bool:
    face = j.card(card)
    rank = getattr(face, "rank", None)
    return face is None or rank is None or rank <= most


def targets(j: Judgment, position: LooneyPosition, step: Step) -> list[Target]:
    """What the step may be aimed at: (seat, card), either of them None where it names none."""
    verb = step.effect.do
    if verb == "lose_card" and step.against is not None:
        seat = None if step.against == chooser(step) else step.against
        return [(seat, card) for card in position.players[step.against].hand]
    if verb in FOR_SEATS:
        return [(seat, None) for seat in seats_for(position, step)]
    if verb in FOR_ACTORS:
        return actors_for(j, position, step)
    if verb == "recover_actor":
        return [(None, c) for c in position.players[step.seat].discard if c != OPEN and may_be_actor(j, c)]
    return [(None, card) for card in position.storyboard if card != OPEN]


def chooser(step: Step) -> str:
    """Who makes the choice a step waits for."""
    if step.effect.do == "lose_card" and step.against is not None and how(step.effect) == "victim":
        return step.against
    return step.seat


@enforces("reading.d11.no-effect", "special-effects.what-they-do")
def run_steps(j: Judgment, position: LooneyPosition) -> LooneyPosition:
    """Carries out steps until one must wait; one that has become impossible has no effect."""
    while position.steps:
        step = position.steps[0]
        effect = step.effect
        verb = effect.do
        if effect.when is not None and not holds(j, position, step.seat, effect.when):
            position = change(position, steps=position.steps[1:])
        elif effect.may and not step.agreed:
            return change(position, turn=step.seat)
        elif verb in FOR_SEATS:
            following = _for_seats(j, position, step)
            if following is None:
                return waiting(position)
            position = following
        elif verb in impossible(j, position, step.seat):
            position = change(position, steps=position.steps[1:])
        elif verb in CARD_STEPS:
            return change(position, turn=None if verb == "call_actor" else step.seat)
        elif verb in FOR_ACTORS or verb in CHOICES:
            found = targets(j, position, step)
            if found and whose(effect) in ("own", "rival"):
                return change(position, turn=step.seat)
            position = change(position, steps=position.steps[1:])
            for target in found:
                if verb == "sack_actor":
                    _rank_known(j, target)
                position = j.game.effects[verb](j, position, step, target)
        else:
            position = change(position, steps=position.steps[1:])
            position = j.game.effects[verb](j, position, step, (None, None))
    return to_effects(j, position)


def _rank_known(j: Judgment, target: Target) -> None:
    face = j.card(target[1] or 0)
    if face is None or getattr(face, "rank", None) is None:
        j.unsure("the Rank of an Actor at the Scene")


def _for_seats(j: Judgment, position: LooneyPosition, step: Step) -> LooneyPosition | None:
    """The position after a part that is for seats; None where it waits for an entry."""
    rest = position.steps[1:]
    if step.against is None:
        found = seats_for(position, step)
        if whose(step.effect) == "rival" and len(found) > 1:
            return None
        plain = replace(step.effect, when=None)
        each = tuple(replace(step, effect=plain, against=seat) for seat in found)
        return change(position, steps=(*each, *rest))
    player, verb = position.players[step.against], step.effect.do
    if verb == "draw_cards":
        return None if step.effect.amount > 0 and player.deck else change(position, steps=rest)
    if verb in ("lose_card", "peek_hand"):
        return None if player.hand else change(position, steps=rest)
    after: LooneyPosition = j.game.effects[verb](j, change(position, steps=rest), step, (step.against, None))
    return after


def waiting(position: LooneyPosition) -> LooneyPosition:
    """The position with the turn of whoever makes the entry that the first step waits for."""
    step = position.steps[0]
    turn: str | None = step.seat
    if step.against is not None:
        if step.effect.do == "draw_cards":
            turn = step.against
        elif step.effect.do == "lose_card":
            turn = None if how(step.effect) == "random" else chooser(step)
    return change(position, turn=turn)


def by_chance(position: LooneyPosition) -> Step | None:
    """The step that waits for the table to say which card of a hand it was."""
    step = position.steps[0] if position.steps and not position.reshuffle else None
    if step is None or step.effect.do != "lose_card" or step.against is None or how(step.effect) != "random":
        return None
    return step if step.agreed or not step.effect.may else None


def looking(position: LooneyPosition) -> Step | None:
    """The step that waits for a look at a hand."""
    step = position.steps[0] if position.steps and not position.reshuffle else None
    if step is None or step.against is None or (step.effect.may and not step.agreed):
        return None
    if step.effect.do == "lose_card":
        return (
            step if how(step.effect) == "player" and not step.looked and step.against != step.seat else None
        )
    return step if step.effect.do == "peek_hand" else None
