"""A judge's ``set``: another value for a fact, for one thing of a list or for one pair.

A card that a fact mentions is named by where it lies (``{"at": "players.A.stacks.body.0", "card": "Dodge"}``), counted
card by card: labels are given anew whenever a position is printed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.card_problems import in_words
from rules.kernel.cards import CardRef, describe
from rules.kernel.errors import Misplaced
from rules.kernel.fact_paths import Refused, get, holds_cards, is_zone, put_at
from rules.kernel.game import Game
from rules.kernel.json_types import Json
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.kernel.name_checks import bare, check_value
from rules.kernel.paths import index_of
from rules.kernel.position import Position
from rules.kernel.text_codecs import Text, codec_of
from rules.kernel.texts import say
from rules.kernel.zones import mark_of

#: The number of a thing in a list, and the seat whose side it is on, where a game says what may mention what.
NUMBER, SEAT = "#", "*"
#: What a judge forbade or permitted: it is made by these changes, and may be taken off.
BARS = "bars"
#: What a mention is made of.
_AT, _CARD = "at", "card"
#: A list of parts, or pairs.
Whole = dict[str, object] | tuple[object, ...]
#: From the fact that mentions a card and what is said of the card to the card.
Mention = Callable[[str, Json], int]


def with_fact(game: Game, j: Judgment, fact: str, said: Json) -> Position:
    """The position with another value for a fact, or for one thing of a list or pair, which is taken out where nothing
    (None) is said. Raises ``Refused``."""
    check_derived(game, fact)
    position: Position = j.position
    around, _dot, last = fact.rpartition(".")
    number = index_of(last)
    if around == BARS and said is None and number is not None and number < len(position.bars):
        return msgspec.structs.replace(position, bars=(*position.bars[:number], *position.bars[number + 1 :]))
    held = _held_around(game, position, fact)
    if held is not None:
        whole, hint = held
        return put_at(position, around, _with_part(game, j, fact, whole, hint, last, said))
    before, hint = get(position, fact)
    if not _may_be_set(game, fact, before, hint):
        raise Refused(say("fact_holds_cards", fact=fact))
    return put_at(position, fact, _read(game, j, said, hint, fact))


def check_derived(game: Game, fact: str) -> None:
    """Refuses a fact that follows from others: a value set for it would not last."""
    why = game.derived(fact)
    if why:
        raise Refused(why)


def mentions(game: Game, fact: str) -> tuple[str, ...]:
    """Where the cards lie that a fact may mention, as patterns; none where it mentions none that a judge says."""
    return game.mentions.get(pattern_of(fact), ())


def may_mention(game: Game, fact: str, at: str) -> bool:
    """Whether a fact may mention the card at an address: of a player's fact one on the same side."""
    seat, other = _seat_of(fact), _seat_of(at)
    return pattern_of(at) in mentions(game, fact) and (not seat or seat == other)


def pattern_of(path: str) -> str:
    """A path with a star for the seat and a hash for each number in it."""
    names = [NUMBER if index_of(name) is not None else name for name in path.split(".")]
    if names[0] == "players" and len(names) > 1:
        names[1] = SEAT
    return ".".join(names)


def _seat_of(path: str) -> str:
    names = path.split(".")
    return names[1] if names[0] == "players" and len(names) > 1 else ""


def _held_around(game: Game, position: Position, fact: str) -> tuple[Whole, object] | None:
    """The list of parts or the pairs that a fact is one of, with their type; None where it is none of such."""
    around, _dot, last = fact.rpartition(".")
    if not around:
        return None
    try:
        whole, hint = get(position, around)
    except Refused:
        return None
    if isinstance(whole, dict) and not holds_cards(hint):
        return whole, hint
    is_list = isinstance(whole, tuple) and around.rpartition(".")[2] in game.facts_of_parts
    number = index_of(last)
    return (whole, hint) if is_list and number is not None and number <= len(whole) else None


def _with_part(
    game: Game, j: Judgment, fact: str, whole: Whole, hint: object, name: str, said: Json
) -> Whole:
    """A list or pairs with another thing of that number or name, with one more, or without it."""
    args = get_args(bare(hint))
    number = index_of(name)
    is_there = name in whole if isinstance(whole, dict) else number is not None and number < len(whole)
    if said is None and not is_there:
        raise Refused(say("no_fact_there", name=name[:60]))
    if isinstance(whole, dict):
        rest = {key: value for key, value in whole.items() if key != name}
        if said is None:
            return rest
        _check_names(game, j, name, args[0], fact)
        return {**whole, name: _read(game, j, said, args[1], fact)}
    assert number is not None
    if is_there and _lie_in(whole[number]):
        raise Refused(say("fact_holds_cards", fact=fact))
    new = () if said is None else (_read(game, j, said, args[0], fact),)
    return (*whole[:number], *new, *whole[number + 1 :])


def _may_be_set(game: Game, fact: str, before: object, hint: object) -> bool:
    """Whether no card would come or go by it."""
    mark = mark_of(hint)
    if mark is not None:
        return mark.kind in ("ref", "refs")
    if fact.rsplit(".", 1)[-1] in game.facts_of_parts:
        return not _lie_in(before)
    return not holds_cards(hint)


