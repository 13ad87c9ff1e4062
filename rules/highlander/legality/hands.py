"""Whether cards may be drawn, and whether a card about drawing or discarding is played at its time (Drawing Cards,
Draw/Discard Phase)."""

from __future__ import annotations

from typing import TypeGuard

from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language import one_card as own
from rules.highlander.language.parts import Part
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import TURN_PHASES, UNCOUNTED, Highlander, Must, Side
from rules.highlander.reading import powers
from rules.highlander.reading.endurance import size
from rules.highlander.reading.modifiers import barred, has, modifiers
from rules.highlander.reading.must_do import DRAWS, drawing_barred, still_to_do
from rules.highlander.reading.powers import draws_freely
from rules.highlander.reading.state import other
from rules.highlander.texts import say
from rules.highlander.verbs import Draw
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

#: how many cards a hand nobody counted is taken to hold at most
MAX_HAND = 60


@enforces("drawing-cards", "reading.b7")
def verify_draw(j: Judgment, e: Draw) -> None:
    p: Highlander = j.position
    if e.by not in p.players:
        j.forbid("log.seat", say("only_player_draws"))
        return
    mine = p.players[e.by]
    left = size(p, e.by)
    if p.phase in ("opening", "first_blood"):
        _opening_draw(j, e, left)
        return
    if free_to_act(j, e, TURN_PHASES):
        _draw_under_way(j, e, mine, left)


def _draw_under_way(j: Judgment, e: Draw, mine: Side, left: int | None) -> None:
    """Drawing in the course of a turn: because a card says so, or up to the Ability."""
    p: Highlander = j.position
    must = mine.must[0] if mine.must else None
    waits = must is not None and must.do not in DRAWS
    freely = (must is None or waits) and draws_freely(j, e.by)
    if freely:
        must, waits = None, False
    if p.first_blood:
        j.forbid("first-blood-and-drawing-cards", say("no_drawing_in_first_blood"))
    elif waits:
        _comes_later(j, e.by)
    elif must is None and p.phase != "draw_discard" and not freely:
        j.forbid("draw-discard-phase", say("drawing_outside_draw_phase"))
    elif stop := drawing_barred(j, e.by):
        if _still_barred(j, e.by, stop):
            return
        _up_to_ability(j, e, mine, left)
    elif must is not None and must.do == "draw_cards":
        _as_many(j, e, must, left)
    else:
        _up_to_ability(j, e, mine, left)


def _comes_later(j: Judgment, seat: str) -> None:
    """Records what must be done before cards are drawn."""
    if has(j, seat, own.DrawAnyTime):
        j.forbid("nefertiri-and-interrupting-effects", say("drawing_interrupts_immediate_effect"))
    else:
        j.forbid("must-do-phase", still_to_do(j.position, seat))


def _still_barred(j: Judgment, seat: str, stop: str) -> bool:
    """Whether what prevents drawing does so for certain, or may have left play. Records either."""
    barring = barred(j, seat, "drawing") is not None or not _may_have_left(j, seat)
    if barring:
        j.forbid("denial-v-permission", say("drawing_prevented", stop=stop))
    else:
        j.unsure(say("number_of_cards_in_each_hand_then"))
    return barring


def _as_many(j: Judgment, e: Draw, must: Must, left: int | None) -> None:
    """As many cards are drawn as a card says."""
    if must.what == UNCOUNTED:
        if 1 <= e.number <= must.count:
            j.unsure(say("number_of_cards_in_hand_then"))
        else:
            j.forbid("drawing-cards", say("draw_one_or_more", count=must.count))
        return
    wanted = must.count if left is None else min(must.count, left)
    if e.number != wanted:
        j.forbid("drawing-cards", say("must_draw_number", wanted=wanted))


@enforces("factory")
def _may_have_left(j: Judgment, seat: str) -> bool:
    """Whether everything that prevents drawing now leaves play when a hand falls below a number, and a hand that nobody
    counted may have fallen below it."""
    p: Highlander = j.position
    denials = [denial.face for denial in modifiers(j, seat, during.Prevent) if denial.effect.what == "draws"]
    numbers = [_leaves_below(denial) for denial in denials]
    return all(
        any(OPEN in held.hand and len(held.hand) - 1 < number for held in p.players.values())
        for number in numbers
    )


