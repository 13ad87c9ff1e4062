"""The Endurance: taking cards from it, exhausting it, making it anew (Endurance, Exhaustion)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.included import through_the_deck
from rules.highlander.modifiers import has
from rules.highlander.musts import ALL
from rules.highlander.position import Exerting, Highlander, Must, Side
from rules.highlander.state import change, with_side
from rules.highlander.uncounted import MISSING
from rules.highlander.verbs import Shuffle
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def size(p: Highlander, seat: str) -> int | None:
    """How many cards a player's Endurance holds; None where nobody knows."""
    endurance = p.players[seat].endurance
    return None if OPEN in endurance else len(endurance)


def may_be_made_anew(mine: Side) -> bool:
    """Whether a card is counted in the discard pile of which an Endurance is made anew, seen or not."""
    return any(card != OPEN for card in mine.discard_pile)


@enforces("exhaustion", "exhaustion-and-abnormal-endurance-size")
def take(j: Judgment, p: Highlander, seat: str, count: int) -> tuple[Highlander, tuple[int, ...]]:
    """Takes up to ``count`` cards off the top: (position, cards). Taking the last one exhausts the Endurance; the
    discard pile is then reshuffled by the table."""
    j.position = p
    mine = p.players[seat]
    if count and not mine.endurance:
        return made_anew(p, seat), ()
    cards, rest = j.draw(mine.endurance, count, seat)
    if rest or not cards:
        return with_side(p, seat, replace(mine, endurance=rest)), cards
    p = change(p, seat, endurance=rest, exhausted=mine.exhausted + 1)
    if may_be_made_anew(mine):
        p = replace(p, reshuffling=seat)
    return p, cards


@enforces("exhaustion-and-abnormal-endurance-size", "reading.b12")
def made_anew(p: Highlander, seat: str) -> Highlander:
    """An Endurance that ran out when there was no discard pile is made of the cards that lie there since."""
    return replace(p, reshuffling=seat) if p.reshuffling is None and _lies_empty(p, seat) else p


def _lies_empty(p: Highlander, seat: str) -> bool:
    """Whether the Endurance is empty, and a discard pile is there to make it anew."""
    mine = p.players[seat]
    return not mine.endurance and may_be_made_anew(mine)


@enforces("pagliaccio-and-forced-discards-from-your-endurance")
def mill(j: Judgment, p: Highlander, seat: str, count: int) -> Highlander:
    """The top cards of a player's Endurance go to the discard pile; where a card says so, cards of the hand go there
    instead (Pagliaccio)."""
    j.position = p
    must = milling(j, seat, count, "")
    if must.do == "discard":
        return change(p, seat, must=(*p.players[seat].must, must))
    p, cards = take(j, p, seat, count)
    p = change(p, seat, discard_pile=(*p.players[seat].discard_pile, *cards))
    if _lies_empty(p, seat):
        p = replace(p, reshuffling=seat, milling=count - len(cards))
    return p


