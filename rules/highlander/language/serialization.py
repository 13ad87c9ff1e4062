"""Reading and writing the parts of a card's text, between the JSON of lists and logs and the types of this language.

A part is ``{"do": …, "who": …, "count": …, "what": …, "until": …}``: what it is about stands in ``what``, as text. The
types may say more than one thing of that, in facts of their own; both forms are read, the text is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, get_args

import msgspec

from rules.highlander.language import conjunction, continuous, effects, filters, marks, requirements
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import one_card as own
from rules.highlander.language.deprecated_words import in_current_words, in_deprecated_words
from rules.highlander.language.parts import Area, Part, Unheeded, Who
from rules.kernel.card_problems import in_words
from rules.kernel.json_types import Json, JsonObject

#: the kinds of parts that each fact of a card may hold
SLOTS: dict[str, dict[str, type[Part]]] = {
    "requires": requirements.REQUIREMENTS,
    "conjunction": conjunction.JOINING,
    "on_play": effects.DOING,
    "while_in_play": continuous.CONTINUOUS,
    "discard_to_use": effects.USING,
    "when_over": effects.DONE,
    "on_leave": effects.DONE,
}
#: the words that facts of a card may hold which are lists of them
MARKS: dict[str, frozenset[str]] = {
    "marks": frozenset(get_args(marks.CardMark)), "deck": frozenset(get_args(marks.DeckMark))
}  # fmt: skip
#: the facts of a card that count for something by having any part, also one that means nothing
STAYS = ("conjunction", "on_play", "while_in_play", "discard_to_use")
#: what every part may say: where its kind does not heed it, it means nothing and is left out
COMMON = {"who": str, "count": int, "what": str, "until": str}
#: as a chance that the opponent is disarmed was declared before: logs and lists that say so are still read
CHANCE_TO_DISARM = "chance_to_disarm"
WITH = frozenset((*get_args(conjunction.Partner), *get_args(Area)))


def _denied(text: str) -> object:
    return text if not text.startswith("a ") else filters.Called(text[2:])


def _partner(text: str) -> object:
    return text if text in WITH else filters.Called(text)


def _cost(text: str) -> object:
    return text if text in ("red", "gold") else filters.word(text)


def _target(text: str) -> object:
    return text if text in ("attack", "player") else filters.read(text)


def _names(text: str) -> object:
    return tuple(filters.card_name(one) for one in text.split(","))


def lasting_of(text: str) -> object:
    """The lasting effect that a card's text gives; where it is malformed, the type says why."""
    if text in lasting_effects.LASTING:
        return {"do": text}
    do, _, what = text.partition(" ")
    kind = lasting_effects.LASTING.get(do)
    return row_of(kind, {"do": do, "what": what}) if kind is not None else {"do": text}


@lru_cache(maxsize=4096)
def lasting(text: str) -> Part:
    """Read a lasting effect as a position writes it."""
    part = _lasting(text)
    return Unheeded(says=text) if part is None or written(part) != text else part


def _lasting(text: str) -> Part | None:
    do, _, what = text.partition(" ")
    if do == "by":  # its name is two words
        do, what = text[:8], text[9:]
    row: JsonObject = {"do": text}
    kind = lasting_effects.ALONE.get(text)
    if kind is None and do in lasting_effects.RULED:
        kind = lasting_effects.RULED[do]
        number = kind is lasting_effects.BlockedArea and what.isascii() and what.isdigit()
        row = {"do": do, "what": int(what) if number else what}
    elif kind is None:
        said = in_current_words({"do": do, "what": what})
        kind = lasting_effects.LASTING.get(do) or continuous.CONTINUOUS.get(said["do"])
        row = row_of(kind, said) if kind is not None else row
    if kind is None:
        return None
    try:
        part: Part = msgspec.convert(row, kind, strict=True)
    except msgspec.ValidationError:
        return None
    return part


