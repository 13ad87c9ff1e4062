"""Step 4: turning the cards up, resolving Special Effects, scoring the Scene."""

from __future__ import annotations

from rules.kernel.cards import describe, named
from rules.kernel.judgment import Judgment
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.drawing import joined
from rules.looney_tunes.flow import in_step, to_reveal
from rules.looney_tunes.position import LooneyPosition, Step, change, with_seat
from rules.looney_tunes.steps import Target, run_steps, targets
from rules.looney_tunes.verbs import Choose, Resolve, Reveal

# -- reveal -----------------------------------------------------------------------------------------------------------


def verify_reveal(j: Judgment, entry: Reveal) -> None:
    position: LooneyPosition = j.position
    if not in_step(j, "reveal", "scoring.reveal", "turning cards up"):
        return
    player = position.players.get(entry.by)
    if player is None or not player.face_down:
        j.forbid("scoring.reveal", "there is nothing of that seat to turn up")
        return
    cards = entry.cards or ()
    if cards and j.show_whole(player.face_down, cards):
        return
    if len(cards) > len(player.face_down):
        j.forbid("scoring.reveal", f"{len(player.face_down)} cards lie face down and {len(cards)} are named")
        return
    taken: list[int] = []
    for ref in cards:
        if not named(ref):
            continue
        card = j.pick(player.face_down, ref, taken)
        if card is None:
            if j.violations is None:
                j.forbid("scoring.reveal", f"{describe(ref)} was not sent to the Scene")
            return
        taken.append(card)
        j.show(card, ref)
    faces = j.known.faces
    for card in player.face_down:
        if card not in faces:
            j.unsure("which cards were turned up")
            break


def perform_reveal(j: Judgment, entry: Reveal, plan: None) -> LooneyPosition:
    position: LooneyPosition = j.position
    player = position.players[entry.by]
    special = player.special_effect
    actors: list[int] = []
    for card in player.face_down:
        face = j.card(card)
        if special is None and isinstance(face, LooneyCard) and face.type == "effect":
            special = card
        else:
            actors.append(card)
    player = change(player, face_down=(), face_up=(*player.face_up, *actors), special_effect=special)
    return to_reveal(with_seat(position, entry.by, player))


# -- resolve ----------------------------------------------------------------------------------------------------------


def verify_resolve(j: Judgment, entry: Resolve) -> None:
    position: LooneyPosition = j.position
    if in_step(j, "effects", "scoring.resolve", "resolving a Special Effect") and entry.by != position.turn:
        j.forbid("scoring.resolve", f"the Special Effect of {position.turn} happens first")


def perform_resolve(j: Judgment, entry: Resolve, plan: None) -> LooneyPosition:
    position: LooneyPosition = j.position
    player = position.players[entry.by]
    card = player.special_effect
    assert card is not None
    face = j.card(card)
    parts = face.effect if isinstance(face, LooneyCard) else ()
    steps = tuple(Step(seat=entry.by, effect=part) for part in parts)
    player = change(player, special_effect=None, discard=joined(player.discard, (card,)))
    return run_steps(j, with_seat(position, entry.by, player, steps=steps))


# -- choose -----------------------------------------------------------------------------------------------------------


def low_enough(card: LooneyCard, most: int) -> bool:
    return card.type == "actor" and (card.rank is None or card.rank <= most)


def is_actor(card: LooneyCard) -> bool:
    return card.type == "actor"


def choosing(position: LooneyPosition) -> Step | None:
    """The step that waits for a choice."""
    if position.reshuffle or not position.steps or position.turn is None:
        return None
    step = position.steps[0]
    return step if step.effect.do not in ("draw_cards", "extra_scene", "call_actor") else None


def verify_choose(j: Judgment, entry: Choose) -> Target | None:
    step = choosing(j.position)
    if step is None:
        j.forbid("special-effects.choice", "no choice is waited for")
        return None
    if entry.by != step.seat:
        j.forbid("special-effects.choice", f"the choice is that of {step.seat}")
        return None
    found = [target for target in targets(j, j.position, step) if target[0] == entry.seat]
    if found and found[0][1] is None and entry.card is None:
        return found[0]
    if found and found[0][1] is not None and named(entry.card) and entry.card is not None:
        card = j.pick([target[1] for target in found if target[1] is not None], entry.card)
        if card is not None:
            j.show(card, entry.card)
            if step.effect.do == "sack_actor":
                j.need(
                    "special-effects.choice", low_enough, (card,), "that Actor's Rank is too high",
                    "the Rank of that Actor", (step.effect.amount,),
                )  # fmt: skip
            elif step.effect.do in ("recover_actor", "send_back"):
                j.need(
                    "special-effects.choice",
                    is_actor,
                    (card,),
                    "that is no Actor",
                    "whether that is an Actor",
                )
            return entry.seat, card
    if j.violations is None:
        j.forbid("special-effects.choice", "that is not among what the Special Effect can be aimed at")
    return None


def perform_choose(j: Judgment, entry: Choose, plan: Target) -> LooneyPosition:
    position: LooneyPosition = j.position
    step = position.steps[0]
    position = change(position, steps=position.steps[1:])
    return run_steps(j, j.game.effects[step.effect.do](j, position, step, plan))