@enforces("pagliaccio-and-forced-discards-from-your-endurance")
def mill_uncounted(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """All of an Endurance that nobody counted goes to the discard pile; where a card says so any number of cards of the
    hand go in its place."""
    j.position = p
    mine = p.players[seat]
    if has(j, seat, "discards_from_hand"):
        return change(p, seat, must=(*mine.must, Must(do="discard", count=ALL, optional=True)))
    pile = mine.discard_pile
    return p if OPEN in pile else change(p, seat, discard_pile=(*pile, OPEN))


def milling(j: Judgment, seat: str, count: int, title: str, event: bool = False) -> Must:
    """Cards off the top of the Endurance that must go to the discard pile, or cards of the hand in their place."""
    if has(j, seat, "discards_from_hand"):
        return Must(do="discard", count=count, event=event)
    return Must(do="mill", count=count, what=title, event=event)


def verify_shuffle(j: Judgment, e: Shuffle) -> None:
    p: Highlander = j.position
    if e.by != TABLE:
        j.forbid("log.seat", "a shuffle is entered by the table")
    elif p.phase == "first_blood":
        if e.seat not in p.players or e.seat in p.shuffled_in:
            j.forbid("first-blood", "each player's hand is shuffled in once")
        elif any(held.may_remove for held in p.players.values()):
            j.forbid("first-blood", "who may remove cards from the game does so, or not, first")
    elif _by_a_card(p, e.seat):
        if OPEN in p.players[e.seat].hand:
            j.unsure("how many cards the hand holds")
    elif p.reshuffling is None and e.seat in p.players and _uncounted(p.players[e.seat]):
        j.unsure(MISSING)
    elif p.reshuffling != e.seat and not _may_make_anew(p, e.seat):
        j.forbid("exhaustion-and-abnormal-endurance-size", "no Endurance is to be shuffled now")


def _may_make_anew(p: Highlander, seat: str) -> bool:
    """Whether the table may make an Endurance anew that ran out when there was no discard pile."""
    under_way = p.turn and p.exerting is None and p.reshuffling is None and p.phase != "opening"
    return bool(under_way) and seat in p.players and _lies_empty(p, seat)


def _uncounted(mine: Side) -> bool:
    """Whether nobody knows if the Endurance is to be made anew, since the discard pile was not counted."""
    return OPEN in mine.discard_pile and (not mine.endurance or OPEN in mine.endurance)


def _by_a_card(p: Highlander, seat: str) -> bool:
    """Whether a card has the player whose turn it is shuffle the hand, or the Endurance after a search."""
    must = p.players[seat].must if seat == p.turn and seat in p.players else ()
    return bool(must) and must[0].do == "shuffle" and p.reshuffling is None


def perform_shuffle(j: Judgment, e: Shuffle, plan: None) -> Highlander:
    from rules.highlander.must_do import settled

    p: Highlander = j.position
    mine = p.players[e.seat]
    if p.phase == "first_blood":
        mine = replace(mine, hand=(), endurance=j.shuffled((*mine.endurance, *mine.hand)))
        p = with_side(p, e.seat, mine)
        return _redrawn(j, replace(p, shuffled_in=(*p.shuffled_in, e.seat)))
    if _by_a_card(p, e.seat):
        from rules.highlander.hands import hand_shuffled_in

        return hand_shuffled_in(j, p, e.seat)
    if OPEN in mine.endurance and p.reshuffling is None:  # the shuffle shows that it ran out
        mine = replace(mine, endurance=(), exhausted=mine.exhausted + 1)
    mine = replace(mine, endurance=j.shuffled((*mine.endurance, *mine.discard_pile)), discard_pile=())
    p = with_side(p, e.seat, mine)
    p = through_the_deck(p, e.seat)
    left = p.milling
    p = replace(p, reshuffling=None, milling=0)
    exerting = p.exerting
    if left:
        p = mill(j, p, e.seat, left)
    elif exerting is not None and exerting.left:
        return _turned_over(j, p, exerting)
    return settled(j, p, e.seat) if e.seat == p.turn else p


def _turned_over(j: Judgment, p: Highlander, exerting: Exerting) -> Highlander:
    """The cards of an Exertion that still waited for the shuffle."""
    p, cards = take(j, p, exerting.owner, exerting.left)
    left = 0 if p.reshuffling is None else exerting.left - len(cards)
    return replace(p, exerting=replace(exerting, cards=exerting.cards + cards, left=left))


@enforces("first-blood")
def _redrawn(j: Judgment, p: Highlander) -> Highlander:
    """In First Blood, after both hands were shuffled in: who has nothing to draw has drawn."""
    from rules.highlander.turns import begin_turn

    if len(p.shuffled_in) < len(j.seats):
        return p
    done = tuple(seat for seat in j.seats if p.players[seat].ability <= 0 or size(p, seat) == 0)
    p = replace(p, redrawn=done)
    return begin_turn(j, p, p.turn) if len(done) == len(j.seats) else p
