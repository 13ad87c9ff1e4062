"""Whether time is called, First Blood invoked, a game conceded (First Blood and its companions, readings B40 to
B46)."""

from __future__ import annotations

from rules.highlander.position import Highlander
from rules.highlander.reading.state import is_mark, other, pick
from rules.highlander.texts import say
from rules.highlander.verbs import Accept, Concede, FirstBlood, Remove, TimeCalled
from rules.kernel.enforce import enforces
from rules.kernel.entries import JUDGE, TABLE
from rules.kernel.judgment import Judgment

FORGO = "first-blood-and-arms-and-tactics-discard-5"


def verify_time(j: Judgment, e: TimeCalled) -> None:
    if e.by != TABLE:
        j.forbid("log.seat", say("only_table_calls_time"))
    elif j.position.time_called:
        j.forbid("timed-games", say("time_called_already"))


def waits_for_judge(p: Highlander) -> bool:
    """Time was called, the turn it was called in has ended, and First Blood has not begun."""
    return p.phase == "time_called"


def verify_first_blood(j: Judgment, e: FirstBlood) -> None:
    p: Highlander = j.position
    if e.by != JUDGE:
        j.forbid("first-blood", say("only_judge_invokes_first_blood"))
    elif p.first_blood:
        j.forbid("first-blood", say("first_blood_begun_already"))
    elif not p.time_called:
        j.forbid("first-blood", say("time_not_called"))
    elif not waits_for_judge(p):
        j.forbid("first-blood", say("finish_current_turn_first"))


@enforces("first-blood-and-arms-and-tactics-discard-5")
def verify_remove(j: Judgment, e: Remove) -> int | None:
    """Five cards from hand, discard pile or Endurance leave the game, before the hands are shuffled in."""
    p: Highlander = j.position
    if e.by not in p.players:
        j.forbid("log.seat", say("only_player_removes_cards"))
        return None
    if p.phase != "first_blood" or not p.players[e.by].may_remove:
        j.forbid(
            FORGO,
            say("removal_by_premium_only"),
        )
        return None
    card = pick(j, getattr(p.players[e.by], e.source), e.card, e.by)
    if card is None:
        j.forbid("log.card", say("card_not_in_pile", source=e.source.replace("_", " ")))
    else:
        j.identify(card, e.card)
    return card


def removes(p: Highlander, seat: str) -> bool:
    """Whether a player has the premium's choice now."""
    return p.phase == "first_blood" and seat in p.players and p.players[seat].may_remove > 0


def forgoes(j: Judgment, by: str) -> bool:
    """Whether a player may let the premium be. Records what is in the way: who has begun removes them all."""
    mine = j.position.players[by]
    if mine.removing:
        j.forbid(FORGO, say("number_still_removable", may_remove=mine.may_remove))
    return not mine.removing


def verify_concede(j: Judgment, e: Concede) -> None:
    p: Highlander = j.position
    if e.by not in p.players:
        j.forbid("log.seat", say("only_player_concedes"))
    elif p.conceding is not None:
        j.forbid("conceding-a-match", say("concession_unanswered"))
    elif p.exerting is not None or _exerted_against_a_head_shot(j, e.by):
        j.forbid("conceding-a-match", say("concession_after_exertion"))


def _exerted_against_a_head_shot(j: Judgment, seat: str) -> bool:
    """Whether a Head Shot is pending and the player has made an Exertion to defend against it."""
    p: Highlander = j.position
    if p.turn != seat or p.phase != "defense" or p.players[seat].exerted_in != "defense":
        return False
    theirs = p.players[other(j, seat)].attacks
    return any(attack.status == "pending" and is_mark(j, attack, "head_shot") for attack in theirs)


def verify_accept(j: Judgment, e: Accept) -> None:
    p: Highlander = j.position
    if p.conceding is None or e.by == p.conceding or e.by not in p.players:
        j.forbid("conceding-a-match", say("no_concession_to_answer"))