e = effects
c = continuous
#: of what a part is about: how its text is read as one value
READ: dict[type[Part], Callable[[str], object]] = {
    **dict.fromkeys((c.Nullify, c.KeepOut, c.Uncounterable, e.Counter), filters.word),
    **dict.fromkeys((requirements.CardTarget, requirements.PlayedThisTurn, e.RemoveCards, e.AnotherSpecial, c.Holds),
                    filters.read),
    **dict.fromkeys((c.Keep, e.MustDiscard, e.Search, e.ExertToKeep), filters.kind),
    **dict.fromkeys((requirements.CardInPlay, requirements.PlotPart), filters.card_name),
    e.Lasts: lasting_of,
    c.Prevent: _denied, c.Cost: _cost, conjunction.With: _partner, e.Choose: _target, own.DiscardParts: _names,
}  # fmt: skip


def _ignored(text: str) -> JsonObject:
    first, _, rest = text.partition(" ")
    if first == "prevent":
        return {"denials": rest or "all"}
    if first == "for":
        return {"to_play": filters.word(rest)}
    return {"cards": filters.word(text)}


def _attacks(text: str) -> JsonObject:
    number, *given = text.split()
    held = tuple(one for one in given if one != "hand")
    plays = {} if number == "all" else {"plays": int(number) if number.isdecimal() else number}
    return {**plays, "from_hand": "hand" in given, "marks": held}


def _for_each(text: str) -> JsonObject:
    name, _, kind = text.partition(":")
    return {"each": filters.card_name(name), **({"what": filters.kind(kind)} if kind else {})}


def _each_turn(text: str) -> JsonObject:
    does, _, each = text.partition(" ")
    return {"does": does, **({"each": filters.word(each)} if each else {})}


def _when_power_block(text: str) -> JsonObject:
    does, _, cards = text.partition(" ")
    return {"does": does, **({"cards": filters.kind(cards)} if cards else {})}


def _exert_to(text: str) -> JsonObject:
    what, _, cards = text.partition(" ")
    if what != "move_under":  # no other use of an Exertion says which cards
        return {"what": text}
    return {"what": what, **({"cards": filters.word(cards)} if cards else {})}


def _follows(text: str) -> JsonObject:
    """The effect of a chance as JSON: a verb, and its number or its object."""
    do, _, rest = text.partition(" ")
    row: JsonObject = {"do": do}
    if rest:
        row |= {"count": int(rest)} if rest.isdecimal() else {"what": rest}
    row = in_current_words(row)
    kind = effects.DONE.get(row["do"])
    return {"then": row if kind is None else row_of(kind, row)}


@lru_cache(maxsize=256)
def following(text: str) -> Part | None:
    """Read the effect of a successful roll as a position writes it; None where there is none."""
    row = _follows(text)["then"]
    kind = effects.DONE.get(row["do"])
    if kind is None or wrong_with(kind, row_of(kind, row)):
        return Unheeded(says=text) if text else None
    part: Part = msgspec.convert(row_of(kind, row), kind, strict=True)
    return part if written(part) == text else Unheeded(says=text)


#: before the kind of card for each of which something happens
EACH = "each "
#: of what a part is about: how its text is read as several facts
SPLIT: dict[type[Part], Callable[[str], JsonObject]] = {
    c.Ignores: _ignored,
    c.EachTurn: _each_turn,
    c.WhenPowerBlock: _when_power_block,
    c.ExertTo: _exert_to,
    e.ExertForAttacks: _attacks,
    e.DiscardForEach: _for_each,
    e.Damage: lambda text: {"each": text[5:]} if text.startswith(EACH) else {"what": text},
    e.MustRoll: lambda text: {"each": filters.word(text[5:])} if text.startswith(EACH) else {},
    e.DamageSeries: lambda text: {"more": int(text) if text.isdecimal() else text},
    e.Chance: _follows,
}


@lru_cache(maxsize=512)
def _fields(kind: type[Part]) -> Mapping[str, Any]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def row_of(kind: type[Part], part: JsonObject) -> JsonObject:
    """A part as JSON in the form of its type."""
    row = dict(part)
    what = row.get("what")
    if isinstance(what, str):
        if kind in SPLIT:
            del row["what"]
            row |= SPLIT[kind](what) if what else {}
        elif what and kind in READ:
            row["what"] = READ[kind](what)
        elif not what and "what" in _fields(kind) and not _fields(kind)["what"].required:
            del row["what"]
    heeded = _fields(kind)
    built: JsonObject = msgspec.to_builtins(
        {name: value for name, value in row.items() if name == "do" or name in heeded or name not in COMMON}
    )
    return built


