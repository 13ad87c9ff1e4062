"""Persona Powers won with a head in an earlier duel (Quickening: Renaissance). What a seat has won is a fact of the
table: the log's options name it. Where they do not, each Persona's Power is tried: what is the same with all of them
and with none is judged, anything else is undetermined (``worlds``)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard
from rules.highlander.modifiers import GAINED, live
from rules.highlander.position import Highlander, Lasting
from rules.highlander.state import face, other
from rules.highlander.verbs import TakePowers
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment

UNKNOWN = "powers unknown"
#: turns, as good as for ever
ALWAYS = 1_000_000
RULE = "quickening"


def keeps(j: Judgment, p: Highlander, seat: str) -> bool:
    """Whether a card in play keeps the Powers that a seat has won."""
    return any(
        found is not None and any(effect.do == GAINED for effect in found.while_in_play)
        for card in p.players[seat].in_play
        if (found := face(j, card.card)) is not None
    )


@enforces("quickening")
def begin(j: Judgment, p: Highlander) -> Highlander:
    """The position with what the options say of Powers won; of who has the card and is not named there nobody knows."""
    won = j.options.powers_won if j.options is not None else {}
    for seat in j.seats:
        if not keeps(j, p, seat) or any(e.seat == seat and _is_won(e) for e in p.lasting):
            continue
        if seat not in won:
            p = _with(p, seat, UNKNOWN)
        for title in won.get(seat, ()):
            if _persona(j, title) is None:
                j.finding(
                    f"the options say that {seat} won the Powers of “{title}”, and no Persona is called so"
                )
            p = _with(p, seat, f"power {title}", title)
    return p


def _is_won(effect: Lasting) -> bool:
    return effect.what == UNKNOWN or effect.what.startswith("power ")


def _with(p: Highlander, seat: str, what: str, source: str = "") -> Highlander:
    return replace(
        p, lasting=(*p.lasting, Lasting(what=what, seat=seat, until=ALWAYS, by=seat, source=source))
    )


def _persona(j: Judgment, title: str) -> HighlanderCard | None:
    cards = (j.catalogue.cards[number] for number in j.catalogue.find(title))
    return next((c for c in cards if isinstance(c, HighlanderCard) and c.type == "persona"), None)


# -- winning them --------------------


def _theirs(j: Judgment, seat: str) -> HighlanderCard | None:
    """The opponent's Persona."""
    cards = (face(j, held.card) for held in j.position.players[other(j, seat)].in_play)
    return next((card for card in cards if card is not None and card.type == "persona"), None)


def verify_take_powers(j: Judgment, e: TakePowers) -> None:
    """Who took the head may take the whole Power of the one who lost it."""
    p: Highlander = j.position
    if e.by not in p.players or p.winner != e.by or p.how != "head":
        j.forbid(RULE, "Powers are taken by who takes the head")
    elif not any(_holds(j, e.by, place) for place in range(len(p.players[e.by].in_play))):
        j.forbid(RULE, "nothing lets this player take Powers")
    elif (theirs := _theirs(j, e.by)) is None:
        j.forbid(RULE, "the opponent had no Persona, and so no Power")
    elif any(effect.seat == e.by and effect.what == f"power {theirs.title}" for effect in p.lasting):
        j.forbid(RULE, "this player has that Power already")


def _holds(j: Judgment, seat: str, place: int) -> bool:
    found = face(j, j.position.players[seat].in_play[place].card)
    return found is not None and live(j, seat, place) and any(e.do == GAINED for e in found.while_in_play)


@enforces("quickening")
def perform_take_powers(j: Judgment, e: TakePowers, plan: None) -> Highlander:
    theirs = _theirs(j, e.by)
    if theirs is None:
        raise Impossible("there is no Power to take")
    return _with(j.position, e.by, f"power {theirs.title}", theirs.title)


# -- where nobody knows what was won --------------------

#: the source of a Power that is only tried
PERHAPS = "perhaps"


def possible(j: Judgment, p: Highlander) -> list[Highlander]:
    """The position as it is, and with each Power that may have been won."""
    found = [p]
    for unknown in p.lasting:
        if unknown.what == UNKNOWN:
            for card in j.catalogue.cards:
                if isinstance(card, HighlanderCard) and card.type == "persona" and card.while_in_play:
                    found.append(_with(p, unknown.seat, f"power {card.title}", PERHAPS))
    return found


def plain(p: Highlander) -> Highlander:
    """The position without what was only tried."""
    return replace(p, lasting=tuple(effect for effect in p.lasting if effect.source != PERHAPS))
