"""Attacking to scare: sides, who is scared, replacing hands, and what leaves the dream when nobody was scared."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.actions.drawing import hand_discarded, name_hand
from rules.herocard.core.actions.plays import has_base
from rules.herocard.core.reading.position import HAND, SIDE_NAMES, Clearing, Drawing, Sequence, Side, Step
from rules.herocard.core.turn.flow import current_step, living, push, settle, step_required, top_step
from rules.herocard.core.turn.sides import losing
from rules.herocard.nightmare.dream import tile_of
from rules.herocard.nightmare.position import (
    Announcing,
    Declared,
    NightmarePosition,
    PlacingDreamer,
    PlacingKillers,
    Reconnecting,
    Relieving,
    Replacing,
)
from rules.herocard.nightmare.secrets import cards_of, killers_in, says_scared
from rules.herocard.nightmare.verbs import Announce, Relief, Replace, Scare
from rules.herocard.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


def clockwise(position: NightmarePosition, seat: str) -> tuple[str, ...]:
    """The living seats clockwise, beginning with ``seat``."""
    seats = tuple(position.players)
    place = seats.index(seat)
    return tuple(s for s in seats[place:] + seats[:place] if position.players[s].alive)


def may_declare(j: Judgment, by: str) -> bool:
    """Whether the active player may announce an attack now."""
    position: NightmarePosition = j.position
    if position.phase != "action" or position.steps:
        j.forbid("action.phase", say("attack_announced_outside_action_phase"))
    elif by != position.turn:
        j.forbid("the-turn.active", say("turn_of_another_player", turn=position.turn))
    elif by != position.priority:
        j.forbid("priority-of-card-play", say("priority_of_another_player", priority=position.priority))
    elif position.declared is not None or has_base(position.sequence, "attack"):
        j.forbid("attacking-to-scare.announced", say("attack_already_announced"))
    elif tile_of(position, position.dreamer) is None:
        j.forbid("attacking-to-scare.scene", say("dreamer_in_no_scene"))
    else:
        return True
    return False


@enforces("attacking-to-scare")
def verify_scare(j: Judgment, e: Scare) -> None:
    """The active player announces an attack to scare."""
    may_declare(j, e.by)


def perform_scare(ctx: EntryContext, position: NightmarePosition, e: Scare, plan: None) -> NightmarePosition:
    """The position with the attack announced."""
    return replace(position, declared=Declared("scare"))


@enforces("scaring-players-for-3-and-4-player-games", "rules-for-3-and-4-player-games")
def check_side(j: Judgment, by: str, side: Side) -> None:
    """With three or more: join the losing side alone, and never change sides; the active player may always go on."""
    sequence: Sequence = j.position.sequence
    mine = sequence.sides.get(by)
    if by == sequence.attacker and side == "block":
        j.forbid("scaring-players-for-3-and-4-player-games.switch", say("attacker_cannot_block", seat=by))
    elif by == sequence.attacker:
        return
    elif mine is not None and mine != side:
        message = say("may_not_change_sides", seat=by, mine=SIDE_NAMES[mine])
        j.forbid("scaring-players-for-3-and-4-player-games.switch", message)
    elif side != losing(sequence):
        other = SIDE_NAMES["block" if side == "attack" else "attack"]
        message = say(
            "only_losing_side_may_be_joined", other=other, attack=sequence.attack, block=sequence.block
        )
        j.forbid("scaring-players-for-3-and-4-player-games.losing-side", message)


@enforces("relief", "reading.c3")
def winners_of(position: NightmarePosition, sequence: Sequence, success: bool) -> tuple[str, ...]:
    """Who gets Relief after an attack to scare: with three or more, everybody who played for the winning side."""
    if len(living(position)) < 3:
        return ()
    side = "attack" if success else "block"
    return tuple(s for s in clockwise(position, position.turn) if sequence.sides.get(s) == side)


@enforces("attacking-to-scare.outcome", "reading.c17")
def resolve_scare(position: NightmarePosition, sequence: Sequence, success: bool) -> NightmarePosition:
    """After an attack to scare: everybody says whether it is scared, or the blockers get Relief."""
    winners = winners_of(position, sequence, success)
    if not success:
        return push(position, *(Relieving(seat) for seat in winners))
    waiting = clockwise(position, position.turn)
    return push(position, Announcing(position.turn, waiting=waiting, winners=winners))


# -- announcing -------------------------------------------------------------------------------------------------------


@enforces("being-scared", "scared-of-a-scene", "scared-of-a-killer", "reading.c16")
def verify_scared(j: Judgment, e: Announce, step: Announcing) -> None:
    """A player asked says that it is scared or not; a claim about its cards."""
    position: NightmarePosition = j.position
    if e.by not in step.waiting:
        j.forbid("being-scared.announce", say("nothing_to_announce", seat=e.by))
    elif e.claim not in ("scared", "not_scared"):
        j.forbid("being-scared.announce", say("answer_scared_or_not"))
    else:
        killers = killers_in(position, position.dreamer)
        scared = e.claim == "scared"
        cards = cards_of(position.players[e.by])
        words = "scared" if scared else "not scared"
        message = say("answer_contradicted_by_cards", seat=e.by, what=words, dreamer=position.dreamer)
        j.claim(says_scared, cards, message, (position.dreamer, killers, scared))


def perform_scared(
    ctx: EntryContext, position: NightmarePosition, e: Announce, step: Announcing
) -> NightmarePosition:
    """The position after one announcement; after the last the scared, Relief and the dream follow."""
    waiting = tuple(seat for seat in step.waiting if seat != e.by)
    scared = (*step.scared, e.by) if e.claim == "scared" else step.scared
    steps = position.steps[:-1]
    if waiting:
        return replace(position, steps=(*steps, replace(step, waiting=waiting, scared=scared)))
    position = replace(position, steps=steps)
    order = [seat for seat in clockwise(position, position.turn) if seat in scared]
    following: list[Step] = [Replacing(seat) for seat in order]
    following += [Relieving(seat) for seat in step.winners]
    if not scared:
        position, more = without_active_scene(position, position.turn, killers_in(position, position.dreamer))
        following += more
    return settle(ctx, push(position, *following))


@enforces(
    "if-no-one-was-scared",
    "eliminating-a-killer-figure",
    "eliminating-a-scene-tile",
    "eliminating-a-tile",
    "reading.c14",
)
def without_active_scene(
    position: NightmarePosition, seat: str, gone: tuple[str, ...]
) -> tuple[NightmarePosition, list[Step]]:
    """The position without the active Scene's tile and the Killers ``gone``, and what ``seat`` has to do then: place
    the Dreamer, place the other Killers that stood there, reconnect the dream."""
    scene = position.dreamer
    others = tuple(name for name in killers_in(position, scene) if name not in gone)
    killers = {name: where for name, where in position.killers.items() if where != scene and name not in gone}
    dream = tuple(tile for tile in position.dream if tile.scene != scene)
    steps: list[Step] = [PlacingDreamer(seat)]
    if others:
        steps.append(PlacingKillers(seat, killers=others))
    steps.append(Reconnecting(seat))
    return replace(position, dream=dream, killers=killers, dreamer=""), steps


# -- replacing hands --------------------------------------------------------------------------------------------------


def verify_replace(j: Judgment, e: Replace) -> None:
    """A scared player replaces its hand."""
    if current_step(j, e.by, Replacing) is None:
        j.forbid("being-scared.replace", say("no_hand_to_replace", seat=e.by))
    else:
        name_hand(j, e.by, e.cards, "being-scared.cards")


@enforces("being-scared")
def perform_replace(
    ctx: EntryContext, scared: NightmarePosition, e: Replace, plan: None
) -> NightmarePosition:
    """The scared player's hand is discarded and as many cards drawn; seven where there was none."""
    position, least, most = hand_discarded(scared, e.by)
    if not most:
        least = most = HAND
    position = replace(position, steps=position.steps[:-1])
    return settle(ctx, push(position, Drawing(e.by, most=most, least=least, of="replace")))


# -- Relief -----------------------------------------------------------------------------------------------------------


def verify_relief(j: Judgment, e: Relief) -> None:
    """Only who gets Relief chooses."""
    if current_step(j, e.by, Relieving) is None:
        step = top_step(j.position)
        due = any(isinstance(other, Relieving) and other.seat == e.by for other in j.position.steps)
        j.forbid(
            "relief.when",
            step_required(step) if due and step is not None else say("no_relief_due", seat=e.by),
        )


@enforces("relief")
def perform_relief(
    ctx: EntryContext, position: NightmarePosition, e: Relief, plan: None
) -> NightmarePosition:
    """The position with up to three cards to draw or to clear."""
    position = replace(position, steps=position.steps[:-1])
    drawing = e.choice == "draw"
    step: Step = (
        Drawing(e.by, most=3, of="relief") if drawing else Clearing(e.by, whose=e.by, left=3, of="relief")
    )
    return settle(ctx, push(position, step))
