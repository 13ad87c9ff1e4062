"""The verbs that card declarations are written in. No other module knows what a card's text says."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from rules.highlander.card import Effect
from rules.highlander.endurance import mill
from rules.highlander.position import Highlander, Lasting, Mark, Must
from rules.highlander.state import change, depart, face, other, owe
from rules.kernel.judgment import Judgment


class On(NamedTuple):
    """What an effect is carried out with: ``seat`` is whose card it is, ``event`` whether an Event gives it."""

    j: Judgment
    p: Highlander
    seat: str
    effect: Effect
    title: str
    event: bool

    def targets(self) -> tuple[str, ...]:
        """The seats that ``who`` names, the card's player first."""
        opponent = other(self.j, self.seat)
        return {"you": (self.seat,), "opponent": (opponent,)}.get(self.effect.who, (self.seat, opponent))


def deal(on: On) -> Highlander:
    """Damage, pending as soon as the card is played (Damage - Pending)."""
    p = on.p
    for seat in on.targets():
        p = owe(p, seat, on.effect.count, "damage", on.title, on.event)
    return p


def lose(on: On) -> Highlander:
    """Ability Loss."""
    p = on.p
    for seat in on.targets():
        p = owe(p, seat, on.effect.count, "loss", on.title, on.event)
    return p


def gain(on: On) -> Highlander:
    """Ability gained, not above the Maximum Ability."""
    p = on.p
    for seat in on.targets():
        p = owe(p, seat, on.effect.count, "gain", on.title, on.event)
    return p


def discard(on: On) -> Highlander:
    """Cards that must be discarded: at once on the own turn, else in the Must Do Phase."""
    p = on.p
    for seat in on.targets():
        what = on.effect.what or "card"
        must = Must(do="discard", count=on.effect.count, what=what, event=on.event)
        p = change(p, seat, must=(*p.players[seat].must, must))
    return p


def discard_for_each(on: On) -> Highlander:
    """A card to be discarded for each copy of a card in play (Monkey)."""
    number = sum(
        1 for held in on.p.players.values() for card in held.in_play
        if (found := face(on.j, card.card)) is not None and found.title == on.effect.what
    )  # fmt: skip
    p = on.p
    for seat in on.targets():
        must = Must(do="discard", count=number * on.effect.count, event=on.event)
        p = change(p, seat, must=(*p.players[seat].must, must))
    return p


def draw_up(on: On) -> Highlander:
    """Cards that must be drawn, up to the Ability."""
    p = on.p
    for seat in on.targets():
        p = change(p, seat, must=(*p.players[seat].must, Must(do="draw", event=on.event)))
    return p


def instead_of_attack(on: On) -> Highlander:
    """The card is played in place of a Basic Attack."""
    return change(on.p, on.seat, attacks_made=on.p.players[on.seat].attacks_made + 1)


def mill_cards(on: On) -> Highlander:
    """Cards from the top of the Endurance to the discard pile."""
    p = on.p
    for seat in on.targets():
        p = mill(on.j, p, seat, on.effect.count)
    return p


def add_attack(on: On) -> Highlander:
    """An additional attack this turn; ``what`` holds of it if more than one attack is made: the next one when an attack
    was made already, else the one after the first."""
    mine = on.p.players[on.seat]
    p = change(on.p, on.seat, attacks_allowed=mine.attacks_allowed + 1)
    if not on.effect.what:
        return p
    mark = Mark(on.effect.what, on.event)
    if mine.attacks_made:
        return change(p, on.seat, next_attack=(*mine.next_attack, mark))
    return change(p, on.seat, later_attack=(*mine.later_attack, mark))


def mark_next(on: On) -> Highlander:
    """Something holds of the next attack this turn (Next Attack)."""
    p = on.p
    for seat in on.targets():
        mark = Mark(on.effect.what, on.event)
        p = change(p, seat, next_attack=(*p.players[seat].next_attack, mark))
    return p


