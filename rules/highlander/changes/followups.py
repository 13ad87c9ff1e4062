"""The facts about the attacks of a turn that are remembered after it."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.state import change
from rules.highlander.position import Attack, Highlander, Mark
from rules.highlander.reading.state import attack_card, face, marked
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

FAILED = ("blocked", "power_blocked", "dodged", "avoided")


@enforces("looking-back-at-a-previous-action-or-last-turn-effects")
def without_head_shot_alone(ctx: EntryContext, attack: Attack) -> Attack:
    """An attack at the end of a turn in which a Special card was played: a card that is a Head Shot only without one is
    neither a Head Shot nor a Power Blow any more. While it is hidden, this is recorded of no other Attack."""
    card = face(ctx, attack.card)
    if not marked(attack.marks, "told") and (card is None or "head_shot_alone" not in card.marks):
        return attack
    gone = ("head_shot", "power_blow", "told")
    return replace(attack, marks=tuple(mark for mark in attack.marks if mark.what not in gone))


@enforces("power-blows-making-power-blows")
def with_head_shot_alone(j: Judgment, attack: Attack) -> Attack:
    """An attack given at the beginning, without any marks: a card that is a Head Shot unless a Special card is played
    is one."""
    card = face(j, attack.card)
    if card is None or attack.marks or "head_shot_alone" not in card.marks:
        return attack
    return replace(attack, marks=(Mark("head_shot"), Mark("power_blow")))


def last_attack(ctx: EntryContext, p: Highlander, seat: str, attacks: tuple[Attack, ...]) -> Highlander:
    """Remember for later cards (Feint) the card of the last attack, if it was no Special Attack, and whether it was
    unsuccessful."""
    attack = attacks[-1]
    card = attack_card(ctx, attack)
    held = attack.card if attack.card is not None else attack.face_down
    plain = held is not None and (card is None or card.type == "attack")  # face down to the end nobody knows
    failed = plain and attack.status in FAILED
    return change(p, seat, last_attack=(held,) if failed and held is not None else ())