def _read(game: Game, j: Judgment, said: Json, hint: object, fact: str) -> object:
    """The value that is said of a fact of this type. Raises ``Refused``."""
    written = codec_of(hint)

    def mention(path: str, one: Json) -> int:
        return _mentioned(game, j, path, one)

    try:
        if written is None:
            value: object = msgspec.convert(_with_mentions(said, hint, fact, mention), hint)
        else:
            value = written.read(msgspec.convert(said, Text))
    except msgspec.ValidationError as error:
        raise Refused(say("fact_problem", fact=fact, place=in_words(str(error), hint, say("it")))) from None
    if written is None and _lie_in(value):
        raise Refused(say("fact_holds_cards", fact=fact))
    _check_names(game, j, value, hint, fact)
    return value


def _check_names(game: Game, j: Judgment, value: object, hint: object, fact: str) -> None:
    try:
        check_value(value, hint, lambda kind, name: game.name_problem(j, j.position, kind, name), "")
    except Misplaced as error:
        raise Refused(say("fact_problem", fact=fact + error.path, place=error.why)) from None


# -- cards that are mentioned -----------------------------------------------------------------------------------------


def _with_mentions(said: Json, hint: object, path: str, mention: Mention) -> Json:
    """What is said of a fact, with the cards in the place of what says where they lie. Raises ``Refused``."""
    mark = mark_of(hint)
    if mark is not None:
        return _cards_mentioned(mark.kind, said, path, mention)
    if codec_of(hint) is not None:
        return said
    kind = bare(hint)
    if isinstance(said, list):
        (item, *_more) = get_args(kind) or (object,)
        return [_with_mentions(one, item, f"{path}.{n}", mention) for n, one in enumerate(said)]
    if not isinstance(said, dict):
        return said
    if get_origin(kind) is dict:
        item = get_args(kind)[1]
        return {key: _with_mentions(one, item, f"{path}.{key}", mention) for key, one in said.items()}
    struct = _struct_meant(hint, said)
    if struct is None:
        return said
    hints = get_type_hints(struct, include_extras=True)
    by_name = dict(zip(struct.__struct_encode_fields__, struct.__struct_fields__, strict=True))
    return {
        key: _with_mentions(one, hints[by_name[key]], f"{path}.{key}", mention) if key in by_name else one
        for key, one in said.items()
    }


def _cards_mentioned(kind: str, said: Json, path: str, mention: Mention) -> Json:
    if said is None or said == []:
        return said
    if kind == "ref":
        return mention(path, said)
    if kind == "refs" and isinstance(said, list):
        cards = [mention(path, one) for one in said]
        return list(dict.fromkeys(cards))
    raise Refused(say("fact_holds_cards", fact=path))


def _struct_meant(hint: object, said: dict[str, Json]) -> type[msgspec.Struct] | None:
    """The struct that an object is to be read as: of several the one with its tag."""
    kind = bare(hint)
    kinds = [one for one in (kind, *get_args(kind), *get_args(hint)) if _is_struct(one)]
    tagged = [
        one for one in kinds if said.get(one.__struct_config__.tag_field or "") == one.__struct_config__.tag
    ]
    return next(iter(tagged or kinds), None)


def _is_struct(kind: object) -> TypeGuard[type[msgspec.Struct]]:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _mentioned(game: Game, j: Judgment, fact: str, said: Json) -> int:
    """The card that is said by where it lies. Raises ``Refused``."""
    at = said.get(_AT) if isinstance(said, dict) and set(said) <= {_AT, _CARD} else None
    if not isinstance(said, dict) or not isinstance(at, str):
        raise Refused(say("mention_expected", fact=fact))
    if not may_mention(game, fact, at):
        raise Refused(say("mention_elsewhere", fact=fact, at=at[:60]))
    around, _dot, last = at.rpartition(".")
    zone, hint = get(j.position, around)
    card: object = None
    if is_zone(hint):
        number = index_of(last)
        card = zone[number] if number is not None and number < len(zone) else None
    else:
        card = get(j.position, at)[0]
    if not isinstance(card, int) or card == OPEN:
        raise Refused(say("empty_place", source=at))
    _check_card(j, card, said.get(_CARD))
    return card


def _check_card(j: Judgment, card: int, said: Json) -> None:
    """The card is the one that is named beside its place, if any is."""
    if said is None:
        return
    try:
        ref: CardRef = msgspec.convert(said, CardRef)
    except msgspec.ValidationError:
        raise Refused(say("another_card_there", card=str(said)[:60])) from None
    if not any(j.known.could_be(card, face) for face in j.catalogue.find(ref)):
        raise Refused(say("another_card_there", card=describe(ref)))
    j.identify(card, ref)


def _lie_in(value: object) -> bool:
    """Whether a card lies anywhere in a value."""
    if isinstance(value, msgspec.Struct):
        hints = get_type_hints(type(value), include_extras=True)
        return any(_lies(getattr(value, name), hints[name]) for name in value.__struct_fields__)
    if isinstance(value, dict):
        return any(_lie_in(inner) for inner in value.values())
    return isinstance(value, tuple) and any(_lie_in(inner) for inner in value)


def _lies(value: object, hint: object) -> bool:
    mark = mark_of(hint)
    if mark is not None:
        return mark.kind in ("zone", "slot") and value not in (None, ())
    return codec_of(hint) is None and _lie_in(value)
