"""The list of what must and may be done: what comes on it, in which order it is done, what is done by itself (Must
Do Phase, May Do Phase, beginning of your turn, reading B50)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes import dice, dirty_tricks
from rules.highlander.changes.endurance import made_anew, mill
from rules.highlander.changes.state import change, owe
from rules.highlander.language import continuous as during
from rules.highlander.position import Highlander, Must
from rules.highlander.reading.endurance import milling, size
from rules.highlander.reading.index import Modifier
from rules.highlander.reading.modifiers import modifiers
from rules.highlander.reading.must_do import BY_ITSELF, DRAWS, drawing_barred, is_begun, open_musts, remaining
from rules.highlander.reading.powers import draws_freely
from rules.highlander.reading.state import face
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


@enforces("beginning-of-your-turn", "methos-and-master-s-stratagem", "must-do-phase")
def due_each_turn(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """The things a player must or may do at the beginning of each turn because of cards in play, with those that wait
    already."""
    j = Judgment.of(ctx, p)
    turn = modifiers(j, seat, during.EachTurn)
    choking = dirty_tricks.choking(j, seat)
    if not turn and not choking:  # mostly so
        return p
    return change(p, seat, must=(*p.players[seat].must, *_due_now(j, seat, turn, choking)))


def _due_now(
    j: Judgment, seat: str, turn: tuple[Modifier[during.EachTurn], ...], choking: list[Must]
) -> list[Must]:
    """What cards in play have a player do at the beginning of the turn, ``choking`` among it."""
    must = [milling(j, seat, one.effect.count, one.title) for one in turn if one.effect.does == "mill"]
    must += choking
    must += [
        Must(do="draw_cards", count=one.effect.count)
        for one in turn
        if one.effect.does == "draw" and one.effect.each is None
    ]
    must += [
        Must(do="replace", count=one.effect.count, optional=True)
        for one in turn
        if one.effect.does == "replace"
    ]
    for each in (one.effect.each for one in turn if one.effect.does == "draw"):
        if each is not None:
            cards = (face(j, held.card) for held in j.position.players[seat].in_play)
            number = sum(card.is_a(each) for card in cards if card is not None)
            must += [Must(do="draw_cards", count=1, optional=True)] * number
    return must


@enforces("reading.b50", "must-do-phase")
def settled(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """Without what cannot be done any more (discarding from an empty hand, drawing with a full one, or in First Blood),
    while nothing else is open that might change that; the last thing open is carried out by itself where nothing is
    left to choose."""
    if not p.players[seat].must:  # mostly so
        return replace(p, phase="may_do") if p.phase == "must_do" and p.rolling is None else p
    while p.reshuffling is None and (places := open_musts(p, seat)):
        musts = [p.players[seat].must[place] for place in places]
        if not (is_begun(musts[0]) or _alike(musts) or all(_is_vain(p, seat, each) for each in musts)):
            p = _takes_from_endurance(p, seat, musts)
            break
        p = move_to_front(p, seat, places[0])
        after = _done_by_itself(ctx, p, seat, musts)
        if after is None:
            p = _takes_from_endurance(p, seat, musts[:1])
            break
        p = after
    if p.phase != "must_do" or p.rolling is not None:
        return p
    left = p.players[seat].must
    return replace(p, phase="may_do") if not left or all(must.optional for must in left) else p


def _takes_from_endurance(p: Highlander, seat: str, musts: list[Must]) -> Highlander:
    """The position in which the player is to choose among these: cards are taken off an Endurance that is there."""
    takes = any(each.do in DRAWS or each.do == "search" for each in musts)
    return made_anew(p, seat) if takes else p


def _done_by_itself(ctx: EntryContext, p: Highlander, seat: str, musts: list[Must]) -> Highlander | None:
    """The position after the first of these, where nothing is left to choose about it; else None."""
    one = musts[0]
    if one.do == "replace" and (one.count <= 0 or not p.players[seat].hand):
        return draw_replacements(p, seat)
    if _is_vain(p, seat, one):
        return decline_first(p, seat)
    return carry_out_first(ctx, p, seat) if one.do in BY_ITSELF and _is_alone(ctx, p, seat, musts) else None


@enforces("exhaustion-and-abnormal-endurance-size")
def without_impossible_draws(p: Highlander, seat: str) -> Highlander:
    """A given position without cards that are to be taken where there is none and none to make an Endurance of."""
    mine = p.players[seat]
    if mine.endurance or mine.discard_pile or not mine.must:
        return p
    return change(p, seat, must=remaining(mine.must, lambda one: one.do not in DRAWS and one.do != "search"))


def _alike(musts: list[Must]) -> bool:
    """Whether nothing is left to choose among them: there is one, or one card as another asks for unseen cards, or a
    roll."""
    return len(musts) == 1 or (
        musts[0].do in BY_ITSELF and all((one.do, one.what) == (musts[0].do, musts[0].what) for one in musts)
    )


def _is_alone(ctx: EntryContext, p: Highlander, seat: str, musts: list[Must]) -> bool:
    """Whether nothing else may be done before it."""
    return p.rolling is None and _alike(musts) and not _draws_first(ctx, p, seat)


@enforces("nefertiri-and-interrupting-effects")
def _draws_first(ctx: EntryContext, p: Highlander, seat: str) -> bool:
    """Whether a player may still draw before what must be done: then that is left to choose."""
    j = Judgment.of(ctx, p)
    mine = p.players[seat]
    room = len(mine.hand) < max(mine.ability, 0) and not p.first_blood
    return room and draws_freely(j, seat) and not drawing_barred(j, seat)


@enforces("selective-memory")
def decline_first(p: Highlander, seat: str) -> Highlander:
    """Leave the first thing on the list undone, or do no more of it: the damage taken for that is, whatever avoided
    it."""
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


def draw_replacements(p: Highlander, seat: str) -> Highlander:
    """Make the player draw as many cards as were discarded to be replaced."""
    one, *rest = p.players[seat].must
    back = (Must(do="draw_cards", count=one.done, event=one.event, begun=True),) if one.done else ()
    return change(p, seat, must=(*back, *rest))


def one_done(ctx: EntryContext, p: Highlander, seat: str, number: int = 1) -> Highlander:
    must = p.players[seat].must
    less = replace(must[0], count=must[0].count - number, done=must[0].done + number)
    return settled(ctx, change(p, seat, must=(less, *must[1:])), seat)


def carry_out_first(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """Carry out the first thing on the list: the die waits to be rolled, or cards leave the Endurance."""
    one, *rest = p.players[seat].must
    p = change(p, seat, must=tuple(rest))
    if one.do == "roll":
        return dice.must_roll(p, seat, one)
    if one.do == "choke":
        return dirty_tricks.choked(ctx, p, seat)
    return mill(ctx, p, seat, one.count)


def move_to_front(p: Highlander, seat: str, place: int) -> Highlander:
    """The position with what stands at a place (from 0) of the list, and what follows on it, at its front."""
    must = p.players[seat].must
    if not 0 < place < len(must):
        return p
    end = place + 1
    while end < len(must) and must[end].after:
        end += 1
    left = (replace(must[0], after=False), *must[1:place], *must[end:])
    return change(p, seat, must=(replace(must[place], after=False), *must[place + 1 : end], *left))
