"""What the Defenses of a turn bring at the beginning of the Attack Phase."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import preventions
from rules.highlander.attacks import made
from rules.highlander.last_defenses import blocks_held, last_defense
from rules.highlander.looking_back import remembered_defense
from rules.highlander.position import Attack, Defense, Highlander, Lasting, Mark
from rules.highlander.state import attack_card, change, face, marked, says
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def after_defenses(j: Judgment, p: Highlander) -> Highlander:
    """The position at the beginning of the Attack Phase."""
    j.position = p
    seat = p.turn
    if not p.players[seat].defenses:
        return p
    p = _additional(j, p, seat)
    j.position = p
    last = last_defense(j, seat)
    if last is not None and last.played == p.number and says(j, last, "becomes_attack"):
        return _strike(j, p, seat, last)
    return p


@enforces("deflect-gladius-and-additional-attacks")
def _additional(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """One additional Attack for the last Defense of a kind that gives it, if it was a successful Block."""
    giving = [
        d for d in p.players[seat].defenses if d.played == p.number and says(j, d, "additional_if_held")
    ]
    if not giving or not blocks_held(j, giving[-1]):
        return p
    return change(p, seat, attacks_allowed=p.players[seat].attacks_allowed + 1)


@enforces("special-attack-or-block-and-prevention", "block-and-strike")
def _strike(j: Judgment, p: Highlander, seat: str, last: Defense) -> Highlander:
    """The Defense played last becomes the next Attack, to the area it blocked; not where anything prevents it, or no
    attack is left."""
    mine = p.players[seat]
    card = face(j, last.card)
    if card is None or mine.attacks_made >= mine.attacks_allowed:
        return p
    trial = Judgment(j.game, j.catalogue, j.options, j.seats, p, j.known, j.n, j.decks)
    preventions.attack(trial, preventions.Way(seat, last.card, strikes=True))
    if trial.violations:
        return p
    defenses = tuple(defense for defense in mine.defenses if defense is not last)
    blocked = Lasting(what=f"block {last.squares}", seat=seat, until=p.number)
    p = change(replace(p, lasting=(*p.lasting, blocked)), seat, defenses=defenses)
    p = remembered_defense(j, p, seat, last)
    attack = Attack(owner=seat, card=last.card, marks=mine.next_attack)
    return made(j, p, seat, attack, True)


@enforces("looking-back-at-a-previous-action-or-last-turn-effects")
def not_alone(j: Judgment, attack: Attack) -> Attack:
    """An attack at the end of a turn in which a Special card was played: one that is a Head Shot only without it is
    neither a Head Shot nor a Power Blow any more. Only of such an Attack is it told, while it is hidden, what it is."""
    card = face(j, attack.card)
    if not marked(attack.marks, "told") and (card is None or "head_shot_alone" not in card.marks):
        return attack
    gone = ("head_shot", "power_blow", "told")
    return replace(attack, marks=tuple(mark for mark in attack.marks if mark.what not in gone))


@enforces("power-blows-making-power-blows")
def alone(j: Judgment, attack: Attack) -> Attack:
    """An attack that lies there at the beginning, without anything told of it: one that is a Head Shot unless a Special
    card is played is one."""
    card = face(j, attack.card)
    if card is None or attack.marks or "head_shot_alone" not in card.marks:
        return attack
    return replace(attack, marks=(Mark("head_shot"), Mark("power_blow")))


FAILED = ("blocked", "power_blocked", "dodged", "avoided")


def last_attack(j: Judgment, p: Highlander, seat: str, attacks: tuple[Attack, ...]) -> Highlander:
    """What later cards look back on (Feint): the card of the last attack, if it was no Special Attack, and whether it
    was unsuccessful."""
    if not attacks:
        return p
    attack = attacks[-1]
    card = attack_card(j, attack)
    held = attack.card if attack.card is not None else attack.face_down
    plain = held is not None and (card is None or card.type == "attack")  # face down to the end nobody knows
    failed = plain and attack.status in FAILED
    return change(p, seat, last_attack=(held,) if failed and held is not None else ())
