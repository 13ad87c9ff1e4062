"""The primitive changes of a declared effect: what a judge says a card did, made of a few small things.

Facts and zones are named by dotted paths into the printed position (``players.A.hand``).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.kernel.card_problems import in_words
from rules.kernel.cards import CardRef, describe
from rules.kernel.entries import Change, Entry
from rules.kernel.errors import Impossible
from rules.kernel.fact_paths import Refused, get, holds_cards, is_card_alone, is_slot, is_zone, put_at
from rules.kernel.game import Game
from rules.kernel.json_types import Json
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.kernel.paths import index_of
from rules.kernel.position import Bar, Position
from rules.kernel.set_facts import check_derived, with_fact
from rules.kernel.texts import say
from rules.kernel.zones import mark_of

RULE = "log.declare"


def apply_changes(
    game: Game, j: Judgment, changes: Iterable[Change], on: Entry | None = None
) -> Position | None:
    """The judgment's position after the changes, in order; None when one cannot be made (then the judgment says which).
    ``on``: the entry whose effect they tell."""
    before = j.position
    for number, change in enumerate(changes, 1):
        try:
            handler = _HANDLERS.get(change.change)
            if handler is None:
                raise Refused(say("change_unknown", change=change.change[:40], handlers=", ".join(_HANDLERS)))
            j.position = handler(game, j, change)
        except (Refused, Impossible) as refusal:
            j.forbid(RULE, say("change_problem", number=number, refusal=refusal.args[0]))
            return None
    if j.violations is not None:
        return None
    try:
        after: Position = game.after_changes(j, before, j.position, on)
    except Impossible as refusal:
        j.forbid(RULE, refusal.args[0])
        return None
    return after


def _wanted(value: Json, name: str) -> Json:
    if value is None:
        raise Refused(say("change_lacks_field", name=name))
    return value


def _move(game: Game, j: Judgment, change: Change) -> Position:
    source, to = _wanted(change.source, "from"), _wanted(change.to, "to")
    if not takes_cards(game, j.position, to):
        raise Refused(say("not_zone_of_cards", path=to))
    card, position, owner = _picked_up(game, j, change, source)
    if game.cards_at(position, to) is not None:
        put: Position = game.put(j, position, to, card, owner)
        return put
    there, hint = get(position, to)
    if is_slot(to, hint):
        if there is not None:
            raise Refused(say("slot_taken", path=to))
        return put_at(position, to, card)
    if not is_zone(hint):
        raise Refused(say("destination_gone_with_card", to=to))
    return put_at(position, to, (card, *there) if change.place == "top" or OPEN in there else (*there, card))


def takes_cards(game: Game, position: Position, path: str) -> bool:
    """Whether a ``move`` can name the path as where a card is put."""
    if game.cards_at(position, path) is not None:
        return True
    try:
        hint = get(position, path)[1]
    except Refused:
        return False
    return is_zone(hint) or is_slot(path, hint)


def _picked_up(game: Game, j: Judgment, change: Change, source: str) -> tuple[int, Position, str]:
    """The card that a move takes from a zone, a place of its own, or where it lies as one of several things; the
    position without it, and whose it is (empty: as where it lay says)."""
    position: Position = j.position
    if game.cards_at(position, source) is not None:
        return _removed(game, j, change, source)
    around, _dot, last = source.rpartition(".")
    place = index_of(last)
    lying = game.cards_at(position, around) if place is not None and around else None
    if lying is not None and place is not None:
        card = _meant(j, lying[place] if place < len(lying) else None, change.card, source)
        without, owner = game.remove(j, position, around, place)
        return card, without, owner
    value, hint = get(position, source)
    names = source.split(".")
    owner = names[1] if len(names) > 1 and names[1] in j.seats else ""
    if is_zone(hint):
        return *_taken(j, change, source), owner
    if is_slot(source, hint):
        return _meant(j, value, change.card, source), put_at(position, source, None), owner
    if last.isdecimal() and is_card_alone(value):
        card = _meant(j, value.card, change.card, source)
        rest = get(position, around)[0]
        return card, put_at(position, around, rest[: int(last)] + rest[int(last) + 1 :]), owner
    raise Refused(say("not_zone_of_cards", path=source))


def _meant(j: Judgment, card: int | None, ref: CardRef | None, where: str) -> int:
    """The card that lies there, which is the one named, if any is named."""
    if card is None:
        raise Refused(say("empty_place", source=where))
    if ref is not None and not any(j.known.could_be(card, face) for face in j.catalogue.find(ref)):
        raise Refused(say("another_card_there", card=describe(ref)))
    j.identify(card, ref)
    return card


def _taken(j: Judgment, change: Change, source: str) -> tuple[int, Position]:
    """The card of a zone that is named, or one nobody saw, and the position without it."""
    zone = get(j.position, source)[0]
    if change.card is None:
        if not zone:
            raise Refused(say("empty_place", source=source))
        (card,), rest = j.unseen(zone)
    else:
        picked = j.pick(zone, change.card)
        if picked is None:
            raise Refused(say("card_not_in_place", card=describe(change.card), source=source))
        if picked == OPEN:
            (card,), rest = j.new("", 1), zone
        else:
            card, rest = picked, tuple(c for c in zone if c != picked)
        j.identify(card, change.card)
    return card, put_at(j.position, source, rest)


def _removed(game: Game, j: Judgment, change: Change, source: str) -> tuple[int, Position, str]:
    """The card in play that is named, the position without it, and whose card it is."""
    there = game.cards_at(j.position, source) or ()
    named = _wanted(change.card, "card")
    card = j.pick(tuple(held for held in there if held is not None), named)
    if card is None:
        raise Refused(say("card_not_in_place", card=describe(named), source=source))
    j.identify(card, named)
    position, owner = game.remove(j, j.position, source, there.index(card))
    return card, position, owner


def _set_fact(game: Game, j: Judgment, change: Change) -> Position:
    return with_fact(game, j, _wanted(change.fact, "fact"), change.value)


def _add(game: Game, j: Judgment, change: Change) -> Position:
    fact, by = _wanted(change.fact, "fact"), _wanted(change.by, "by")
    value, hint = get(j.position, fact)
    check_derived(game, fact)
    if isinstance(value, bool) or not isinstance(value, int | float) or holds_cards(hint):
        raise Refused(say("fact_not_number", fact=fact))
    try:
        return put_at(j.position, fact, msgspec.convert(value + by, hint))
    except msgspec.ValidationError as error:
        raise Refused(say("fact_problem", fact=fact, place=in_words(str(error), hint, say("it")))) from None


def _skip(game: Game, j: Judgment, change: Change) -> Position:
    phase = _wanted(change.phase, "phase")
    skipped = game.skip(j, phase)
    if skipped is None:
        raise Refused(say("phase_not_skippable_here", phase=phase))
    return skipped


def _bar(game: Game, j: Judgment, change: Change) -> Position:
    position: Position = j.position
    verb = _wanted(change.verb, "verb")
    if verb not in {v.__struct_config__.tag for v in game.verbs}:
        raise Refused(say("game_has_no_verb", verb=verb[:40]))
    if change.seat is not None and change.seat not in j.seats:
        raise Refused(say("there_is_no_seat", seat=change.seat[:40]))
    periods = game.periods(position)
    if change.until is not None and change.until not in periods:
        raise Refused(say("period_unknown", until=change.until[:40], periods=", ".join(periods) or "none"))
    value = None if change.until is None else periods[change.until]
    bar = Bar(change.change == "permit", verb, change.seat, change.until, value)
    return msgspec.structs.replace(position, bars=(*position.bars, bar))


def _name(game: Game, j: Judgment, change: Change) -> Position:
    """Names the card at a place or one of a zone, or which of several of a title it is."""
    position: Position = j.position
    ref = _wanted(change.card, "card")
    if change.source is not None:
        return _name_in_zone(j, change.source, ref)
    fact = _wanted(change.fact, "fact")
    card, hint = get(position, fact)
    mark = mark_of(hint)
    if mark is None or mark.kind == "zone" or not isinstance(card, int):
        raise Refused(say("fact_not_card", fact=fact))
    if not any(j.known.could_be(card, face) for face in j.catalogue.find(ref)):
        raise Refused(say("another_card_there", card=describe(ref)))
    j.identify(card, ref)
    return position


def _name_in_zone(j: Judgment, source: str, ref: CardRef) -> Position:
    """Says that one card of a zone is the one named; it stays where it lies."""
    position: Position = j.position
    zone, hint = get(position, source)
    if not is_zone(hint):
        raise Refused(say("not_zone_of_cards", path=source))
    card = j.pick(zone, ref)
    if card is None:
        raise Refused(say("card_not_in_place", card=describe(ref), source=source))
    if card == OPEN:
        (card,) = j.new("", 1)
        position = put_at(position, source, (card, *zone))
    j.identify(card, ref)
    return position


def _turn(game: Game, j: Judgment, change: Change) -> Position:
    """Turns a card that lies face up or face down with facts of its own; ``card`` says which it is."""
    position: Position = j.position
    fact = _wanted(change.fact, "fact")
    thing = get(position, fact)[0]
    if not isinstance(thing, msgspec.Struct) or not {"card", "face_down"} <= set(thing.__struct_fields__):
        raise Refused(say("nothing_to_turn", fact=fact))
    up, down = getattr(thing, "card"), getattr(thing, "face_down")  # noqa: B009 - fields that a game may lack
    _meant(j, down if up is None else up, change.card, fact)
    return put_at(position, fact, msgspec.structs.replace(thing, card=down, face_down=up))


def _note(game: Game, j: Judgment, change: Change) -> Position:
    position: Position = j.position
    return position


_HANDLERS = {
    "move": _move, "set": _set_fact, "add": _add, "skip": _skip, "forbid": _bar, "permit": _bar, "note": _note,
    "name": _name, "turn": _turn,
}  # fmt: skip


def bars_now(game: Game, position: Position, verb: str, seat: str) -> tuple[bool, bool]:
    """Whether the verb is declared forbidden, and whether it is declared permitted, for a seat now."""
    periods = game.periods(position)
    forbidden = permitted = False
    for bar in position.bars:
        lasts = bar.period is None or periods.get(bar.period) == bar.value
        if lasts and bar.verb == verb and bar.seat in (None, seat):
            permitted |= bar.permit
            forbidden |= not bar.permit
    return forbidden, permitted
