"""Cards in hands and in the Endurance."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander.effects.on import On
from rules.highlander.endurance import may_be_made_anew, mill, mill_uncounted, milling, size
from rules.highlander.modifiers import has
from rules.highlander.musts import kept
from rules.highlander.position import UNCOUNTED, Highlander, Must
from rules.highlander.state import change, face, owe
from rules.kernel.enforce import enforces
from rules.kernel.knowledge import OPEN


@enforces("insurance-kalas-situation-and-theatre-location")
def discard(on: On) -> Highlander:
    """Cards that must be discarded: at once on the own turn, else in the Must Do Phase; where cards in play say so
    they are drawn by lot."""
    p = on.p
    for seat in on.targets():
        what = on.effect.what or "card"
        by_lot = has(on.j, seat, "discards_at_random") is not None
        must = Must(do="discard", count=on.effect.count, what=what, event=on.event, random=by_lot)
        p = change(p, seat, must=(*p.players[seat].must, must))
    return p


def discard_for_each(on: On) -> Highlander:
    """A card to be discarded for each copy of a card in play (Monkey)."""
    called, _, what = on.effect.what.partition(":")
    number = sum(
        1 for held in on.p.players.values() for card in held.in_play
        if (found := face(on.j, card.card)) is not None and found.is_called(called)
    )  # fmt: skip
    p = on.p
    for seat in on.targets():
        must = Must(do="discard", count=number * on.effect.count, what=what or "card", event=on.event)
        p = change(p, seat, must=(*p.players[seat].must, must))
    return p


def draw_up(on: On) -> Highlander:
    """Cards that must be drawn, up to the Ability."""
    p = on.p
    for seat in on.targets():
        p = change(p, seat, must=(*p.players[seat].must, Must(do="draw", event=on.event)))
    return p


def draw_cards(on: On) -> Highlander:
    """So many cards are drawn; ``what`` is ``may``: or none."""
    return _to_do(on, "draw_cards", on.effect.count, optional=on.effect.what == "may")


def draw_to_ability(on: On) -> Highlander:
    """The player may draw to the Ability: just so many cards, or none (Drawing Cards)."""
    mine = on.p.players[on.seat]
    if OPEN in mine.hand:
        must = Must(
            do="draw_cards", count=max(mine.ability, 0), what=UNCOUNTED, event=on.event, optional=True
        )
        return change(on.p, on.seat, must=(*mine.must, must)) if must.count else on.p
    room = max(mine.ability, 0) - len(mine.hand)
    return _to_do(on, "draw_cards", room, optional=True) if room > 0 else on.p


def replace_cards(on: On) -> Highlander:
    """Up to so many cards of the hand may be discarded, and as many are drawn."""
    return _to_do(on, "replace", on.effect.count, optional=True)


def shuffle_hands(on: On) -> Highlander:
    """Hands go into the Endurance and are replaced."""
    return _to_do(on, "shuffle", 1)


def search(on: On) -> Highlander:
    """Cards are taken out of the Endurance, which is shuffled then."""
    return _to_do(on, "search", on.effect.count)


def _to_do(on: On, do: str, count: int, optional: bool = False) -> Highlander:
    p = on.p
    for seat in on.targets():
        what = on.effect.what if do == "search" else "card"
        must = Must(do=do, count=count, what=what or "card", event=on.event, optional=optional)
        p = change(p, seat, must=(*p.players[seat].must, must))
    return p


def mill_all(on: On) -> Highlander:
    """As many cards are discarded off the Endurance as it holds (Cull the Weak)."""
    p = on.p
    for seat in on.targets():
        count = size(p, seat)
        p = mill_uncounted(on.j, p, seat) if count is None else mill(on.j, p, seat, count)
    return p


def avoid_discarding(on: On) -> Highlander:
    """What a player must discard now is not discarded; nothing else is avoided (Selective Memory)."""
    p = on.p
    for must in p.players[on.seat].must:
        if must.do == "discard" and must.unless:
            p = owe(p, on.seat, must.unless, "damage", "not discarding", must.event)
    return change(p, on.seat, must=kept(p.players[on.seat].must, lambda must: must.do != "discard"))


def damage_unless(on: On) -> Highlander:
    """Damage, unless as many cards are discarded in the next Sweep."""
    p = on.p
    for seat in on.targets():
        number = on.effect.count
        must = Must(do="discard", count=number, event=on.event, optional=True, unless=number)
        p = change(p, seat, must=(*p.players[seat].must, must))
    return p


def exert_to_keep(on: On) -> Highlander:
    """An Exertion is made, of which cards of a kind may be taken to the hand."""
    from rules.highlander.effects.combat import may_exert
    from rules.highlander.exertion import begin, extended

    if not may_exert(on):
        return on.p
    keep = (on.effect.what, on.effect.count)
    return begin(on.j, on.p, on.seat, "keep", wanted=extended(on.j, on.seat), keep=keep)


def further_exertion(on: On) -> Highlander:
    """Another Exertion may be made this turn, of so many cards, apart from the first."""
    return change(on.p, on.seat, further_exertion=on.effect.count)


def reshuffle(on: On) -> Highlander:
    """The discard pile is shuffled into the Endurance (Nexus)."""
    mine = on.p.players[on.seat]
    return replace(on.p, reshuffling=on.seat) if may_be_made_anew(mine) else on.p


def mill_cards(on: On) -> Highlander:
    """Cards from the top of the Endurance to the discard pile."""
    p = on.p
    for seat in on.targets():
        p = _milled(on, p, seat, on.effect.count)
    return p


@enforces("counterfeit", "must-do-phase")
def _milled(on: On, p: Highlander, seat: str, count: int) -> Highlander:
    """Cards leave the Endurance at once on the own turn; on the opponent's that must be done in the next Must Do
    Phase."""
    if seat == p.turn:
        return mill(on.j, p, seat, count)
    on.j.position = p
    must = milling(on.j, seat, count, on.title, on.event)
    return change(p, seat, must=(*p.players[seat].must, must))


TABLE: dict[str, Any] = {
    "discard": discard,
    "damage_unless": damage_unless,
    "discard_for_each": discard_for_each,
    "draw_up": draw_up,
    "draw_cards": draw_cards,
    "draw_to_ability": draw_to_ability,
    "replace_cards": replace_cards,
    "shuffle_hands": shuffle_hands,
    "search": search,
    "mill_all": mill_all,
    "avoid_discarding": avoid_discarding,
    "exert_to_keep": exert_to_keep,
    "further_exertion": further_exertion,
    "when_successful_mill": mill_cards,
    "mill": mill_cards,
    "reshuffle": reshuffle,
}
