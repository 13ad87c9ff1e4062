"""Persona Powers won with a head in an earlier duel (Quickening: Renaissance). What a seat has won is a fact of the
table: the log's options name it. Where they do not, each Persona's Power is tried: what is the same with all of them
and with none is judged, anything else is undetermined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard
from rules.highlander.modifiers import GAINED, live
from rules.highlander.position import Highlander, Lasting
from rules.highlander.state import face, other
from rules.highlander.verbs import TakePowers
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.game import Verb
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
        j.forbid(RULE, "no Quickening lets this player take Powers")
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


class _World(NamedTuple):
    """What ``verify`` planned in a position where a Power was won."""

    plan: Any
    position: Highlander


def judged(verb: Verb) -> Verb:
    """The verb, undetermined where it depends on Powers that somebody may have won."""

    def verify(j: Judgment, e: Any) -> Any:
        lasting = j.position.lasting
        if not lasting or all(effect.what != UNKNOWN for effect in lasting):
            return verb.verify(j, e)
        return _verify(verb, j, e)

    def perform(j: Judgment, e: Any, plan: Any) -> Any:
        if not isinstance(plan, _World):
            return verb.perform(j, e, plan)
        j.position = plan.position
        after: Any = verb.perform(j, e, plan.plan)
        return _plain(after)

    return Verb(verify, perform)


def _verify(verb: Verb, j: Judgment, e: Any) -> Any:
    p: Highlander = j.position
    missing = f"which Persona Powers {', '.join(x.seat for x in p.lasting if x.what == UNKNOWN)} has won"
    worlds = [p, *_worlds(j, p)]
    legal = [world for world in worlds if _legal(verb, j, e, world)]
    if len(legal) == len(worlds):
        if len({repr(_after(verb, j, e, world)) for world in worlds}) > 1:
            j.unsure(missing)
        return verb.verify(j, e)
    if not legal:
        return verb.verify(j, e)
    j.unsure(missing)
    j.position = legal[0]
    plan = verb.verify(j, e)
    j.position = p
    return _World(plan, legal[0])


def _worlds(j: Judgment, p: Highlander) -> Iterator[Highlander]:
    """The position with each Power that may have been won."""
    for unknown in p.lasting:
        if unknown.what == UNKNOWN:
            for card in j.catalogue.cards:
                if isinstance(card, HighlanderCard) and card.type == "persona" and card.while_in_play:
                    yield _with(p, unknown.seat, f"power {card.title}", PERHAPS)


PERHAPS = "perhaps"


def _plain(p: Highlander) -> Highlander:
    """The position without what was only tried."""
    return replace(p, lasting=tuple(effect for effect in p.lasting if effect.source != PERHAPS))


def _trial(j: Judgment, p: Highlander) -> Judgment:
    return Judgment(j.game, j.catalogue, j.options, j.seats, p, j.known, j.n, j.decks)


def _legal(verb: Verb, j: Judgment, e: Any, world: Highlander) -> bool:
    trial = _trial(j, world)
    verb.verify(trial, e)
    return trial.violations is None


def _after(verb: Verb, j: Judgment, e: Any, world: Highlander) -> Highlander | None:
    trial = _trial(j, world)
    plan = verb.verify(trial, e)
    try:
        after: Any = verb.perform(trial, e, plan)
        return _plain(after)
    except Impossible:
        return None
