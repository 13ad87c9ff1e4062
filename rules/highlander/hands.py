"""Hands: drawing, discarding, replacing, searching; what must and may be done with them (Drawing Cards, Discarding
Cards, Must Do Phase, May Do Phase, Draw/Discard Phase)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.highlander import powers, words
from rules.highlander.card import HighlanderCard
from rules.highlander.endurance import size, take
from rules.highlander.in_play import depart
from rules.highlander.kinds import of_kind, titled
from rules.highlander.modifiers import active, barred, has, modifiers
from rules.highlander.must_do import drawing_barred, one_done, settled
from rules.highlander.musts import DRAWS, still_to_do
from rules.highlander.position import UNCOUNTED, Highlander, Must, Side
from rules.highlander.powers import draws_freely
from rules.highlander.state import change, face, other, pick, with_side, without
from rules.highlander.verbs import Draw, Take
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN

PHASES = ("must_do", "may_do", "defense", "attack", "draw_discard")
#: how many cards a hand nobody counted is taken to hold at most
MAX_HAND = 60


# -- drawing --------------------


@enforces("drawing-cards", "reading.b7")
def verify_draw(j: Judgment, e: Draw) -> None:
    p: Highlander = j.position
    if e.by not in p.players:
        j.forbid("log.seat", "cards are drawn by a player")
        return
    mine = p.players[e.by]
    left = size(p, e.by)
    if p.phase in ("opening", "first_blood"):
        _opening_draw(j, e, left)
        return
    if not free_to_act(j, e, *PHASES):
        return
    must = mine.must[0] if mine.must else None
    freely = (must is None or must.do not in DRAWS) and draws_freely(j, e.by)
    if freely:
        must = None
    if p.first_blood:
        j.forbid("first-blood-and-drawing-cards", "nobody draws in First Blood")
    elif must is not None and must.do not in DRAWS and has(j, e.by, "draw_any_time"):
        j.forbid("nefertiri-and-interrupting-effects", "an immediate effect is not interrupted by drawing")
    elif must is None and p.phase != "draw_discard" and not freely:
        j.forbid("draw-discard-phase", "cards are drawn in the Draw/Discard Phase")
    elif must is not None and must.do not in DRAWS:
        j.forbid("must-do-phase", still_to_do(p, e.by))
    elif stop := drawing_barred(j, e.by):
        if barred(j, e.by, "drawing") or not _may_have_left(j, e.by):
            j.forbid("denial-v-permission", f"{stop} prevents drawing")
            return
        j.unsure("how many cards each hand held, and so whether what prevents drawing has left play")
        _up_to_ability(j, e, mine, left)
    elif must is not None and must.do == "draw_cards" and must.what == UNCOUNTED:
        if 1 <= e.number <= must.count:
            j.unsure("how many cards the hand held")
        else:
            j.forbid("drawing-cards", f"1 to {must.count} card(s) are drawn")
    elif must is not None and must.do == "draw_cards":
        wanted = must.count if left is None else min(must.count, left)
        if e.number != wanted:
            j.forbid("drawing-cards", f"{wanted} card(s) are drawn")
    else:
        _up_to_ability(j, e, mine, left)


@enforces("factory")
def _may_have_left(j: Judgment, seat: str) -> bool:
    """Whether everything that prevents drawing now leaves play when a hand falls below a number, and a hand that nobody
    counted may have fallen below it."""
    p: Highlander = j.position
    denials = [found.face for found in modifiers(j, seat, "prevent") if found.effect.what == "draws"]
    numbers = [_leaves_below(found) for found in denials]
    return all(
        any(OPEN in held.hand and len(held.hand) - 1 < number for held in p.players.values())
        for number in numbers
    )


def _leaves_below(card: HighlanderCard | None) -> int:
    """The number of cards below which no hand may fall while a card lies in play; 0 where it does not matter."""
    effects = card.while_in_play if card is not None else ()
    return next((effect.count for effect in effects if effect.do == "leaves_when_hand_below"), 0)


def _up_to_ability(j: Judgment, e: Draw, mine: Side, left: int | None) -> None:
    most = powers.draws_to(j, e.by)
    room = most - len(mine.hand)
    if powers.matches_unknown_hand(j, e.by) and 1 <= e.number <= MAX_HAND:
        j.unsure("how many cards the opponent's hand holds")
    elif OPEN in mine.hand and 1 <= e.number <= most:
        j.unsure("how many cards the hand holds")
    elif not 1 <= e.number <= max(room, 0):
        j.forbid("draw-discard-phase", f"up to {max(room, 0)} card(s) may be drawn, to the current Ability")
    elif left is not None and e.number > left:
        j.forbid("endurance", f"the Endurance holds {left} card(s)")


def _opening_draw(j: Judgment, e: Draw, left: int | None) -> None:
    p: Highlander = j.position
    mine = p.players[e.by]
    if p.phase == "first_blood":
        if e.by in p.redrawn or len(p.shuffled_in) < len(j.seats):
            j.forbid("first-blood", "each player draws once, after both hands were shuffled in")
            return
    elif mine.hand:
        j.forbid("hand", "the opening hand is drawn already")
        return
    wanted = max(mine.ability, 0) if left is None else min(max(mine.ability, 0), left)
    if e.number != wanted:
        j.forbid("first-blood" if p.phase == "first_blood" else "hand", f"{wanted} cards are drawn")


def perform_draw(j: Judgment, e: Draw, plan: None) -> Highlander:
    p: Highlander = j.position
    under_way = p.phase not in ("opening", "first_blood")
    p, cards = take(j, p, e.by, e.number)
    j.show_all(cards, e.cards or ())
    mine = p.players[e.by]
    drawing = mine.drawing or (p.phase == "draw_discard" and not mine.must)
    p = with_side(p, e.by, replace(mine, hand=mine.hand + cards, drawing=drawing))
    if under_way:
        return _after_drawing(j, _drawn(j, p, e.by), e.by, cards)
    from rules.highlander.turns import begin_turn

    p = replace(p, reshuffling=None)
    if p.phase == "opening" and all(p.players[seat].hand for seat in j.seats):
        return begin_turn(j, p, p.turn)
    if p.phase == "first_blood":
        p = replace(p, redrawn=(*p.redrawn, e.by))
        return begin_turn(j, p, p.turn) if len(p.redrawn) == len(j.seats) else p
    return p


@enforces("desperation")
def _after_drawing(j: Judgment, p: Highlander, seat: str, cards: tuple[int, ...]) -> Highlander:
    """Of cards that had to be drawn, those that must be discarded next are some of them."""
    must = p.players[seat].must
    if not must or must[0].do != "draw_cards":
        return settled(j, p, seat)
    then = tuple(replace(one, of=(*one.of, *cards)) if one.what == "drawn" else one for one in must[1:])
    drawn = must[0].count if must[0].what == UNCOUNTED and p.reshuffling is None else len(cards)
    return one_done(j, change(p, seat, must=(must[0], *then)), seat, drawn)


def _drawn(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """Cards that leave play when their player draws a card (Poison Gas)."""
    for place in reversed(range(len(p.players[seat].in_play))):
        card = p.players[seat].in_play[place]
        found = face(j, card.card)
        for effect in found.while_in_play if found is not None and active(p, card) else ():
            if effect.do == "leaves_when_drawn":
                p = depart(j, p, seat, place)
    return p


# -- cards that bear on hands --------------------


def bears_on_discards(card: HighlanderCard) -> bool:
    return any(effect.do == "avoid_discarding" for effect in card.on_play)


def open_to(p: Highlander, seat: str) -> bool:
    """Whether an Edge that bears on discarding may come between: its player must discard, and nothing is half-done."""
    must = p.players[seat].must if seat == p.turn and seat in p.players else ()
    busy = p.rolling or p.chance or p.choice or p.conceding or p.reshuffling or p.exerting
    return any(one.do == "discard" for one in must) and not busy and p.phase in PHASES


def fits_the_time(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """What avoids discarding is played when there is something to discard, and nothing else is then. Records what
    does not fit."""
    pending = open_to(j.position, seat)
    if pending and not bears_on_discards(card):
        j.forbid("must-do-phase", still_to_do(j.position, seat))
    elif bears_on_discards(card) and not pending:
        j.forbid("must-do-phase", "there is nothing that must be discarded")
    else:
        return True
    return False


def is_too_early(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether a card that is discarded to use waits for something else yet, or comes too late. Records it."""
    p: Highlander = j.position
    mine, theirs = p.players[seat], p.players[other(j, seat)]
    if "after_exertion" in card.marks and not mine.exertions:
        j.forbid("flashback-additional-3-card-exertion", "a further Exertion follows one made this turn")
    elif "after_successful_attack" in card.marks and not (
        any(a.status == "successful" for a in theirs.attacks) or _lost_an_ally(p, seat)
    ):
        j.forbid(
            "flashback", "no attack of the opponent was successful, and no Ally was removed by the opponent"
        )
    elif p.phase == "draw_discard" and p.turn == seat and mine.drawing:
        j.forbid("nexus-and-drawing-cards", "drawing in the Draw/Discard Phase is not interrupted")
    else:
        return False
    return True


