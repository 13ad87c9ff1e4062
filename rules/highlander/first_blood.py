"""First Blood, the end of time, and conceding (First Blood and its companions, readings B40 to B46)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.position import Attack, Highlander
from rules.highlander.state import change, depart, face, is_mark
from rules.highlander.verbs import Accept, Concede, FirstBlood, TimeCalled
from rules.kernel.enforce import enforces
from rules.kernel.entries import JUDGE, TABLE
from rules.kernel.judgment import Judgment


def verify_time(j: Judgment, e: TimeCalled) -> None:
    if e.by != TABLE:
        j.forbid("log.seat", "the table observes that time was called")
    elif j.position.time_called:
        j.forbid("timed-games", "time was called already")


@enforces("timed-games")
def perform_time(j: Judgment, e: TimeCalled, plan: None) -> Highlander:
    p: Highlander = j.position
    return replace(p, time_called=True)


def waits_for_judge(p: Highlander) -> bool:
    """Time was called, the turn it was called in has ended, and First Blood has not begun."""
    return p.phase == "time_called"


def verify_first_blood(j: Judgment, e: FirstBlood) -> None:
    p: Highlander = j.position
    if e.by != JUDGE:
        j.forbid("first-blood", "the judge invokes First Blood")
    elif p.first_blood:
        j.forbid("first-blood", "First Blood has begun already")
    elif not p.time_called:
        j.forbid("first-blood", "time has not been called")
    elif not waits_for_judge(p):
        j.forbid("first-blood", "the current player finishes the turn first")


@enforces("first-blood", "end-of-time-and-first-blood", "reading.b40", "reading.b41", "reading.b46")
def perform_first_blood(j: Judgment, e: FirstBlood, plan: None) -> Highlander:
    """Special cards leave, Events are nullified and attacks stripped of what they gave, Abilities follow; then the
    hands are shuffled in (the table) and drawn anew."""
    p: Highlander = j.position
    for seat in j.seats:
        for place in reversed(range(len(p.players[seat].in_play))):
            found = face(j, p.players[seat].in_play[place].card)
            if found is None or found.is_special:
                p = depart(j, p, seat, place)
    for seat in j.seats:
        mine = p.players[seat]
        due = tuple(d for d in mine.due if not d.event)
        must = tuple(m for m in mine.must if not m.event)
        attacks = tuple(strip(a) for a in mine.attacks)
        blow = any(is_mark(j, a, "power_blow") for a in attacks if a.status == "pending")
        p = change(p, seat, due=due, must=must, attacks=attacks, power_blow_last_turn=blow)
    lasting = tuple(effect for effect in p.lasting if not effect.event)
    return replace(p, first_blood=True, phase="first_blood", lasting=lasting)


def strip(attack: Attack) -> Attack:
    """An attack as if no Event had been played (reading B41)."""
    return replace(attack, marks=tuple(mark for mark in attack.marks if not mark.event))


def verify_concede(j: Judgment, e: Concede) -> None:
    p: Highlander = j.position
    if e.by not in p.players:
        j.forbid("log.seat", "a player concedes")
    elif p.conceding is not None:
        j.forbid("conceding-a-match", "a concession waits for its answer")
    elif p.exerting is not None:
        j.forbid("conceding-a-match", "it is too late: the Exertion is made")


def perform_concede(j: Judgment, e: Concede, plan: None) -> Highlander:
    p: Highlander = j.position
    return replace(p, conceding=e.by)


def verify_accept(j: Judgment, e: Accept) -> None:
    p: Highlander = j.position
    if p.conceding is None or e.by == p.conceding or e.by not in p.players:
        j.forbid("conceding-a-match", "no concession waits for this player's answer")


def perform_accept(j: Judgment, e: Accept, plan: None) -> Highlander:
    p: Highlander = replace(j.position, conceding=None)
    return replace(p, winner=e.by, how="conceded", phase="over") if e.accept else p
