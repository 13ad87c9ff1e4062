"""What must and may be done at the beginning of a turn, or at once on the own turn: choices of its player, in any order
(Must Do Phase, May Do Phase, beginning of your turn, reading B50)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander import dice, dirty_tricks
from rules.highlander.endurance import made_anew, mill, milling, size
from rules.highlander.kinds import of_kind
from rules.highlander.modifiers import barred, modifiers
from rules.highlander.musts import BY_ITSELF, DRAWS, first, is_begun, kept, open_musts, still_to_do
from rules.highlander.position import UNCOUNTED, Highlander, Must
from rules.highlander.powers import draws_freely
from rules.highlander.state import change, face, owe
from rules.highlander.verbs import CarryOut, Discard, Draw, NoMore, Roll, Shuffle, Take
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE, Entry
from rules.kernel.errors import Impossible
from rules.kernel.game import Verb
from rules.kernel.judgment import Judgment

#: the verbs by which something of the list is done, or let be
CHOOSING = frozenset({Draw, Discard, Take, Shuffle, Roll, NoMore})
PHASES = ("must_do", "may_do", "defense", "attack", "draw_discard")


# -- what waits --------------------


@enforces("beginning-of-your-turn", "methos-and-master-s-stratagem", "must-do-phase")
def owed(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """What cards in play have a player do, or let one do, at the beginning of each turn, with what waits already."""
    j.position = p
    must = list(p.players[seat].must)
    for found in modifiers(j, seat, "each_turn_mill"):
        must.append(milling(j, seat, found.effect.count, found.title))
    must += dirty_tricks.choking(j, p, seat)
    must += [
        Must(do="draw_cards", count=found.effect.count) for found in modifiers(j, seat, "each_turn_draw")
    ]
    must += [
        Must(do="replace", count=found.effect.count, optional=True)
        for found in modifiers(j, seat, "each_turn_replace")
    ]
    for found in modifiers(j, seat, "each_turn_draw_for"):
        number = sum(
            card.is_a(found.effect.what) for c in p.players[seat].in_play if (card := face(j, c.card))
        )
        must += [Must(do="draw_cards", count=1, optional=True)] * number
    return change(p, seat, must=tuple(must)) if must else p


@enforces("reading.b50", "must-do-phase")
def settled(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """Without what cannot be done any more (discarding from an empty hand, drawing with a full one, or in First Blood),
    while nothing else is open that might change that; the last thing open is carried out by itself where nothing is
    left to choose."""
    if not p.players[seat].must and p.phase != "must_do":  # mostly so
        return p
    while p.reshuffling is None and (places := open_musts(p, seat)):
        musts = [p.players[seat].must[place] for place in places]
        one = musts[0]
        if not (is_begun(one) or _alike(musts) or all(_is_vain(p, seat, each) for each in musts)):
            if any(each.do in DRAWS or each.do == "search" for each in musts):
                p = made_anew(p, seat)
            break
        p = first(p, seat, places[0])
        if one.do == "replace" and (one.count <= 0 or not p.players[seat].hand):
            p = drawing_back(p, seat)
        elif _is_vain(p, seat, one):
            p = let_be(p, seat)
        elif one.do in BY_ITSELF and _is_alone(j, p, seat, musts):
            p = carried(j, p, seat)
        else:
            if one.do in DRAWS or one.do == "search":
                p = made_anew(p, seat)
            break
    done = all(must.optional for must in p.players[seat].must) and p.rolling is None
    return replace(p, phase="may_do") if p.phase == "must_do" and done else p


@enforces("exhaustion-and-abnormal-endurance-size")
def without_vain_draws(p: Highlander, seat: str) -> Highlander:
    """A given position without cards that are to be taken where there is none and none to make an Endurance of."""
    mine = p.players[seat]
    if mine.endurance or mine.discard_pile or not mine.must:
        return p
    return change(p, seat, must=kept(mine.must, lambda one: one.do not in DRAWS and one.do != "search"))


def _alike(musts: list[Must]) -> bool:
    """Whether nothing is left to choose among them: there is one, or one card as another asks for unseen cards, or a
    roll."""
    return len(musts) == 1 or (
        musts[0].do in BY_ITSELF and all((one.do, one.what) == (musts[0].do, musts[0].what) for one in musts)
    )


def _is_alone(j: Judgment, p: Highlander, seat: str, musts: list[Must]) -> bool:
    """Whether nothing else may be done before it."""
    return p.rolling is None and _alike(musts) and not _draws_first(j, p, seat)


@enforces("nefertiri-and-interrupting-effects")
def _draws_first(j: Judgment, p: Highlander, seat: str) -> bool:
    """Whether a player may still draw before what must be done: then that is left to choose."""
    j.position = p
    mine = p.players[seat]
    room = len(mine.hand) < max(mine.ability, 0) and not p.first_blood
    return room and draws_freely(j, seat) and not drawing_barred(j, seat)


@enforces("selective-memory")
def let_be(p: Highlander, seat: str) -> Highlander:
    """What comes first is not done, or no more of it: the damage taken for that is, whatever avoided it."""
    one, *rest = p.players[seat].must
    p = change(p, seat, must=tuple(rest))
    return (
        owe(p, seat, one.unless, "damage", "not discarding", one.event) if one.unless and one.count > 0 else p
    )


def _is_vain(p: Highlander, seat: str, must: Must) -> bool:
    mine = p.players[seat]
    empty = size(p, seat) == 0 and not mine.discard_pile
    if must.do == "draw":
        return len(mine.hand) >= max(mine.ability, 0) or empty or p.first_blood
    if must.do == "draw_cards":
        return must.count <= 0 or empty or p.first_blood
    if must.do == "search":
        return must.count <= 0 or empty
    if must.what == "drawn" and not any(card in mine.hand for card in must.of):
        return True
    return must.do in ("discard", "replace") and (must.count <= 0 or not mine.hand)


def drawing_back(p: Highlander, seat: str) -> Highlander:
    """What was discarded to be replaced is drawn."""
    one, *rest = p.players[seat].must
    back = (Must(do="draw_cards", count=one.done, event=one.event, begun=True),) if one.done else ()
    return change(p, seat, must=(*back, *rest))


def one_done(j: Judgment, p: Highlander, seat: str, number: int = 1) -> Highlander:
    must = p.players[seat].must
    less = replace(must[0], count=must[0].count - number, done=must[0].done + number)
    return settled(j, change(p, seat, must=(less, *must[1:])), seat)


@enforces("factory", "reading.b54")
def drawing_barred(j: Judgment, seat: str) -> str | None:
    """What keeps a player from drawing now: at all, or in the Draw/Discard Phase."""
    p: Highlander = j.position
    phase = barred(j, seat, "draws") if p.phase == "draw_discard" else None
    return phase or barred(j, seat, "drawing")


# -- what is carried out without a choice --------------------


def verify_carry_out(j: Judgment, e: CarryOut) -> None:
    """Something of the list that asks for no card of the hand: cards off the Endurance, a roll."""
    if not free_to_act(j, e, *PHASES):
        return
    p: Highlander = j.position
    must = p.players[e.by].must
    if not 1 <= e.number <= len(must):
        j.forbid("must-do-phase", f"nothing stands at place {e.number} of what must be done")
    elif e.number - 1 not in open_musts(p, e.by):
        j.forbid("must-do-phase", still_to_do(p, e.by))
    elif must[e.number - 1].do not in BY_ITSELF:
        j.forbid("must-do-phase", "this has an entry of its own: discard, draw, take, or the table's")


def perform_carry_out(j: Judgment, e: CarryOut, plan: None) -> Highlander:
    p: Highlander = j.position
    if not 1 <= e.number <= len(p.players[e.by].must):
        raise Impossible("there is nothing to be carried out")
    p = carried(j, first(p, e.by, e.number - 1), e.by)
    return settled(j, p, e.by)


def carried(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """What comes first of the list happens: the die waits to be rolled, or cards leave the Endurance."""
    one, *rest = p.players[seat].must
    p = change(p, seat, must=tuple(rest))
    if one.do == "roll":
        return dice.must_roll(p, seat, one)
    if one.do == "choke":
        return dirty_tricks.choked(j, p, seat)
    return mill(j, p, seat, one.count)


# -- which of several an entry is for --------------------


def chosen(kind: type[Entry], verb: Verb) -> Verb:
    """The verb, judged with what it is for at the front of what its player must do, or may; another verb is for none of
    that."""
    if kind not in CHOOSING:
        return verb

    def verify(j: Judgment, e: Any) -> Any:
        p: Highlander = j.position
        if p.turn in p.players and p.players[p.turn].must and e.by in (p.turn, TABLE):
            busy = (
                p.reshuffling or p.rolling or p.chance or p.choice or p.exerting or p.conceding or p.showing
            )
            if not busy and isinstance(e, NoMore) and e.number and e.number - 1 not in open_musts(p, p.turn):
                j.forbid("must-do-phase", still_to_do(p, p.turn))
                return None
            if not busy:
                j.position = _for(j, p, e)
        return verb.verify(j, e)

    return Verb(verify, verb.perform)


def _for(j: Judgment, p: Highlander, e: Entry) -> Highlander:
    seat = p.turn
    must = p.players[seat].must
    places = [place for place in open_musts(p, seat) if _fits(p, e, must[place])]
    if isinstance(e, NoMore):
        place = let_be_next(j, p) if not e.number else e.number - 1
        return p if place is None else first(p, seat, place)
    if not places:
        return p
    place = next((n for n in places if _fits_well(j, p, e, must[n])), places[0])
    if isinstance(e, Roll):
        return carried(j, first(p, seat, place), seat)
    return first(p, seat, place) if place else p


def _fits(p: Highlander, e: Entry, must: Must) -> bool:
    """Whether an entry does something of the list."""
    if isinstance(e, Draw):
        return must.do in DRAWS and e.by != TABLE
    if isinstance(e, Discard):
        return must.random if e.by == TABLE else must.do in ("discard", "replace") and not must.random
    if isinstance(e, Take):
        return must.do == "search" and e.source == "endurance"
    return isinstance(e, (Shuffle, Roll)) and must.do == e.do and e.by == TABLE and e.seat == p.turn


def _fits_well(j: Judgment, p: Highlander, e: Entry, must: Must) -> bool:
    """Of several the one that an entry fits best: the number of cards, the kind of the card."""
    if isinstance(e, Draw):
        left = size(p, p.turn)
        if must.do == "draw" or must.what == UNCOUNTED:
            return True
        return e.number == (must.count if left is None else min(must.count, left))
    if isinstance(e, Discard) and must.do == "discard" and must.what != "drawn":
        faces = (j.catalogue.cards[number] for number in j.catalogue.find(e.card))
        return any(of_kind(card, must.what) for card in faces)  # type: ignore[arg-type]
    return True


def let_be_next(j: Judgment, p: Highlander) -> int | None:
    """The place (from 0) of what “no more” means where none is named. It must be the same for everybody who watches, so
    no card of the hand decides it."""
    must = p.players[p.turn].must if p.turn in p.players else ()
    places = open_musts(p, p.turn) if must else ()
    free = (place for place in places if _is_free(j, p, must[place]))
    return next(free, next((n for n in places if must[n].do == "discard" and not must[n].cost), None))


def _is_free(j: Judgment, p: Highlander, must: Must) -> bool:
    """Whether something may be let be, or cannot be done, whatever the cards are."""
    if must.cost or must.what == "drawn":
        return False
    if must.optional or must.do == "search":
        return True
    hand = len(p.players[p.turn].hand)
    if must.do in DRAWS:
        full = must.do == "draw" and hand >= max(p.players[p.turn].ability, 0)
        return full or drawing_barred(j, p.turn) is not None
    return must.do == "discard" and not hand


def may_be_let(j: Judgment, p: Highlander, must: Must) -> bool:
    """Whether something of the list may be let be, or cannot be done."""
    if _is_free(j, p, must):
        return True
    if must.do != "discard" or must.cost or must.what == "drawn":
        return False
    # of cards nobody has seen the player is believed: which of them is shown later nobody can tell
    hand = (face(j, card) for card in p.players[p.turn].hand)
    return not any(card is not None and of_kind(card, must.what) for card in hand)
