"""The list of what a player must or may do: which of it may be done next, and how that is said (Must Do Phase, May Do
Phase, beginning of your turn, reading B50)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from rules.highlander import words
from rules.highlander.language import continuous as during
from rules.highlander.language.filters import text_of
from rules.highlander.position import Highlander, Must
from rules.highlander.reading.kinds import of_kind
from rules.highlander.reading.modifiers import barred, of_player
from rules.highlander.reading.state import face
from rules.highlander.texts import joined, say
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

DRAWS = frozenset({"draw", "draw_cards"})
#: where nothing is left to choose: the cards, or the roll, are what they are
BY_ITSELF = frozenset({"mill", "choke", "roll"})
#: more cards than anybody holds: all of a kind
ALL = 60


@enforces("factory", "reading.b54")
def drawing_barred(j: Judgment, seat: str) -> str | None:
    """The title of the card that prevents a player from drawing now: at all, or in the Draw/Discard Phase."""
    p: Highlander = j.position
    if during.Prevent not in of_player(j, seat):  # mostly so
        return None
    phase = barred(j, seat, "draws") if p.phase == "draw_discard" else None
    return phase or barred(j, seat, "drawing")


def let_be_next(j: Judgment) -> int | None:
    """The place (from 0) of the item that “no more” declines where none is named. It must be the same for everybody who
    watches, so no card of the hand decides it."""
    p: Highlander = j.position
    must = p.players[p.turn].must if p.turn in p.players else ()
    places = open_musts(p, p.turn) if must else ()
    free = (place for place in places if _is_free(j, must[place]))
    return next(free, next((n for n in places if must[n].do == "discard" and not must[n].cost), None))


def _is_free(j: Judgment, must: Must) -> bool:
    """Whether an item may be declined, or cannot be done, whatever the cards are."""
    p: Highlander = j.position
    if must.cost or must.what == "drawn":
        return False
    if must.optional or must.do == "search":
        return True
    hand = len(p.players[p.turn].hand)
    if must.do in DRAWS:
        full = must.do == "draw" and hand >= max(p.players[p.turn].ability, 0)
        return full or drawing_barred(j, p.turn) is not None
    return must.do == "discard" and not hand


def may_be_let(j: Judgment, must: Must) -> bool:
    """Whether some item of the list may be declined, or cannot be done."""
    p: Highlander = j.position
    if _is_free(j, must):
        return True
    if must.do != "discard" or must.cost or must.what == "drawn":
        return False
    # of cards nobody has seen the player is believed: which of them is shown later nobody can tell
    hand = (face(j, card) for card in p.players[p.turn].hand)
    return not any(card is not None and of_kind(card, must.what) for card in hand)


def is_begun(must: Must) -> bool:
    """Whether it is under way: an effect is not interrupted."""
    return must.begun or must.done > 0


def is_plain_discard(must: Must) -> bool:
    return must.do == "discard" and not must.random and must.what != "drawn"


def open_musts(p: Highlander, seat: str) -> tuple[int, ...]:
    """The places (from 0) in a player's list of what may be done next: what is under way, or else anything that does
    not follow on something before it. In the Must Do Phase of what may be done only what is done at the beginning of
    the turn (drawing)."""
    must = p.players[seat].must
    if len(must) < 2:  # mostly so
        return (0,) if must else ()
    for place, one in enumerate(must):
        if is_begun(one):
            return (place, *_beside(must, place)) if is_plain_discard(one) else (place,)
    heads = tuple(n for n in range(len(must)) if _leads(must, n))
    if p.phase != "must_do":
        return heads
    return tuple(n for n in heads if not must[n].optional or must[n].do in DRAWS) or heads


def _beside(must: tuple[Must, ...], place: int) -> Iterator[int]:
    """The places of what may be discarded as well while a discard is under way."""
    for other, one in enumerate(must):
        if other != place and _leads(must, other) and is_plain_discard(one):
            yield other


def _leads(must: tuple[Must, ...], place: int) -> bool:
    return place == 0 or not must[place].after


def remaining(must: tuple[Must, ...], stays: Callable[[Must], bool]) -> tuple[Must, ...]:
    """The list without some of its items; an item that followed on one of these follows no more."""
    left: list[Must] = []
    leads = True
    for one in must:
        if not one.after:
            leads = True
        if stays(one):
            left.append(replace(one, after=False) if leads else one)
            leads = False
    return tuple(left)


def chained(must: tuple[Must, ...], number: int) -> tuple[Must, ...]:
    """The list in which what stands from place ``number`` (from 0) on is one effect: each is done after the one before
    it, and all of it after what a card costs."""
    new = must[number:]
    if not new:
        return must
    pays = number > 0 and must[number - 1].cost
    head = replace(new[0], after=True) if pays else new[0]
    return (*must[:number], head, *(replace(one, after=True) for one in new[1:]))


def still_to_do(p: Highlander, seat: str) -> str:
    """The message that says what must, or may, be done before anything else, and by which entry."""
    must = p.players[seat].must
    return joined(dict.fromkeys(said(must[place]) for place in open_musts(p, seat)), "; ")


def said(must: Must) -> str:
    """The message that names one thing that must or may be done, and the entries that do it."""
    count = str(must.count)
    if must.do == "discard":
        return _said_discard(must, count)
    if must.do == "replace":
        if must.done:
            return say("replace_discards_first")
        return say("may_replace_first", count=count)
    if must.do in DRAWS and must.optional:
        return say("may_draw_first")
    return {
        "draw": say("draw_to_ability_first"),
        "draw_cards": say("draw_first", count=count),
        "search": say("search_endurance_first"),
        "shuffle": say("shuffle_first"),
        "roll": say("roll_die_first"),
        "mill": say("cards_leave_endurance_first", count=count),
        "choke": say("put_cards_under_card_first"),
    }.get(must.do, say("must_do_comes_first"))


def _said_discard(must: Must, count: str) -> str:
    if must.random:
        return say("discard_at_random_first", kind=words.kind(text_of(must.what)), count=count)
    if must.optional:
        return say("may_discard_first", count=count)
    if must.count > ALL:
        kind = words.kind(text_of(must.what))
        return say("discard_all_of_kind_first", kind=kind)
    if must.cost or must.what == "drawn":
        return say("discard_of_kind_first", kind=words.kind(text_of(must.what)), count=count)
    return say("discard_of_kind_or_none_left_first", kind=words.kind(text_of(must.what)), count=count)
