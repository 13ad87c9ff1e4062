"""Cards in play, attacks and Defenses as places that a judge may declare a card moved from or to: each card there
has more told of it than a card of a zone."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.hands import left_by_small_hands
from rules.highlander.changes.in_play import rebalanced, to_pile
from rules.highlander.changes.state import change
from rules.highlander.position import Attack, Defense, Highlander, InPlay, Under
from rules.highlander.reading.state import other
from rules.highlander.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.paths import index_of

ZONES = ("in_play", "attacks", "defenses", "arriving")
#: What a place within one thing is called: cards under a card in play, the other Basic Block of a Defense.
WITHIN = {"in_play": "under", "defenses": "second"}


#: what lies at such a place
Lying = InPlay | Attack | Defense | Under


def _place_named(p: Highlander, path: str) -> tuple[str, str, int] | None:
    """The seat, the zone and, of what lies under a card in play or forms a Defense with another, the place (from 0) of
    that card."""
    match path.split("."):
        case ["players", seat, zone] if seat in p.players and zone in ZONES:
            return seat, zone, 0
        case ["players", seat, zone, place, within] if seat in p.players and WITHIN.get(zone) == within:
            number = index_of(place)
            held = () if number is None else getattr(p.players[seat], zone)[number : number + 1]
            return (seat, within, number) if held and number is not None else None
    return None


def _held(p: Highlander, seat: str, zone: str, place: int) -> tuple[Lying, ...]:
    mine = p.players[seat]
    if zone == "second":
        defense = mine.defenses[place]
        return () if defense.second is None else (Under(owner=defense.owner, card=defense.second),)
    return mine.in_play[place].under if zone == "under" else getattr(mine, zone)


def _id(lying: Lying) -> int | None:
    return lying.card if lying.card is not None else getattr(lying, "face_down", None)


def cards_at(p: Highlander, path: str) -> tuple[int | None, ...] | None:
    """The cards that lie there, a made attack without one; None when the path names no such place."""
    place_named = _place_named(p, path)
    return None if place_named is None else tuple(_id(lying) for lying in _held(p, *place_named))


def remove(ctx: EntryContext, p: Highlander, path: str, place: int) -> tuple[Highlander, str]:
    """The position without the card at ``place`` (from 0) of a path, and whose card it is."""
    place_named = _place_named(p, path)
    if place_named is None:
        raise LookupError(path)
    seat, zone, under = place_named
    held = _held(p, seat, zone, under)
    lying, rest = held[place], held[:place] + held[place + 1 :]
    after = _with(p, seat, zone, under, rest)
    if isinstance(lying, InPlay):
        for below in lying.under:
            after = to_pile(after, below.owner, below.id) if below.id is not None else after
    elif isinstance(lying, Attack):
        after = _renumbered(after, other(ctx, seat), place + 1)
    elif isinstance(lying, Defense) and lying.second is not None:
        after = to_pile(after, lying.owner, lying.second)
    return after, lying.owner


def put(ctx: EntryContext, p: Highlander, path: str, card: int, owner: str) -> Highlander:
    """The position with a card put there, as one just played."""
    place_named = _place_named(p, path)
    if place_named is None:
        raise LookupError(path)
    seat, zone, under = place_named
    laid: dict[str, Lying] = {
        "in_play": InPlay(owner=owner, card=card, played=p.number),
        "attacks": Attack(owner=owner, card=card),
        "defenses": Defense(owner=owner, card=card, played=p.number),
    }
    lying = laid.get(zone) or Under(owner=owner, face_down=card)
    held = _held(p, seat, zone, under)
    if zone == "second":
        if held:
            raise Impossible(say("defense_has_two_cards"))
        lying = Under(owner=owner, card=card)
    return _with(p, seat, zone, under, (*held, lying))


def places(p: Highlander) -> tuple[str, ...]:
    """The places for a second Basic Block, which none of the printed facts is while it is empty."""
    return tuple(
        f"players.{seat}.defenses.{n}.second"
        for seat, mine in p.players.items()
        for n in range(len(mine.defenses))
    )


@enforces("reading.b47", "reading.b54")
def changed(ctx: EntryContext, before: Highlander, after: Highlander) -> Highlander:
    """The position after a judge's changes, with what follows from them: Ability that waits for cards that came, went
    or were nullified, and cards that leave where a hand has become small."""
    after = rebalanced(ctx, before, after)
    return left_by_small_hands(ctx, before, after)


def _with(p: Highlander, seat: str, zone: str, under: int, held: tuple[Lying, ...]) -> Highlander:
    if zone == "second":
        second = next((lying.card for lying in held if isinstance(lying, Under)), None)
        defenses = p.players[seat].defenses
        made = replace(defenses[under], second=second)
        return change(p, seat, defenses=(*defenses[:under], made, *defenses[under + 1 :]))
    if zone != "under":
        return change(p, seat, **{zone: held})
    in_play = p.players[seat].in_play
    card = replace(in_play[under], under=held)
    return change(p, seat, in_play=(*in_play[:under], card, *in_play[under + 1 :]))


def _renumbered(p: Highlander, seat: str, gone: int) -> Highlander:
    """The Defenses of a player against attacks of which one, by its number, is no more."""

    def numbers(attacks: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(n - (n > gone) for n in attacks if n != gone)

    mine = p.players[seat]
    defenses = tuple(replace(d, against=numbers(d.against)) for d in mine.defenses)
    return change(p, seat, defenses=defenses, defended=numbers(mine.defended))
