"""Whether an Endurance is shuffled (Endurance, Exhaustion)."""

from __future__ import annotations

from rules.highlander.position import Highlander, Side
from rules.highlander.reading.endurance import ran_out
from rules.highlander.reading.endurance_size import MISSING
from rules.highlander.texts import say
from rules.highlander.verbs import Shuffle
from rules.kernel.entries import TABLE
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def verify_shuffle(j: Judgment, e: Shuffle) -> None:
    p: Highlander = j.position
    if e.by != TABLE:
        j.forbid("log.seat", say("only_table_shuffles"))
    elif p.phase == "first_blood":
        if e.seat not in p.players or e.seat in p.shuffled_in:
            j.forbid("first-blood", say("hand_shuffled_in_already"))
        elif any(held.may_remove for held in p.players.values()):
            j.forbid("first-blood", say("removal_of_cards_first"))
    elif shuffled_by_card(p, e.seat):
        if OPEN in p.players[e.seat].hand:
            j.unsure(say("number_of_cards_in_hand"))
    elif p.reshuffling is None and e.seat in p.players and _uncounted(p.players[e.seat]):
        j.unsure(MISSING)
    elif p.reshuffling != e.seat and not _may_make_anew(p, e.seat):
        j.forbid("exhaustion-and-abnormal-endurance-size", say("no_shuffle_now"))


def _may_make_anew(p: Highlander, seat: str) -> bool:
    """Whether the table may make an Endurance anew that ran out when there was no discard pile."""
    under_way = p.turn and p.exerting is None and p.reshuffling is None and p.phase != "opening"
    return bool(under_way) and seat in p.players and ran_out(p, seat)


def _uncounted(mine: Side) -> bool:
    """Whether nobody knows if the Endurance is to be made anew, since the discard pile was not counted."""
    return OPEN in mine.discard_pile and (not mine.endurance or OPEN in mine.endurance)


def shuffled_by_card(p: Highlander, seat: str) -> bool:
    """Whether a card has the player whose turn it is shuffle the hand, or the Endurance after a search."""
    must = p.players[seat].must if seat == p.turn and seat in p.players else ()
    return bool(must) and must[0].do == "shuffle" and p.reshuffling is None
