"""The question to the players where two logs part, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.alignment.texts import joined, say
from rules.kernel.cards import CardSpec, plain_name
from rules.kernel.entries import BadEntry, Entry
from rules.kernel.play import Line

#: characters of one argument that are quoted
MAX_SAID = 120


def about_headers(differ: Sequence[str]) -> str:
    """Which of the facts is right in which two headers differ?"""
    return say("which_header", what=joined(differ, ", "))


def about_entries(first: int, second: int, one: Line | None, other: Line | None) -> str:
    """Which of two entries is right, or did that happen which only one log has? Numbers as the files count."""
    if one is not None and other is not None:
        return say("which_entry", first=first, second=second, one=entry_words(one), other=entry_words(other))
    if one is not None:
        return say("did_it_happen", first=first, second=second, one=entry_words(one))
    assert other is not None
    return say("did_it_happen_second", first=first, second=second, other=entry_words(other))


def entry_words(entry: Line) -> str:
    """Who did what, with the arguments as the log writes them."""
    by, do = entry.by[:40], entry.do[:40].replace("_", " ")
    arguments = _arguments(entry)
    if not arguments:
        return say("entry_in_words", by=by, do=do)
    return say("entry_with_arguments", by=by, do=do, arguments=arguments[:MAX_SAID])


def _arguments(entry: Line) -> str:
    if isinstance(entry, BadEntry):
        return ""
    said = []
    for field in msgspec.structs.fields(type(entry)):
        value = getattr(entry, field.name)
        if field.name in Entry.__struct_fields__ or value == field.default or value is None:
            continue
        said.append(f"{field.encode_name} {_value(value)}")
    return ", ".join(said)


def _value(value: object) -> str:
    if isinstance(value, CardSpec):
        return plain_name(value)
    if isinstance(value, tuple):
        return " + ".join(map(_value, value))
    if isinstance(value, str):
        return value
    if isinstance(value, msgspec.Struct):
        parts = (getattr(value, name) for name in value.__struct_fields__)
        return " ".join(_value(part) for part in parts if part not in (None, False, ""))
    return msgspec.json.encode(value).decode()