def read(slot: str, part: Json) -> tuple[list[Json], list[str]]:
    """A part as its type has it, and what in it means nothing. A part of which the verb means nothing is left out, but
    one that is discarded to use can still be discarded; where another word does, the rest is carried out as it always
    was. What cannot be a part at all is given back as it is, for the types to refuse."""
    if not isinstance(part, dict) or not isinstance(part.get("do"), str):
        return [part], []
    if any(name in part and type(part[name]) is not form and not isinstance(part[name], dict | list)
           for name, form in COMMON.items()):  # fmt: skip
        return [part], []
    part = in_current_words(part, slot)
    do = part["do"]
    if do == CHANCE_TO_DISARM and slot in ("on_play", "discard_to_use", "when_over", "on_leave"):
        first = {"until": part["what"]} if part.get("what") else {}
        part = {"do": "chance", "who": "opponent", "count": part.get("count", 0), "what": "disarm", **first}
        do = "chance"
    left = [_unheeded(do, part.get("who"))] if slot in STAYS else []
    kind = SLOTS[slot].get(do)
    if kind is None:
        return left, [do]
    row = row_of(kind, part)
    why = wrong_with(kind, row)
    if not why:
        return [row], []
    if kind is e.Chance and row.get("then", {}).get("do") not in effects.DONE:
        why = row.get("then", row)["do"]
    mended = _mended(slot, kind, row, part)
    return left if wrong_with(kind, mended) else [mended], [why]


def _unheeded(says: Json, who: Json = "you") -> Json:
    reached = who if who in get_args(Who) else "you"
    return {"do": Unheeded.do, "says": says if isinstance(says, str) else "", "who": reached}


def wrong_with(kind: type[Part], row: JsonObject) -> str:
    """Why a part is none of its kind, in words; "" where it is one."""
    try:
        msgspec.convert(row, kind, strict=True)
    except msgspec.ValidationError as error:
        return in_words(str(error), kind, str(row["do"]))
    return ""


#: the fact of a kind of part that may hold what means nothing
UNHEEDED: dict[type[Part], str] = {e.Chance: "then", e.Lasts: "what"}
#: what a word that means nothing always came to, by the kind of part and the fact
INSTEAD: dict[type[Part], JsonObject] = {
    e.AdditionalAttack: {"what": "", "until": ""}, e.AlterRoll: {"what": ""}, e.Chance: {"until": ""},
    e.Damage: {"what": ""}, e.Disarm: {"what": ""}, e.DrawCards: {"what": ""}, e.Lasts: {"until": "next"},
    conjunction.With: {"what": {"called": ""}},
    c.EachTurn: {"each": {"called": ""}}, c.ExertTo: {"cards": {"called": ""}},
    e.Counter: {"what": {"called": ""}}, e.ExertToKeep: {"what": {"called": ""}},
    requirements.CardInPlay: {"what": {"title": ""}},
    requirements.PlotPart: {"what": {"title": ""}},
}  # fmt: skip


def _mended(slot: str, kind: type[Part], row: JsonObject, part: JsonObject) -> JsonObject:
    """A part without the facts that its kind has not, with what stands in for a word that means nothing: for one that
    names no player the opponent while the card is in play, else both."""
    fields = _fields(kind)
    mended = {name: value for name, value in row.items() if name == "do" or name in fields}
    if kind is e.ExertForAttacks and isinstance(mended.get("marks"), list | tuple):
        mended["marks"] = [mark for mark in mended["marks"] if mark in get_args(marks.AttackMark)]
    instead = {"who": "opponent" if slot == "while_in_play" else "all"} | INSTEAD.get(kind, {})
    if kind in UNHEEDED:
        instead[UNHEEDED[kind]] = _unheeded(part.get("what"))
    return mended | {
        name: value for name, value in instead.items() if name in fields and not _fits(fields[name], mended)
    }


def _fits(field: msgspec.structs.FieldInfo, row: JsonObject) -> bool:
    """Whether a fact that a row says, or leaves out, is one of its type."""
    if field.name not in row:
        return not field.required
    try:
        msgspec.convert(row[field.name], field.type, strict=True)
    except msgspec.ValidationError:
        return False
    return True


