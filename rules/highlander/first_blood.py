"""First Blood, the end of time, and conceding (First Blood and its companions, readings B40 to B46)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander.adjusting import for_first_blood
from rules.highlander.in_play import depart, to_pile
from rules.highlander.musts import kept as still_owed
from rules.highlander.position import Attack, Highlander, Mark
from rules.highlander.state import change, face, is_mark, other, pick
from rules.highlander.verbs import Accept, Concede, FirstBlood, Remove, TimeCalled
from rules.kernel.enforce import enforces
from rules.kernel.entries import JUDGE, TABLE
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


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


def perform_first_blood(j: Judgment, e: FirstBlood, plan: None) -> Highlander:
    return begin(j, j.position)


@enforces("first-blood", "end-of-time-and-first-blood", "reading.b40", "reading.b41", "reading.b46")
def begin(j: Judgment, p: Highlander) -> Highlander:
    """Special cards leave, Events are nullified and attacks stripped of what they gave, Abilities follow; then who has
    the Arms and Tactics premium may remove cards, and the hands are shuffled in (the table) and drawn anew."""
    before = {seat: len(p.players[seat].due) for seat in j.seats}
    for seat in j.seats:
        for place in reversed(range(len(p.players[seat].in_play))):
            found = face(j, p.players[seat].in_play[place].card)
            if found is None or found.is_special:
                p = depart(j, p, seat, place)
    p = _let_nothing_arrive(p)
    for seat in j.seats:
        mine = p.players[seat]
        attacks = tuple(strip(a) for a in mine.attacks)
        blow = any(is_mark(j, a, "power_blow") for a in attacks if a.status == "pending")
        p = change(
            for_first_blood(j, p, seat, mine.due[before[seat] :]), seat, attacks=attacks, power_blow_last_turn=blow,
            due=tuple(due for due in mine.due[: before[seat]] if not due.event),
            must=still_owed(mine.must, lambda must: not must.event),
            defenses=tuple(replace(d, marks=kept(d.marks)) for d in mine.defenses),
            coming_attack=kept(mine.coming_attack),
            may_remove=_may_remove(j, p, seat),
        )  # fmt: skip
    lasting = tuple(effect for effect in p.lasting if not effect.event)
    return replace(p, first_blood=True, time_called=True, phase="first_blood", lasting=lasting)


def _let_nothing_arrive(p: Highlander) -> Highlander:
    """What a card that left would let come into play goes to its owner's discard pile."""
    for seat, held in p.players.items():
        for card in held.arriving:
            p = p if card.id is None else to_pile(p, card.owner, card.id)
        p = change(p, seat, arriving=())
    return p


def kept(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    return tuple(mark for mark in marks if not mark.event)


def strip(attack: Attack) -> Attack:
    """An attack as if no Event had been played (reading B41)."""
    return replace(attack, marks=kept(attack.marks))


# -- the Arms and Tactics premium --------------------

ZONES = ("hand", "discard_pile", "endurance")
#: more than any card removes: a zone of unknown size is taken to hold enough
MANY = 1_000
FORGO = "first-blood-and-arms-and-tactics-discard-5"


def _may_remove(j: Judgment, p: Highlander, seat: str) -> int:
    """How many cards a Pre-Game card lets its player remove from the game now."""
    for card in p.players[seat].in_play:
        found = face(j, card.card)
        for effect in found.while_in_play if found is not None else ():
            if effect.do == "remove_at_first_blood":
                return min(effect.count, _removable(p, seat))
    return 0


def _removable(p: Highlander, seat: str) -> int:
    mine = p.players[seat]
    return MANY if OPEN in (*mine.endurance, *mine.hand) else sum(len(getattr(mine, zone)) for zone in ZONES)


@enforces("first-blood-and-arms-and-tactics-discard-5")
def verify_remove(j: Judgment, e: Remove) -> Any:
    """Five cards from hand, discard pile or Endurance leave the game, before the hands are shuffled in."""
    p: Highlander = j.position
    if e.by not in p.players:
        j.forbid("log.seat", "a player removes cards")
        return None
    if p.phase != "first_blood" or not p.players[e.by].may_remove:
        j.forbid(
            FORGO,
            "cards leave the game by the premium alone, as First Blood begins, and no more than it says",
        )
        return None
    card = pick(j, getattr(p.players[e.by], e.source), e.card, e.by)
    if card is None:
        j.forbid("log.card", f"that card is not in the {e.source.replace('_', ' ')}")
    else:
        j.show(card, e.card)
    return card


def perform_remove(j: Judgment, e: Remove, plan: Any) -> Highlander:
    if plan is None:
        raise Impossible("that card is not there")
    p: Highlander = j.position
    mine = p.players[e.by]
    zone = tuple(card for card in getattr(mine, e.source) if card != plan)
    p = change(
        p,
        e.by,
        **{e.source: zone},
        removed=(*mine.removed, plan),
        may_remove=max(0, mine.may_remove - 1),
        removing=True,
    )
    return p if _removable(p, e.by) else change(p, e.by, may_remove=0)


def removes(p: Highlander, seat: str) -> bool:
    """Whether a player has the premium's choice now."""
    return p.phase == "first_blood" and seat in p.players and p.players[seat].may_remove > 0


def forgoes(j: Judgment, by: str) -> bool:
    """Whether a player may let the premium be. Records what is in the way: who has begun removes them all."""
    mine = j.position.players[by]
    if mine.removing:
        j.forbid(FORGO, f"{mine.may_remove} more card(s) are removed")
    return not mine.removing


def forgo(p: Highlander, seat: str) -> Highlander:
    return change(p, seat, may_remove=0)


# -- conceding --------------------


def verify_concede(j: Judgment, e: Concede) -> None:
    p: Highlander = j.position
    if e.by not in p.players:
        j.forbid("log.seat", "a player concedes")
    elif p.conceding is not None:
        j.forbid("conceding-a-match", "a concession waits for its answer")
    elif p.exerting is not None or _exerted_against_a_head_shot(j, e.by):
        j.forbid("conceding-a-match", "it is too late: the Exertion is made")


def _exerted_against_a_head_shot(j: Judgment, seat: str) -> bool:
    """Whether a Head Shot is pending and the player has made an Exertion to defend against it."""
    p: Highlander = j.position
    if p.turn != seat or p.phase != "defense" or p.players[seat].exerted_in != "defense":
        return False
    theirs = p.players[other(j, seat)].attacks
    return any(attack.status == "pending" and is_mark(j, attack, "head_shot") for attack in theirs)


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