def _lost_an_ally(p: Highlander, seat: str) -> bool:
    """Whether the opponent removed one of the player's Allies from play, this turn or in the one before it."""
    removed = p.players[seat].ally_removed
    return bool(removed) and p.number - removed <= 1


# -- taking cards --------------------


def verify_take(j: Judgment, e: Take) -> Any:
    """A card out of the own Endurance that a card lets one search for, or out of an Exertion that one may keep."""
    if e.source == "exertion":
        from rules.highlander.exertion import verify_keep

        return verify_keep(j, e)
    p: Highlander = j.position
    if not free_to_act(j, e, *PHASES):
        return None
    mine = p.players[e.by]
    must = mine.must[0] if mine.must else None
    if must is None or must.do != "search":
        j.forbid("endurance", "nothing lets this player take a card out of the Endurance")
        return None
    if p.first_blood:  # out of the Endurance into the hand is drawing
        j.forbid("first-blood-and-drawing-cards", "nobody draws in First Blood")
    elif stop := drawing_barred(j, e.by):
        j.forbid("denial-v-permission", f"{stop} prevents drawing")
    return taken_from(j, e, mine.endurance, must.what)


def taken_from(j: Judgment, e: Take, zone: tuple[int, ...], what: str) -> Any:
    """The card that is taken, and what is left of the zone. Records what does not fit."""
    if e.card is None:
        if not zone:
            j.forbid("log.card", "there is no card to take")
            return None
        (card,), rest = j.unseen(zone, 1, e.by)
        return card, rest  # what is not shown nobody judges
    else:
        found = pick(j, zone, e.card, e.by)
        if found is None:
            j.forbid("log.card", "that card is not there")
            return None
        j.show(found, e.card)
        card, rest = found, without(zone, found)
    if what == "title in play":
        j.need(
            "flashback", titled, (card,), "no card in play has that Title", "the card taken", (_titles(j),)
        )
    elif what == "title of a situation":
        mine = (face(j, c.card) for c in j.position.players[e.by].in_play)
        titles = tuple(sorted({one.title for one in mine if one is not None and one.type == "situation"}))
        j.need(
            "blatant-clue", titled, (card,), "no own Situation has that Title", "the card taken", (titles,)
        )
    elif what != "card":
        message = f"only a card of this kind is taken: {words.kind(what)}"
        j.need("exertions-keeping-cards-from", of_kind, (card,), message, "the card taken", (what,))
    return card, rest


