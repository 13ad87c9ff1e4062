"""An Endurance that nobody counted: what a log may show of it, and what an entry shows (Endurance, Exhaustion).

A paper log has no deck list, and a seat never has the opponent's: there an Endurance is of unknown size. It may always
hold less than a rule wants of it, so no such rule makes an entry illegal; what the entry shows is noted instead."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander.damage import EXHAUSTION
from rules.highlander.position import Exerting, Highlander, Must, Side
from rules.highlander.state import change, with_side
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.game import Verb
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN, Knowledge

#: Basic Attacks and Basic Blocks
FEWEST = 15
DRAWN = frozenset({"draw", "draw_cards", "search"})
MISSING = "how many cards the Endurance held"


def may_be_short(j: Judgment, p: Highlander, seat: str, count: int = 0) -> bool:
    """Whether an Endurance may hold no more than ``count`` cards: nobody counted more, and with them enough cards have
    come out of it for the smallest deck there is."""
    endurance = p.players[seat].endurance
    if OPEN not in endurance or endurance.index(OPEN) > count:
        return False
    return _are_enough(j, p, seat, count)


def _are_enough(j: Judgment, p: Highlander, seat: str, more: int = 0) -> bool:
    """Whether as many cards have come out of an Endurance as the smallest deck holds."""
    fewest: int = max(FEWEST, j.options.min_deck)
    return _come_out(p, seat) + more >= fewest


def _come_out(p: Highlander, seat: str) -> int:
    """How many cards may have come out of a player's Endurance, as they lie there now (rather too many than too
    few)."""
    mine = p.players[seat]
    number = len(p.exerting.cards) if p.exerting is not None else 0
    number += len(mine.hand) + len(mine.discard_pile) + len(mine.removed) + len(mine.arriving)
    for held in p.players.values():
        number += len(held.attacks) + 2 * len(held.defenses)
        number += sum(1 + len(card.under) for card in held.in_play)
    return number


def may_be_nothing(j: Judgment, p: Highlander, seat: str) -> bool:
    """Whether no card may be left to take: none was counted, and none lies there to be shuffled."""
    return may_be_short(j, p, seat) and (p.first_blood or not supplied(j, p.players[seat]))


def supplied(j: Judgment, mine: Side) -> bool:
    """Whether a card lies in the discard pile of which an Endurance is made anew: one that was seen. Of cards off the
    top that nobody saw, nobody knows how many there were."""
    return any(card in j.known.faces for card in mine.discard_pile)


def may_be_made_anew(mine: Side) -> bool:
    """Whether a card is counted in the discard pile, seen or not."""
    return any(card != OPEN for card in mine.discard_pile)


def may_lie_empty(j: Judgment, p: Highlander, seat: str) -> bool:
    """Whether nothing may have been left when the turn began, before anything was swept (a pile that had been there
    would have been shuffled)."""
    return may_be_short(j, p, seat) and (p.first_blood or p.players[seat].unsupplied)


@enforces("exhaustion-and-abnormal-endurance-size")
def ran_out(p: Highlander, seat: str) -> Highlander:
    """An entry shows that what was taken last was all: the Endurance is empty, and made anew if it can be."""
    mine = p.players[seat]
    p = change(p, seat, endurance=(), exhausted=mine.exhausted + 1)
    return replace(p, reshuffling=seat) if may_be_made_anew(mine) and not p.first_blood else p


@enforces("exhaustion")
def lies_empty(p: Highlander, seat: str) -> Highlander:
    """An entry shows that there has been no card to take since one was seen to be: every adjustment since took its
    part, and the next one looks for itself."""
    mine = p.players[seat]
    ability = mine.ability - EXHAUSTION * mine.unsure_losses
    return change(p, seat, ability=ability, unsure_losses=0, endurance=())


def lower(p: Highlander, seat: str, times: int) -> Highlander:
    """The Ability as it stands where so many adjustments found no card in the Endurance; where nothing else is open it
    lies empty still."""
    mine = p.players[seat]
    if not mine.open_losses and times == mine.unsure_losses:
        return lies_empty(p, seat)
    left = mine.unsure_losses + mine.open_losses - times
    return change(p, seat, ability=mine.ability - EXHAUSTION * times, unsure_losses=0, open_losses=left)


def drawn_short(p: Highlander, seat: str) -> Highlander:
    """Fewer cards were drawn than were owed: they were all there was. In First Blood the Ability may be less than it
    seems instead; then nothing is certain."""
    mine = p.players[seat]
    if p.phase != "first_blood" or not mine.unsure_losses + mine.open_losses:
        return ran_out(p, seat)
    return change(p, seat, open_losses=mine.open_losses + 1)


def unsure_after(p: Highlander, seat: str, count: int) -> int:
    """How many adjustments may have found no card, after so many were drawn: none, if one came off what nobody
    counted."""
    mine = p.players[seat]
    counted = mine.endurance.index(OPEN) if OPEN in mine.endurance else 0
    return 0 if count > counted else mine.unsure_losses


def left_open(mine: Side) -> Side:
    """Nobody will see any more at which adjustments there was no card: other cards have come into the Endurance."""
    return replace(mine, unsure_losses=0, open_losses=mine.open_losses + mine.unsure_losses)


def shuffled_anew(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """A shuffle shows that an Endurance which nobody counted ran out: with what was taken last, or before the
    adjustments made since a card was last seen to come off it. What lay in the discard pile is all it holds now, unless
    cards that nobody has seen were being taken off it."""
    mine = p.players[seat]
    if p.exerting is not None or _milled(j, mine.discard_pile):
        left = (OPEN,) if _milled(j, mine.discard_pile) else ()
        exhausted = mine.exhausted + 1
        return with_side(
            p, seat, replace(left_open(mine), exhausted=exhausted, endurance=(OPEN,), discard_pile=left)
        )
    if mine.unsure_losses:
        p = lies_empty(p, seat)
    else:
        p = change(p, seat, exhausted=mine.exhausted + 1)
    return change(p, seat, endurance=j.shuffled(mine.discard_pile), discard_pile=())


def _milled(j: Judgment, pile: tuple[int, ...]) -> bool:
    """Whether cards went to the discard pile last that nobody saw, off the top: of those nobody knows how many came
    before the shuffle."""
    return bool(pile) and (OPEN in pile or pile[-1] not in j.known.faces)


def after_adjusting(mine: Side) -> Side:
    """A player's side after an adjustment that may have found no card in an Endurance that nobody counted."""
    if OPEN not in mine.endurance or mine.endurance.index(OPEN):
        return mine
    return replace(mine, unsure_losses=mine.unsure_losses + 1)


