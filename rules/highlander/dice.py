"""Dice: when they are rolled, what a chance of success is, how it is altered (Chance of Success and the Die Rolls)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import effects, weapons
from rules.highlander.card import Effect, HighlanderCard
from rules.highlander.modifiers import barred, has
from rules.highlander.position import Choice, Highlander, InPlay, Must, Rolling
from rules.highlander.state import change, face, is_mark, marked
from rules.highlander.verbs import Exert, Recover, Roll
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.judgment import Judgment

SIDES = 6
#: what an attack has whose companion card breaks the opponent's weapon
BREAKS = "breaks_weapon"


def verify_roll(j: Judgment, e: Roll) -> None:
    p: Highlander = j.position
    if e.by != TABLE or e.seat not in p.players:
        j.forbid("log.seat", "a roll is entered by the table")
    elif p.phase == "roll_off":
        if p.players[e.seat].rolled:
            j.forbid("phases", "each player rolls once; equal rolls are rolled again")
    elif p.rolling is None or p.chance is not None:
        j.forbid("die-roll-when-to-roll", "no card or effect asks for a roll")
    elif p.rolling.exertion:
        j.forbid("master-s-disarm-kurgan-and-iron-will", "the Exertion is made before the die is rolled")
    elif e.seat != p.turn:
        j.forbid("die-rolls", "a player rolls on the own turn alone")
    elif e.value > SIDES:
        j.forbid("die-rolls-modifying", "a die roll is from 1 to 6")


@enforces("chance-of-success")
def perform_roll(j: Judgment, e: Roll, plan: None) -> Highlander:
    p: Highlander = j.position
    if p.phase == "roll_off":
        return _rolled_off(j, change(p, e.seat, rolled=e.value))
    rolling = p.rolling
    p = replace(p, rolling=None)
    if rolling is None:
        return p
    if rolling.then and e.value <= rolling.success:
        p = effects.run(j, p, rolling.seat, _follows(rolling), rolling.title, rolling.event)
    if rolling.again:
        p = choose_next(j, p, rolling.seat, rolling.again)
    from rules.highlander.must_do import settled

    return settled(j, p, e.seat)


def _follows(rolling: Rolling) -> Effect:
    """The effect of a roll that succeeds: its verb, and its number or what it is about."""
    do, _, rest = rolling.then.partition(" ")
    if rest.isdecimal():
        return Effect(do, rolling.who, int(rest))
    return Effect(do, rolling.who, what=rest)


def _rolled_off(j: Judgment, p: Highlander) -> Highlander:
    """The highest roll goes first; equal rolls are rolled again (Game Play)."""
    rolls = [p.players[seat].rolled for seat in j.seats]
    if not all(rolls):
        return p
    if rolls[0] == rolls[1]:
        for seat in j.seats:
            p = change(p, seat, rolled=0)
        return p
    return replace(p, turn=j.seats[rolls.index(max(rolls))], phase="opening")


@enforces("master-s-disarm-kurgan-and-iron-will")
def verify_exertion(j: Judgment, e: Exert) -> None:
    """The Exertion that a card wants before its die is rolled; what alters the roll is played before it."""
    p: Highlander = j.position
    rolling = p.rolling
    if rolling is None or not rolling.exertion or rolling.seat != e.by or p.exerting is not None:
        j.forbid("die-roll-when-to-roll", "no roll wants an Exertion of this player")
    elif p.players[e.by].exertions:
        j.forbid("exertions.one-a-turn", "one Exertion a turn")
    elif e.number:
        j.forbid(
            "standard-exertions",
            "an Exertion before a roll is for no attack or Defense: “attack” and “defense” are left out",
        )


# -- altering --------------------


def alters(card: HighlanderCard) -> bool:
    """Whether a card is for a die about to be rolled."""
    return any(effect.do == "alter_roll" for effect in (*card.on_play, *card.discard_to_use))


@enforces("die-roll-altering-odds", "die-rolls-modifying")
def may_alter(j: Judgment, card: HighlanderCard) -> bool:
    """Whether a card alters the die that waits to be rolled; records what stands in the way. What raises or lowers a
    chance of success does nothing to a roll without one."""
    p: Highlander = j.position
    rolling = p.rolling
    found = [effect for effect in (*card.on_play, *card.discard_to_use) if effect.do == "alter_roll"]
    if rolling is None:
        j.forbid(
            "die-roll-altering-odds", "no die waits to be rolled: it is altered before it is, and not after"
        )
    elif not rolling.chance and all(effect.what == "chance" for effect in found):
        j.forbid("chance-of-success", f"“{card.title}” alters a chance of success, and this roll has none")
    else:
        return True
    return False


def open_to(p: Highlander, seat: str) -> bool:
    """Whether a player may play a card now, between the effect that asks for a roll and the roll."""
    waits = p.chance is None and p.choice is None and p.conceding is None and p.reshuffling is None
    return p.rolling is not None and waits and p.turn == seat


def fits_the_time(j: Judgment, card: HighlanderCard, before_a_roll: bool) -> bool:
    """Cards that alter a roll are played before it, and nothing else is. Records what does not fit."""
    if alters(card):
        return may_alter(j, card)
    if before_a_roll:
        j.forbid("die-roll-when-to-roll", "a die is rolled first")
    return not before_a_roll


# -- when to roll --------------------


def must_roll(p: Highlander, seat: str, must: Must) -> Highlander:
    """A roll that a player must make in the Must Do Phase begins to wait for the die."""
    return replace(p, rolling=Rolling(seat=seat, title=must.what))


def after_power_blow(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """What is rolled as soon as an attack becomes a Power Blow: whether a card played with it breaks the opponent's
    weapon, and what a card in play wants of who makes one."""
    j.position = p
    for attack in p.players[seat].attacks:
        if is_mark(j, attack, "power_blow") and marked(attack.marks, BREAKS):
            return replace(p, rolling=_breaking(j, p, seat))
    if has(j, seat, "roll_when_power_blow") is not None:
        return replace(p, rolling=Rolling(seat=seat, title="a Power Blow"))
    return p


def _breaking(j: Judgment, p: Highlander, seat: str) -> Rolling:
    """The roll that the card played with the attack asks for."""
    success, title = 0, ""
    for held in p.players[seat].in_play:
        found = face(j, held.card)
        for effect in found.conjunction if found is not None else ():
            if effect.what == BREAKS and found is not None:
                success, title = effect.count, found.title
    return Rolling(seat=seat, success=success, chance=True, then="disarm break", who="opponent", title=title)


def choose_next(j: Judgment, p: Highlander, seat: str, what: str) -> Highlander:
    """Several rolls of one effect are made in the order that who rolls chooses: the next card is its target."""
    left = [
        held for side in p.players.values() for held in side.in_play if _is(j, held, what) and not held.rolled
    ]
    if left:
        return replace(p, choice=Choice(seat=seat, what=what, then="roll"))
    for who, side in p.players.items():
        p = change(p, who, in_play=tuple(replace(held, rolled=False) for held in side.in_play))
    return p


def _is(j: Judgment, held: InPlay, what: str) -> bool:
    found = face(j, held.card)
    return found is not None and found.is_a(what)


def roll_for(j: Judgment, p: Highlander, seat: str, place: int, choice: Choice) -> Highlander:
    """The die is rolled for the card chosen."""
    held = p.players[seat].in_play
    in_play = (*held[:place], replace(held[place], rolled=True), *held[place + 1 :])
    rolling = Rolling(seat=choice.seat, title=choice.what, again=choice.what)
    return replace(change(p, seat, in_play=in_play), rolling=rolling)


# -- recovering a weapon --------------------


def verify_recover(j: Judgment, e: Recover) -> None:
    """A roll at the beginning of the own turn to take up a disarmed weapon again (reading B28)."""
    if not free_to_act(j, e, "must_do", "may_do"):
        return
    mine = j.position.players[e.by]
    stop = barred(j, e.by, "recovering")
    if stop:
        j.forbid("parking-garage", f"{stop} prevents recovering a weapon")
    if not weapons.recoverable(j, e.by):
        j.forbid("disarming-and-weapons-of-choice", "there is no disarmed weapon to recover")
    elif mine.recovering:
        j.forbid("disarming-and-weapons-of-choice", "one roll to recover is made at the beginning of a turn")


def perform_recover(j: Judgment, e: Recover, plan: None) -> Highlander:
    p: Highlander = j.position
    return replace(change(p, e.by, recovering=True), rolling=Rolling(seat=e.by, success=1, then="rearm"))
