"""Attacking to kill: the announced Killer and target, the answer, the dead, and the last survivor."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.position import Sequence, Stacks, Step
from rules.herocard.core.turn.flow import OVER, living, push, settle, top_step
from rules.herocard.nightmare.position import (
    Announcing,
    Answering,
    Declared,
    NightmareHero,
    NightmarePosition,
    Relieving,
)
from rules.herocard.nightmare.scaring import (
    may_declare,
    perform_scared,
    verify_scared,
    without_active_scene,
)
from rules.herocard.nightmare.secrets import cards_of, number_of, says_dead
from rules.herocard.nightmare.verbs import Announce, Kill
from rules.herocard.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.kernel.verdict import Outcome


@enforces("attacking-to-kill-a-player", "killing-a-player")
def verify_kill(j: Judgment, e: Kill) -> None:
    """A living target and a Killer in the active Scene are named."""
    position: NightmarePosition = j.position
    if not may_declare(j, e.by):
        return
    if e.target == e.by or e.target not in living(position):
        j.forbid("attacking-to-kill-a-player.target", say("kill_needs_one_living_target"))
    elif position.killers.get(e.killer) != position.dreamer:
        message = say("killer_not_with_dreamer", killer=e.killer, dreamer=position.dreamer)
        j.forbid("attacking-to-kill-a-player.killer", message)


def perform_kill(ctx: EntryContext, position: NightmarePosition, e: Kill, plan: None) -> NightmarePosition:
    """The position with the attack announced."""
    return replace(position, declared=Declared("kill", e.target, e.killer))


@enforces("attacking-to-kill-a-player", "relief", "reading.c4")
def resolve_kill(position: NightmarePosition, sequence: Sequence, success: bool) -> NightmarePosition:
    """After an attack to kill: the target answers, or was not killed and gets Relief (three or more players)."""
    target = sequence.target or ""
    if success:
        return push(position, Answering(target, killer=sequence.killer or ""))
    return _relieved(position, target)


def _relieved(position: NightmarePosition, seat: str) -> NightmarePosition:
    """Relief for a seat, which nobody gets when two players are left."""
    return push(position, Relieving(seat)) if len(living(position)) > 2 else position


# -- answering --------------------------------------------------------------------------------------------------------


def verify_announce(j: Judgment, e: Announce) -> None:
    """A player's answer about its secret cards: recorded as a claim, and checked once the cards are known."""
    position: NightmarePosition = j.position
    step = top_step(position)
    if isinstance(step, Announcing):
        verify_scared(j, e, step)
        return
    if not isinstance(step, Answering) or step.seat != e.by:
        j.forbid("being-scared.announce", say("nothing_to_announce", seat=e.by))
    elif e.claim not in ("alive", "dead"):
        j.forbid("attacking-to-kill-a-player.answer", say("answer_alive_or_dead"))
    else:
        dead = e.claim == "dead"
        cards = cards_of(position.players[e.by])
        message = say(
            "claim_contradicted_by_cards",
            seat=e.by,
            claim=e.claim,
            scene=position.dreamer,
            killer=step.killer,
        )
        j.claim(says_dead, cards, message, (position.dreamer, step.killer, dead))


def perform_announce(
    ctx: EntryContext, position: NightmarePosition, e: Announce, plan: None
) -> NightmarePosition:
    """The position that follows from what was said."""
    step = top_step(position)
    if isinstance(step, Announcing):
        return perform_scared(ctx, position, e, step)
    if not isinstance(step, Answering):
        raise Impossible(say("nobody_is_asked"))
    position = replace(position, steps=position.steps[:-1])
    if e.claim == "dead":
        return _killed(ctx, position, e.by, step.killer)
    return settle(ctx, _relieved(position, e.by))


@enforces("eliminating-the-death-scene-and-killer", "burying-the-dead", "relief", "reading.c15")
def _killed(ctx: EntryContext, position: NightmarePosition, dead: str, killer: str) -> NightmarePosition:
    """The position after a kill: the dead shows its cards, Scene tile and Killer leave the dream, the killer gets
    Relief (even when only two are left) and puts the dream in order."""
    hero = position.players[dead]
    for card, kind, title in ((hero.scene, "scene", position.dreamer), (hero.killer, "killer", killer)):
        faces = number_of(ctx, kind, title)
        if card is not None and faces:
            ctx.learn(card, faces)
    before = len(living(position))
    seat = position.turn
    players = position.players.copy()
    players[dead] = without_cards_in_play(hero, len(players) - before + 1)
    players[seat] = replace(players[seat], kills=players[seat].kills + 1)
    position = replace(position, players=players)
    left = living(position)
    if len(left) == 1:
        killers = {name: where for name, where in position.killers.items() if name != killer}
        return replace(position, killers=killers, phase=OVER, priority="", steps=(), winner=left[0])
    position, steps = without_active_scene(position, seat, (killer,))
    relief: list[Step] = [Relieving(seat)] if before > 2 else []
    return settle(ctx, push(position, *relief, *steps))


@enforces("burying-the-hero")
def without_cards_in_play(hero: NightmareHero, out: int) -> NightmareHero:
    """A dead Hero: its Action cards are discarded, and the Discard stack lies face down on the Action deck."""
    stacks = hero.stacks
    down = tuple(d.card for d in hero.deployed if d.card is not None)
    cards = hero.discard + stacks.body + stacks.mind + stacks.x + down + hero.hand + hero.deck
    deck = tuple(card for card in cards if card != OPEN) + ((OPEN,) if OPEN in cards else ())
    return replace(
        hero,
        deck=deck,
        hand=(),
        discard=(),
        stacks=Stacks(),
        deployed=(),
        wasted=(),
        twisted=(),
        alive=False,
        out=out,
    )


# -- the end ----------------------------------------------------------------------------------------------------------


@enforces("winning-the-game", "end-of-time")
def outcome(j: Judgment) -> Outcome | None:
    """The last survivor first, then the dead, latest first. At the end of time the survivors share the first place,
    unless the event breaks it by kills."""
    position: NightmarePosition = j.position
    if position.phase != OVER:
        return None
    players = position.players

    def key(seat: str) -> tuple[int, int]:
        hero = players[seat]
        if not hero.alive:
            return hero.out, 0
        return len(players) + 1, hero.kills if j.options.breaker == "kills" else 0

    keys = {seat: key(seat) for seat in players}
    places = tuple(
        tuple(seat for seat in players if keys[seat] == value)
        for value in sorted(set(keys.values()), reverse=True)
    )
    outlived = {seat: sum(1 for other in players if keys[other] < keys[seat]) for seat in players}
    return Outcome(places, dict(outlived), {"kills": {seat: hero.kills for seat, hero in players.items()}})