def deduced(j: Judgment, e: Entry) -> bool:
    """Notes in ``j.position`` what this entry shows by coming now, if anything: that nothing was left of what is owed
    out of an Endurance that nobody counted."""
    before: Highlander = j.position
    p = before
    if p.phase == "first_blood":
        return e.do not in ("draw", "remove") and _redrawn(j, p)
    if e.by != p.turn:
        return False
    if p.exerting is not None and _may_be_of_none(j, p, p.exerting):
        j.unsure(MISSING)
        j.position = p = replace(lies_empty(p, p.exerting.owner), exerting=None)
    must = p.players[p.turn].must if p.turn in p.players else ()
    if must and must[0].do in DRAWN and e.do not in ("draw", "take") and may_be_nothing(j, p, p.turn):
        from rules.highlander.must_do import settled

        j.unsure(MISSING)
        j.position = settled(j, lies_empty(p, p.turn), p.turn)
    elif must and _is_of_any_number(must[0]) and e.do != "discard":
        from rules.highlander.must_do import let_be, settled

        j.unsure(MISSING)
        j.position = settled(j, let_be(p, p.turn), p.turn)
    return j.position is not before


def _is_of_any_number(must: Must) -> bool:
    """Whether as many cards of the hand are discarded as an Endurance held that nobody counted."""
    return must.do == "discard" and must.optional and not must.unless


def _may_be_of_none(j: Judgment, p: Highlander, exerting: Exerting) -> bool:
    """Whether an Exertion under way may have found no card at all."""
    waits = exerting.cards and not exerting.named
    return bool(waits) and exerting.uncounted == len(exerting.cards) and may_be_nothing(j, p, exerting.owner)


def _redrawn(j: Judgment, p: Highlander) -> bool:
    """In First Blood: who still has to draw had nothing to draw."""
    from rules.highlander.turns import begin_turn

    waiting = [seat for seat in j.seats if seat not in p.redrawn]
    if len(p.shuffled_in) < len(j.seats) or not all(may_be_short(j, p, seat) for seat in waiting):
        return False
    j.unsure(MISSING)
    for seat in waiting:
        p = lies_empty(p, seat)
    j.position = begin_turn(j, replace(p, redrawn=j.seats), p.turn)
    return True


def _fits_lower(verb: Verb, j: Judgment, e: Any, before: Highlander, known: Knowledge) -> bool:
    """Whether the entry fits an Ability lowered by adjustments that found no card; notes it in ``j.position``."""
    from rules.highlander.must_do import settled

    mine = before.players[e.by]
    most = mine.unsure_losses + mine.open_losses if _are_enough(j, before, e.by) else 0
    for times in range(1, most + 1):
        j.violations = j.needs = j.missing = j.findings = j.learned = None
        j.known, j.position = known, lower(before, e.by, times)
        if e.by == before.turn and before.players[e.by].must:
            j.position = settled(j, j.position, e.by)
        verb.verify(j, e)
        if j.violations is None:
            j.needs = j.missing = j.findings = j.learned = None
            j.known = known
            j.unsure(MISSING)
            return True
    return False


def told(verb: Verb) -> Verb:
    """The verb; an entry that would be illegal is judged once more after what its coming shows of an Endurance that
    nobody counted."""

    def verify(j: Judgment, e: Any) -> Any:
        before, known = j.position, j.known
        plan = verb.verify(j, e)
        if j.violations is None or e.by not in before.players:
            return plan
        first = (j.violations, j.needs, j.missing, j.findings, j.learned, j.known)
        j.violations = j.needs = j.missing = j.findings = j.learned = None
        j.position, j.known = before, known
        if deduced(j, e):
            plan = verb.verify(j, e)
            if j.violations is None:
                return plan
        if _fits_lower(verb, j, e, before, known):
            return verb.verify(j, e)
        j.violations, j.needs, j.missing, j.findings, j.learned, j.known = first
        j.position = before
        return plan

    return Verb(verify, verb.perform)