def _titles(j: Judgment) -> tuple[str, ...]:
    cards = [c.card for side in j.position.players.values() for c in side.in_play]
    cards += [d.card for side in j.position.players.values() for d in side.defenses]
    cards += [a.card for side in j.position.players.values() for a in side.attacks]
    return tuple(sorted({found.title for card in cards if (found := face(j, card)) is not None}))


def perform_take(j: Judgment, e: Take, plan: Any) -> Highlander:
    if plan is None:
        raise Impossible("that card is not there")
    if e.source == "exertion":
        from rules.highlander.exertion import keep

        return keep(j, e, plan)
    p: Highlander = j.position
    card, rest = plan
    p = _drawn(j, change(p, e.by, endurance=rest, hand=(*p.players[e.by].hand, card)), e.by)
    must = p.players[e.by].must
    first = replace(must[0], count=must[0].count - 1, begun=True) if must else Must(do="search", count=0)
    after = (first,) if first.count > 0 else (Must(do="shuffle", what="endurance", begun=True),)
    return change(p, e.by, must=(*after, *must[1:]))


def hand_shuffled_in(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """A hand goes into the Endurance and is replaced, or after a search the Endurance alone is shuffled."""
    mine = p.players[seat]
    first, *rest = mine.must
    if first.what == "endurance":
        return settled(j, change(p, seat, endurance=j.shuffled(mine.endurance), must=tuple(rest)), seat)
    back = Must(do="draw_cards", count=len(mine.hand), event=first.event, begun=True)
    if OPEN in mine.hand:
        back = replace(back, count=MAX_HAND, what=UNCOUNTED)
    mine = replace(mine, hand=(), endurance=j.shuffled((*mine.endurance, *mine.hand)), must=(back, *rest))
    p = with_side(p, seat, mine)
    return settled(j, p, seat)


# -- a hand that gets small --------------------

Perform = Callable[[Judgment, Any, Any], Any]


def watched(perform: Perform) -> Perform:
    """Cards that leave play when a hand falls below a number see what any entry does to hands (Factory)."""

    def performed(j: Judgment, e: Entry, plan: Any) -> Highlander:
        before: Highlander = j.position
        after: Highlander = perform(j, e, plan)
        # few entries take cards from a hand, and fewer see a Factory
        players = after.players
        for seat, held in before.players.items():
            mine = players[seat]
            if mine is not held and len(mine.hand) < len(held.hand):
                return left_by_small_hands(j, before, after)
        return after

    return performed


@enforces("factory", "reading.b54")
def left_by_small_hands(j: Judgment, before: Highlander, after: Highlander) -> Highlander:
    """The position without the cards that leave because a hand has fallen below a number since ``before``."""
    largest = _largest(j)
    if all(len(held.hand) >= largest for held in after.players.values()):
        return after
    j.position = before
    if before.turn not in before.players or not has(j, before.turn, "leaves_when_hand_below"):
        return after
    for seat in after.players:
        for place in reversed(range(len(after.players[seat].in_play))):
            card = after.players[seat].in_play[place]
            found = face(j, card.card)
            for effect in found.while_in_play if found is not None and active(after, card) else ():
                if effect.do == "leaves_when_hand_below" and _fell(before, after, effect.count):
                    after = depart(j, after, seat, place)
    return after


def _largest(j: Judgment) -> int:
    """The largest number that a card waits for a hand to fall below."""
    found: int | None = j.catalogue.memory.get("small hands")
    if found is None:
        effects = (effect for card in j.catalogue.cards for effect in getattr(card, "while_in_play", ()))
        numbers = [effect.count for effect in effects if effect.do == "leaves_when_hand_below"]
        found = j.catalogue.memory["small hands"] = max(numbers, default=0)
    return found


def _fell(before: Highlander, after: Highlander, number: int) -> bool:
    return any(
        len(held.hand) < number <= len(before.players[seat].hand) and OPEN not in held.hand
        for seat, held in after.players.items()
    )
