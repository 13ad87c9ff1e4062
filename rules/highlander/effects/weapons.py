"""Weapons and chances of success."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander import weapons
from rules.highlander.effects.on import On
from rules.highlander.modifiers import has
from rules.highlander.position import Choice, Highlander, Must, Rolling
from rules.highlander.state import change
from rules.kernel.enforce import enforces

SIDES = 6


@enforces("watcher-fair-fight")
def rearm(on: On) -> Highlander:
    """A disarmed weapon is taken up again."""
    p = on.p
    for seat in on.targets():
        p = weapons.take_up(on.j, p, seat)
    return p


@enforces("chance-of-success")
def chance(on: On) -> Highlander:
    """A chance of success, ``count`` in 6: a die is rolled at once. ``what``: the effect on success, with its number
    (``disarm``, ``lose_ability 2``), on whom ``who`` names. ``until`` is ``exertion``: an Exertion is made before the
    roll, which then has no chance of success."""
    if not on.targets():
        return on.p
    first = on.effect.until == "exertion"
    success = on.effect.count + (0 if first else weapons.improved(on.j, on.seat, on.title))
    rolling = Rolling(
        seat=on.seat, success=min(SIDES, success), chance=not first, then=on.effect.what, who=on.effect.who,
        title=on.title, exertion=5 if first else 0, event=on.event,
    )  # fmt: skip
    return replace(on.p, rolling=rolling)


@enforces(
    "attack-weapon-war-axe", "attack-weapon-war-axe-and-chance-of-success",
    "master-s-disarm-nakano-or-connor-and-forged-steel", "master-s-disarm-nakano-or-connor-and-weapons-of-choice",
)  # fmt: skip
def disarm(on: On) -> Highlander:
    """A player loses a weapon; who disarms him chooses which, of several (Disarming and Weapons of Choice). ``what`` is
    ``break``: it breaks, whatever became of the attack; ``take``: it is taken, and breaks where a card says so."""
    takes = on.effect.what == "take" and has(on.j, on.seat, "breaks_what_it_takes") is not None
    return _lose(on, takes or on.effect.what == "break")


def _lose(on: On, broken: bool) -> Highlander:
    p = on.p
    for seat in on.targets():
        up = weapons.arms(on.j, p, seat, "")
        if len(up) > 1:
            then = "break" if broken else "disarm"
            whose = "you" if seat == on.seat else "opponent"
            return replace(
                p, choice=Choice(seat=on.seat, what="weapon_of_choice in_hand", then=then, whose=whose)
            )
        p = weapons.lose(on.j, p, seat, up[0] if up else None, broken)
    return p


def alter_roll(on: On) -> Highlander:
    """The odds of the die that waits to be rolled are altered."""
    rolling = on.p.rolling
    if rolling is None:
        return on.p
    return replace(on.p, rolling=replace(rolling, success=min(6, max(0, rolling.success + on.effect.count))))


def roll(on: On) -> Highlander:
    """Players roll: who plays the card at once, the other in the Must Do Phase (Die Roll - When To Roll)."""
    p = on.p
    for seat in on.targets():
        if seat == p.turn:
            p = replace(p, rolling=Rolling(seat=seat, title=on.title))
        else:
            must = Must(do="roll", what=on.title, event=on.event)
            p = change(p, seat, must=(*p.players[seat].must, must))
    return p


def roll_for_each(on: On) -> Highlander:
    """A roll for every card of a type in play, in the order its player chooses."""
    from rules.highlander.dice import choose_next

    return choose_next(on.j, on.p, on.seat, on.effect.what)


TABLE: dict[str, Any] = {
    "rearm": rearm,
    "chance": chance,
    "disarm": disarm,
    "alter_roll": alter_roll,
    "roll": roll,
    "roll_for_each": roll_for_each,
}