def waits_for_small_hand(effect: Part) -> TypeGuard[during.LeavesWhen]:
    """Whether a card with such an effect leaves play when a hand falls below a number."""
    return isinstance(effect, during.LeavesWhen) and effect.what == "hand_below"


def _leaves_below(card: HighlanderCard | None) -> int:
    """The number of cards below which no hand may fall while a card lies in play; 0 where it does not matter."""
    effects = card.while_in_play if card is not None else ()
    return next((effect.count for effect in effects if waits_for_small_hand(effect)), 0)


def _up_to_ability(j: Judgment, e: Draw, mine: Side, left: int | None) -> None:
    most = powers.draws_to(j, e.by)
    room = most - len(mine.hand)
    if powers.matches_unknown_hand(j, e.by) and 1 <= e.number <= MAX_HAND:
        j.unsure(say("number_of_cards_in_opponent_hand"))
    elif OPEN in mine.hand and 1 <= e.number <= most:
        j.unsure(say("number_of_cards_in_hand"))
    elif not 1 <= e.number <= max(room, 0):
        j.forbid("draw-discard-phase", say("draw_at_most_to_ability", room=max(room, 0)))
    elif left is not None and e.number > left:
        j.forbid("endurance", say("endurance_holds_fewer", left=left))


def _opening_draw(j: Judgment, e: Draw, left: int | None) -> None:
    p: Highlander = j.position
    mine = p.players[e.by]
    if p.phase == "first_blood":
        if e.by in p.redrawn or len(p.shuffled_in) < len(j.seats):
            j.forbid("first-blood", say("one_draw_after_shuffling_in"))
            return
    elif mine.hand:
        j.forbid("hand", say("opening_hand_drawn_already"))
        return
    wanted = max(mine.ability, 0) if left is None else min(max(mine.ability, 0), left)
    if e.number != wanted:
        j.forbid(
            "first-blood" if p.phase == "first_blood" else "hand", say("must_draw_full_hand", wanted=wanted)
        )


def bears_on_discards(card: HighlanderCard) -> bool:
    for effect in card.on_play:  # noqa: SIM110
        if isinstance(effect, own.AvoidDiscarding):
            return True
    return False


def open_to(p: Highlander, seat: str) -> bool:
    """Whether an Edge that bears on discarding may come between: its player must discard, and nothing is half-done."""
    must = p.players[seat].must if seat == p.turn and seat in p.players else ()
    if not must:
        return False
    busy = p.rolling or p.chance or p.choice or p.conceding or p.reshuffling or p.exerting
    return any(one.do == "discard" for one in must) and not busy and p.phase in TURN_PHASES


def fits_the_time(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether a card that avoids discarding is played when there is something to discard, and no other card is then.
    Records what does not fit."""
    pending, bears = open_to(j.position, seat), bears_on_discards(card)
    if pending and not bears:
        j.forbid("must-do-phase", still_to_do(j.position, seat))
    elif bears and not pending:
        j.forbid("must-do-phase", say("no_discard_required"))
    else:
        return True
    return False


def is_too_early(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether a card that is discarded to use waits for something else yet, or comes too late. Records it."""
    p: Highlander = j.position
    mine, theirs = p.players[seat], p.players[other(j, seat)]
    if "after_exertion" in card.marks and not mine.exertions:
        j.forbid("flashback-additional-3-card-exertion", say("further_exertion_needs_first"))
    elif "after_successful_attack" in card.marks and not (
        any(a.status == "successful" for a in theirs.attacks) or _lost_an_ally(p, seat)
    ):
        j.forbid("flashback", say("no_successful_attack_or_removed_ally"))
    elif p.phase == "draw_discard" and p.turn == seat and mine.drawing:
        j.forbid("nexus-and-drawing-cards", say("drawing_not_interrupted"))
    else:
        return False
    return True


def _lost_an_ally(p: Highlander, seat: str) -> bool:
    """Whether the opponent removed one of the player's Allies from play, this turn or in the one before it."""
    removed = p.players[seat].ally_removed
    return bool(removed) and p.number - removed <= 1