def last_turn(on: On) -> Highlander:
    """Something lasts for a player to the end of a turn: ``turn`` (this one) or ``next`` (that player's next)."""
    p = on.p
    for seat in on.targets():
        turns = 0 if on.effect.until == "turn" else (2 if seat == p.turn else 1)
        lasting = Lasting(what=on.effect.what, seat=seat, until=p.number + turns, event=on.event)
        p = replace(p, lasting=(*p.lasting, lasting))
    return p


def avoid(on: On) -> Highlander:
    """Every attack that is not successful yet is avoided; ``what``: only those (Power Blows)."""
    from rules.highlander.resolution import avoid_all

    return avoid_all(on.j, on.p, on.seat, on.effect.what)


def skip_attack(on: On) -> Highlander:
    """The Attack Phase is skipped this turn: no prevention, only no opportunity."""
    return change(on.p, on.seat, skip_attack=True)


def lose_next_attack(on: On) -> Highlander:
    """A player loses an attack: this turn, or the next turn's first for the opponent."""
    p = on.p
    for seat in on.targets():
        if seat == p.turn:
            p = change(p, seat, attacks_allowed=p.players[seat].attacks_allowed - 1)
        else:
            p = replace(
                p,
                lasting=(
                    *p.lasting,
                    Lasting(what="lose attack", seat=seat, until=p.number + 1, event=on.event),
                ),
            )
    return p


def remove(on: On) -> Highlander:
    """Cards of a type leave play; ``count`` is the Ability the card's player loses for each."""
    p = on.p
    for seat in on.targets():
        for place in reversed(range(len(p.players[seat].in_play))):
            found = face(on.j, p.players[seat].in_play[place].card)
            if found is not None and found.type == on.effect.what:
                p = depart(on.j, p, seat, place)
                if on.effect.count:
                    p = owe(p, on.seat, on.effect.count, "loss", on.title, on.event)
    return p


def for_each(on: On) -> Highlander:
    """Damage for each card of a group in play (``what``), to those named."""
    number = sum(
        1 for held in on.p.players.values() for card in held.in_play
        if (found := face(on.j, card.card)) is not None and on.effect.what in found.groups
    )  # fmt: skip
    p = on.p
    for seat in on.targets() if number else ():
        p = owe(p, seat, on.effect.count * number, "damage", on.title, on.event)
    return p


def rearm(on: On) -> Highlander:
    """A disarmed weapon is taken up again."""
    return change(on.p, on.seat, disarmed=False)


def roll_disarm(on: On) -> Highlander:
    """A chance of success that the opponent is disarmed: a die is rolled at once."""
    return replace(on.p, rolling=f"disarm {on.effect.count}")


def lose_defense(on: On) -> Highlander:
    """The player cannot play a Defense this turn; the attacks succeed."""
    from rules.highlander.resolution import let_all

    lasting = Lasting(what="prevent defenses", seat=on.seat, until=on.p.number, event=on.event)
    return let_all(on.j, replace(on.p, lasting=(*on.p.lasting, lasting)), on.seat)


#: name in declarations → what it does; the engine calls effects through this table
EFFECTS: dict[str, Callable[[On], Highlander]] = {
    "damage": deal,
    "lose_ability": lose,
    "gain": gain,
    "discard": discard,
    "discard_for_each": discard_for_each,
    "draw_up": draw_up,
    "instead_of_attack": instead_of_attack,
    "when_successful_mill": mill_cards,
    "additional_attack": add_attack,
    "next_attack": mark_next,
    "lasts": last_turn,
    "avoid_attacks": avoid,
    "skip_attack_phase": skip_attack,
    "lose_attack": lose_next_attack,
    "remove": remove,
    "damage_for_each": for_each,
    "rearm": rearm,
    "chance_to_disarm": roll_disarm,
    "attacks_succeed": lose_defense,
}


def run(j: Judgment, p: Highlander, seat: str, effect: Effect, title: str, event: bool) -> Highlander:
    """Carries one effect out for the player of its card."""
    found = EFFECTS.get(effect.do)
    return p if found is None else found(On(j, p, seat, effect, title, event))
