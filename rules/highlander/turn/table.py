"""The table of ``perform`` functions, one for each verb."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.highlander import verbs
from rules.highlander.position import Highlander
from rules.highlander.turn import (
    attacks,
    borrowing,
    countering,
    defenses,
    dice,
    discard_to_use,
    discards,
    endurance,
    exertion,
    face_down,
    first_blood,
    hands,
    hidden_attacks,
    looking,
    must_do,
    phases,
    playing,
    power_blows,
    powers,
    taking,
    targets,
    weapons,
    won_powers,
)
from rules.kernel.entries import Entry
from rules.kernel.entry_context import EntryContext

PERFORM: dict[type[Entry], Callable[[EntryContext, Highlander, Any, Any], Highlander]] = {
    verbs.Roll: dice.perform_roll,
    verbs.Draw: hands.perform_draw,
    verbs.Discard: discards.perform_discard,
    verbs.CarryOut: must_do.perform_carry_out,
    verbs.NoMore: discards.perform_no_more,
    verbs.Play: playing.perform_play,
    verbs.Target: targets.perform_target,
    verbs.Use: discard_to_use.perform_use,
    verbs.Pass: countering.perform_pass,
    verbs.Take: taking.perform_take,
    verbs.Borrow: borrowing.perform_borrow,
    verbs.GiveBack: borrowing.perform_give_back,
    verbs.LookAtCard: looking.perform_look_at,
    verbs.Ignore: countering.perform_ignore,
    verbs.TurnUp: face_down.perform_turn_up,
    verbs.Hold: face_down.perform_hold,
    verbs.TakeBack: face_down.perform_take_back,
    verbs.Recover: dice.perform_recover,
    verbs.Wield: weapons.perform_wield,
    verbs.AttackWith: attacks.perform_attack,
    verbs.MakeAttack: attacks.perform_make_attack,
    verbs.PowerBlow: power_blows.perform_power_blow,
    verbs.ForgoAttack: attacks.perform_forgo,
    verbs.Defend: defenses.perform_defend,
    verbs.Cover: defenses.perform_cover,
    verbs.PowerBlock: defenses.perform_power_block,
    verbs.Drop: defenses.perform_drop,
    verbs.DeclareSuccessful: defenses.perform_declare,
    verbs.Call: hidden_attacks.perform_call,
    verbs.Look: hidden_attacks.perform_look,
    verbs.Reveal: hidden_attacks.perform_reveal,
    verbs.Exert: exertion.perform_exert,
    verbs.Power: powers.perform_power,
    verbs.TurnOver: exertion.perform_turn_over,
    verbs.Done: exertion.perform_done,
    verbs.NextPhase: phases.perform_next_phase,
    verbs.Shuffle: endurance.perform_shuffle,
    verbs.Concede: first_blood.perform_concede,
    verbs.Accept: first_blood.perform_accept,
    verbs.Remove: first_blood.perform_remove,
    verbs.FirstBlood: first_blood.perform_first_blood,
    verbs.TakePowers: won_powers.perform_take_powers,
    verbs.TimeCalled: first_blood.perform_time,
}