def taken(card: JsonObject) -> JsonObject:
    """A declaration as the types have it; what means nothing in it stands in ``unheeded``."""
    unheeded: list[str] = []
    slots: JsonObject = {}
    for slot in SLOTS:
        parts = card.get(slot)
        if isinstance(parts, list | tuple):
            read_parts = [read(slot, part) for part in parts]
            slots[slot] = [row for rows, _ in read_parts for row in rows]
            unheeded += [why for _, whys in read_parts for why in whys]
    for slot, known in MARKS.items():
        words = card.get(slot)
        if isinstance(words, list | tuple) and all(isinstance(word, str) for word in words):
            slots[slot] = [word for word in words if word in known]
            unheeded += [word for word in words if word not in known]
    return card | slots | ({"unheeded": unheeded} if unheeded else {})


# -- and back --------------------
def text_of(value: object) -> str:
    """The object of a part (its ``what``), as a list or a log writes it."""
    if isinstance(value, Part):
        row = in_deprecated_words(said(value))
        return " ".join(str(row[name]) for name in ("do", "what", "count") if row.get(name))
    if isinstance(value, tuple):
        return ",".join(text_of(one) for one in value)
    return value if isinstance(value, str) else str(getattr(value, "text", value))


@lru_cache(maxsize=4096)
def written(part: Part | None) -> str:
    """Write a lasting effect, or the effect of a roll, as a position does."""
    return "" if part is None else text_of(part)


def _joined(first: str, more: object) -> str:
    """A word followed by its object, where it has one."""
    return first if more in (None, "card") else f"{first} {text_of(more)}"


def _what_ignores(part: continuous.Ignores) -> str:
    if part.denials is not None:
        return "prevent" if part.denials == "all" else f"prevent {part.denials}"
    if part.to_play is not None:
        return f"for {filters.text_of(part.to_play)}"
    return filters.text_of(part.cards) if part.cards is not None else ""


def _what_exerts(part: effects.ExertForAttacks) -> str:
    number = "all" if part.plays is None else str(part.plays)
    return " ".join((number, *(("hand",) if part.from_hand else ()), *part.marks))


def _for_each_of(part: effects.DiscardForEach) -> str:
    return part.each.text + ("" if part.what == "card" else f":{text_of(part.what)}")


def _plainly(part: Part) -> str:
    return "" if part.what in (None, "card") else text_of(part.what)


#: of several facts: how they are written as one text, which ``SPLIT`` reads
JOINED: dict[type[Part], Callable[[Any], str]] = {
    c.Ignores: _what_ignores,
    c.EachTurn: lambda part: _joined(part.does, part.each),
    c.WhenPowerBlock: lambda part: _joined(part.does, part.cards),
    c.ExertTo: lambda part: _joined(part.what, part.cards),
    e.ExertForAttacks: _what_exerts,
    e.DiscardForEach: _for_each_of,
    e.Damage: lambda part: f"{EACH}{part.each}" if part.each else part.what,
    e.MustRoll: lambda part: "" if part.each is None else f"{EACH}{text_of(part.each)}",
    e.DamageSeries: lambda part: str(part.more or ""),
    e.Chance: lambda part: text_of(part.then),
    e.MustDiscard: _plainly,
    e.Search: _plainly,
    e.ExertToKeep: _plainly,
}


def what_of(part: Part) -> str:
    """The object of a part (its ``what``), as a list or a log writes it; "" where it has none."""
    if isinstance(part, continuous.Prevent) and isinstance(part.what, filters.Called):
        return f"a {part.what.called}"
    joined = JOINED.get(type(part))
    if joined is not None:
        return joined(part)
    return "" if part.what is None else text_of(part.what)


def said(part: Part) -> JsonObject:
    """A part as a list or a log writes it: what it says and no default."""
    if isinstance(part, Unheeded):
        return {"do": part.says}
    what = what_of(part)
    facts = {
        name: getattr(part, name) for name in ("who", "count", "until") if name in part.__struct_fields__
    }
    row: JsonObject = {"do": part.do}
    row |= {
        name: value
        for name, value in facts.items()
        if value not in ("", 0) and (name, value) != ("who", "you")
    }
    return row | ({"what": what} if what else {})
