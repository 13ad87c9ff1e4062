"""Whether a die is rolled, and whether a card alters it (Die Rolls)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import effects as act
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import Highlander
from rules.highlander.reading import weapons
from rules.highlander.reading.dice import SIDES, alters
from rules.highlander.reading.modifiers import barred
from rules.highlander.texts import say
from rules.highlander.verbs import Exert, Recover, Roll
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.judgment import Judgment


def verify_roll(j: Judgment, e: Roll) -> None:
    p: Highlander = j.position
    if e.by != TABLE or e.seat not in p.players:
        j.forbid("log.seat", say("only_table_rolls"))
    elif p.phase == "roll_off":
        if p.players[e.seat].rolled:
            j.forbid("phases", say("one_roll_for_each_player"))
    elif p.rolling is None or p.chance is not None:
        j.forbid("die-roll-when-to-roll", say("no_roll_asked"))
    elif p.rolling.exertion:
        j.forbid("master-s-disarm-kurgan-and-iron-will", say("exertion_after_roll"))
    elif e.seat != p.turn:
        j.forbid("die-rolls", say("roll_on_own_turn_only"))
    elif e.value > SIDES:
        j.forbid("die-rolls-modifying", say("roll_not_1_to_6"))


@enforces("master-s-disarm-kurgan-and-iron-will")
def verify_exertion(j: Judgment, e: Exert) -> None:
    """The Exertion that a card wants before its die is rolled; what alters the roll is played before it."""
    p: Highlander = j.position
    rolling = p.rolling
    if rolling is None or not rolling.exertion or rolling.seat != e.by or p.exerting is not None:
        j.forbid("die-roll-when-to-roll", say("no_roll_asks_exertion"))
    elif p.players[e.by].exertions:
        j.forbid("exertions.one-a-turn", say("one_exertion_a_turn"))
    elif e.number:
        j.forbid(
            "standard-exertions",
            say("roll_exertion_names_no_attack"),
        )


@enforces("die-roll-altering-odds", "die-rolls-modifying")
def may_alter_roll(j: Judgment, card: HighlanderCard) -> bool:
    """Whether a card alters the die that waits to be rolled; records what stands in the way. What raises or lowers a
    chance of success does nothing to a roll without one."""
    p: Highlander = j.position
    rolling = p.rolling
    alterations = [
        effect for effect in (*card.on_play, *card.discard_to_use) if isinstance(effect, act.AlterRoll)
    ]
    if rolling is None:
        j.forbid("die-roll-altering-odds", say("no_roll_to_alter"))
    elif not rolling.chance and all(effect.what == "chance" for effect in alterations):
        j.forbid("chance-of-success", say("roll_without_chance_of_success", title=card.title))
    else:
        return True
    return False


def fits_before_a_roll(j: Judgment, card: HighlanderCard, before_a_roll: bool) -> bool:
    """Cards that alter a roll are played before it, and nothing else is. Records what does not fit."""
    if alters(card):
        return may_alter_roll(j, card)
    if before_a_roll:
        j.forbid("die-roll-when-to-roll", say("die_must_be_rolled_first"))
    return not before_a_roll


def verify_recover(j: Judgment, e: Recover) -> None:
    """A roll at the beginning of the player's turn to take up a disarmed weapon again (reading B28)."""
    if not free_to_act(j, e, ("must_do", "may_do")):
        return
    mine = j.position.players[e.by]
    stop = barred(j, e.by, "recovering")
    if stop:
        j.forbid("parking-garage", say("recovering_weapon_prevented", stop=stop))
    if not weapons.recoverable(j, e.by):
        j.forbid("disarming-and-weapons-of-choice", say("no_weapon_to_recover"))
    elif mine.recovering:
        j.forbid("disarming-and-weapons-of-choice", say("one_recovery_roll_a_turn"))
