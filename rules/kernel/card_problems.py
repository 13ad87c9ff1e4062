"""The message for a decoder's error about a card, an entry or a header, in the words of whoever wrote it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from rules.kernel.texts import joined, say

_PLACE = re.compile(r"^(?P<said>.*?)(?: - at `\$\.?(?P<place>.*)`)?$", re.DOTALL)
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"Expected `\w+` <= (-?\d+)"), "number_at_most"),
    (re.compile(r"Expected `\w+` >= (-?\d+)"), "number_at_least"),
    (re.compile(r"Expected `str` of length <= (\d+)"), "characters_at_most"),
    (re.compile(r"Expected `array` of length <= (\d+)"), "parts_at_most"),
)
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.+)`", re.DOTALL)
_LACKING = re.compile(r"Missing required argument '(.+)'")
_TYPES = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
_VALUE = re.compile(r"Invalid (?:enum )?value '?(.*?)'?$", re.DOTALL)
_WORDS = {
    "int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false", "array": "a list",
    "object": "an object", "null": "empty",
}  # fmt: skip
MAX_VALUES = 20
QUOTED = 40


class Unknown(NamedTuple):
    """The message for a word that belongs nowhere: the id of a message with the word as ``name``, and the words that
    are ``known`` where it lists them."""

    message: str = "card_fact_unknown"
    known: str = ""

    def of(self, name: str) -> str:
        return say(self.message, name=name, known=self.known)


#: of a card
NO_FACT = Unknown()


def in_words(message: str, kind: object, whole: str = say("the_card"), unknown: Unknown = NO_FACT) -> str:
    """A decoder's message about something of this kind, in plain words. ``whole``: what it is called where no place in
    it is at fault; ``unknown``: what is said of a word that does not belong there."""
    match = _PLACE.match(message)
    said, at = (match["said"], match["place"] or "") if match else (message, "")
    place = at or whole
    stranger = _UNKNOWN.fullmatch(said)
    if stranger:
        name = stranger[1][:QUOTED]
        return unknown.of(name) if not at or whole == say("the_card") else _unknown_in(kind, at, name)
    absent = _MISSING.fullmatch(said)
    if absent:
        return say("field_missing", name=absent[1])
    for form, id in _FORMS:
        fits = form.fullmatch(said)
        if fits:
            return say(id, place=place, limit=fits[1][:QUOTED])
    types = _TYPES.fullmatch(said)
    if types:
        wanted = joined((_WORDS.get(word, word) for word in types[1].split(" | ")), " or ")
        return say("value_of_another_kind", place=place, wanted=wanted, what=_WORDS.get(types[2], types[2]))
    value = _VALUE.fullmatch(said)
    return _other_value(kind, at, place, value[1][:QUOTED]) if value else message


def _other_value(kind: object, at: str, place: str, value: str) -> str:
    allowed = _values_at(kind, at)
    if 0 < len(allowed) <= MAX_VALUES:
        return say("value_not_allowed", place=place, allowed=", ".join(allowed), value=value)
    return say("has_another_value", place=place, value=value)


def _unknown_in(kind: object, place: str, name: str) -> str:
    known = _names_at(kind, place)
    if 0 < len(known) <= MAX_VALUES:
        return say("field_unknown_among", place=place, name=name, known=", ".join(known))
    return say("field_unknown", place=place, name=name)


def lacking(error: TypeError) -> str:
    """The message that names what is missing where a struct cannot be made of the facts given."""
    match = _LACKING.fullmatch(str(error))
    return say("field_missing", name=match[1]) if match else str(error)


@lru_cache(maxsize=256)
def _values_at(kind: object, place: str) -> tuple[str, ...]:
    """The words that may stand at a place as ``effect[0].do``; none where the types do not list them."""
    at: Any = msgspec.inspect.type_info(kind)
    if not place:
        at = next((part for part in getattr(at, "types", ()) if hasattr(part, "values")), at)
    return tuple(str(value) for value in getattr(_walked(at, place), "values", ()))


@lru_cache(maxsize=256)
def _names_at(kind: object, place: str) -> tuple[str, ...]:
    """The fields that the object at a place as ``changes[0]`` may hold; none where objects of several kinds may stand
    there."""
    at = _walked(msgspec.inspect.type_info(kind), place)
    objects = [part for part in getattr(at, "types", (at,)) if hasattr(part, "fields")]
    return tuple(field.encode_name for field in objects[0].fields) if len(objects) == 1 else ()


def _walked(at: msgspec.inspect.Type, place: str) -> msgspec.inspect.Type:
    for step in re.findall(r"[^.\[\]]+|\[[^\]]*\]", place):
        at = _inside(at, step)
    return at


def _inside(at: Any, step: str) -> Any:
    if step.startswith("["):
        return next((part.item_type for part in _with(at, "item_type")), None)
    kinds = _with(at, "fields")
    tags = tuple(one.tag for one in kinds if one.tag is not None and one.tag_field == step)
    if tags:  # which of several kinds it is
        return msgspec.inspect.LiteralType(tuple(sorted(tags, key=str)))
    inner = next((field.type for one in kinds for field in one.fields if field.encode_name == step), None)
    listed = _with(inner, "values") if hasattr(inner, "types") else []
    return listed[0] if listed else inner


def _with(at: Any, attribute: str) -> list[Any]:
    """A type, or the types of a union, that have this."""
    return [part for part in getattr(at, "types", (at,)) if hasattr(part, attribute)]
