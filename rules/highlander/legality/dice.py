"""Whether a die is rolled, and whether a card alters it (Die Rolls)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import Highlander
from rules.highlander.reading import weapons
from rules.highlander.reading.dice import SIDES, alters
from rules.highlander.reading.modifiers import barred
from rules.highlander.verbs import Exert, Recover, Roll
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.judgment import Judgment


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
        j.forbid("die-rolls", "a player rolls only on their own turn")
    elif e.value > SIDES:
        j.forbid("die-rolls-modifying", "a die roll is from 1 to 6")


@enforces("master-s-disarm-kurgan-and-iron-will")
def verify_exertion(j: Judgment, e: Exert) -> None:
    """The Exertion that a card wants before its die is rolled; what alters the roll is played before it."""
    p: Highlander = j.position
    rolling = p.rolling
    if rolling is None or not rolling.exertion or rolling.seat != e.by or p.exerting is not None:
        j.forbid("die-roll-when-to-roll", "no roll asks this player for an Exertion")
    elif p.players[e.by].exertions:
        j.forbid("exertions.one-a-turn", "one Exertion a turn")
    elif e.number:
        j.forbid(
            "standard-exertions",
            "an Exertion before a roll is for no attack or Defense: “attack” and “defense” are left out",
        )


@enforces("die-roll-altering-odds", "die-rolls-modifying")
def may_alter_roll(j: Judgment, card: HighlanderCard) -> bool:
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


def fits_before_a_roll(j: Judgment, card: HighlanderCard, before_a_roll: bool) -> bool:
    """Cards that alter a roll are played before it, and nothing else is. Records what does not fit."""
    if alters(card):
        return may_alter_roll(j, card)
    if before_a_roll:
        j.forbid("die-roll-when-to-roll", "a die is rolled first")
    return not before_a_roll


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
