"""First Blood begins (First Blood and its companions, readings B40, B41, B46)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.adjusting import for_first_blood
from rules.highlander.changes.in_play import depart, to_pile
from rules.highlander.changes.state import change
from rules.highlander.language import one_card as own
from rules.highlander.position import Attack, Highlander, Mark
from rules.highlander.reading.must_do import remaining
from rules.highlander.reading.state import face, is_mark
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

ZONES = ("hand", "discard_pile", "endurance")
#: more than any card removes: a zone of unknown size is taken to hold enough
MANY = 1_000


@enforces("first-blood", "end-of-time-and-first-blood", "reading.b40", "reading.b41", "reading.b46")
def begin_first_blood(ctx: EntryContext, p: Highlander) -> Highlander:
    """Special cards leave, Events are nullified and attacks stripped of what they gave, Abilities follow; then who has
    the Arms and Tactics premium may remove cards, and the hands are shuffled in (the table) and drawn anew."""
    before = {seat: len(p.players[seat].due) for seat in ctx.seats}
    for seat in ctx.seats:
        for place in reversed(range(len(p.players[seat].in_play))):
            facts = face(ctx, p.players[seat].in_play[place].card)
            if facts is None or facts.is_special:
                p = depart(ctx, p, seat, place)
    p = _let_nothing_arrive(p)
    j = Judgment.of(ctx, p)
    for seat in ctx.seats:
        mine = p.players[seat]
        attacks = tuple(without_events(a) for a in mine.attacks)
        blow = any(is_mark(j, a, "power_blow") for a in attacks if a.status == "pending")
        p = change(
            for_first_blood(ctx, p, seat, mine.due[before[seat] :]), seat, attacks=attacks, power_blow_last_turn=blow,
            due=tuple(due for due in mine.due[: before[seat]] if not due.event),
            must=remaining(mine.must, lambda must: not must.event),
            defenses=tuple(replace(d, marks=kept(d.marks)) for d in mine.defenses),
            coming_attack=kept(mine.coming_attack),
            may_remove=_may_remove(ctx, p, seat),
        )  # fmt: skip
    lasting = tuple(effect for effect in p.lasting if not effect.event)
    return replace(p, first_blood=True, time_called=True, phase="first_blood", lasting=lasting)


def _let_nothing_arrive(p: Highlander) -> Highlander:
    """Put the card that a leaving card would let come into play on its owner's discard pile."""
    for seat, held in p.players.items():
        for card in held.arriving:
            p = p if card.id is None else to_pile(p, card.owner, card.id)
        p = change(p, seat, arriving=())
    return p


def kept(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    return tuple(mark for mark in marks if not mark.event)


def without_events(attack: Attack) -> Attack:
    """The attack as if no Event had been played (reading B41)."""
    return replace(attack, marks=kept(attack.marks))


def _may_remove(ctx: EntryContext, p: Highlander, seat: str) -> int:
    """How many cards a Pre-Game card lets its player remove from the game now."""
    for card in p.players[seat].in_play:
        facts = face(ctx, card.card)
        for effect in facts.while_in_play if facts is not None else ():
            if isinstance(effect, own.RemoveAtFirstBlood):
                return min(effect.count, removable(p, seat))
    return 0


def removable(p: Highlander, seat: str) -> int:
    mine = p.players[seat]
    return MANY if OPEN in (*mine.endurance, *mine.hand) else sum(len(getattr(mine, zone)) for zone in ZONES)
