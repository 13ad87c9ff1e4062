"""The checks every entry of a player begins with."""

from __future__ import annotations

from rules.highlander import words
from rules.highlander.position import Highlander
from rules.highlander.reading.must_do import is_begun, still_to_do
from rules.highlander.reading.waiting import BEGINS, DOES, series_goes_on
from rules.highlander.texts import say
from rules.highlander.verbs import AttackWith, Defend, GiveBack, LookAtCard, Play
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.judgment import Judgment


def free_to_act(j: Judgment, e: Entry, phases: tuple[str, ...]) -> bool:
    """Whether the player may begin something now: own turn, one of these phases, nothing half-done. Records the
    violation otherwise."""
    p: Highlander = j.position
    if e.by not in p.players:
        j.forbid("log.seat", say("only_player_enters_this"))
    elif p.phase in {
        "roll_off",
        "opening",
        "first_blood",
        "time_called",
    }:  # one look, in what is asked of every entry
        j.forbid("phases", say("game_not_under_way"))
    elif p.conceding is not None:
        j.forbid("conceding-a-match", say("answer_concession_first"))
    elif p.reshuffling is not None:
        j.forbid(
            "exhaustion-and-abnormal-endurance-size",
            say("reshuffle_discard_pile_first", reshuffling=p.reshuffling),
        )
    elif p.rolling is not None:
        j.forbid("die-roll-when-to-roll", say("die_must_be_rolled_first"))
    elif e.by != p.turn:
        j.forbid("phases", say("it_is_turn", turn=p.turn))
    elif p.exerting is not None:
        j.forbid("exertions", say("exertion_under_way"))
    elif p.showing is not None:
        j.forbid("playing-cards-face-down", say("show_face_down_card_first"))
    elif p.chance is not None:
        j.forbid("countering-cards", say("seat_may_counter_first", seat=p.chance.seat))
    elif p.choice is not None:
        j.forbid("target", say("choose_target_of_played_card"))
    else:
        return _in_its_phase(j, e, phases)
    return False


def _in_its_phase(j: Judgment, e: Entry, phases: tuple[str, ...]) -> bool:
    """Whether an entry belongs to the Phase, and nothing that was begun in it comes first. Records it otherwise."""
    p: Highlander = j.position
    mine = p.players[e.by]
    if mine.borrowing is not None and not isinstance(e, (AttackWith, Defend, GiveBack, Play)):
        j.forbid("borrowed-cards", say("borrowed_card_played_or_given_back"))
    elif not isinstance(e, Play) and series_goes_on(j, e.by):
        j.forbid("in-conjunction", say("play_next_card_in_conjunction_first"))
    elif p.phase not in phases:
        j.forbid("phases", say("not_in_this_phase", phase=words.phase(p.phase)))
    elif mine.called:
        j.forbid("hidden-attacks-multiple-attacks", say("reveal_hidden_attacks_first"))
    elif mine.must and not isinstance(e, DOES) and not _begins_a_turn(p, e):
        j.forbid("must-do-phase", still_to_do(p, e.by))
    else:
        return True
    return False


@enforces("beginning-of-your-turn")
def _begins_a_turn(p: Highlander, e: Entry) -> bool:
    """Whether an entry is something else that is done at the beginning of a turn, with nothing under way: in any order
    with what must be done."""
    begins = isinstance(e, BEGINS) or (isinstance(e, LookAtCard) and e.zone == "endurance")
    return (
        begins and p.phase in ("must_do", "may_do") and not any(is_begun(one) for one in p.players[e.by].must)
    )


def still_plays(j: Judgment, e: Entry) -> bool:
    """Whether no Exertion was made in this phase yet (Exertions: no further cards in the phase). Records it."""
    mine = j.position.players[e.by]
    if mine.exerted_in == j.position.phase:
        j.forbid("exertions", say("no_cards_after_exertion_in_phase"))
        return False
    return True
