"""A game's verbs as a phone gets them: who enters them, their arguments, and which of those others do not see."""

from __future__ import annotations

import types
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from referee.judging.words import general_words
from rules.kernel.cards import CardRef
from rules.kernel.entering import SEAT
from rules.kernel.entries import JUDGE, TABLE, Entry
from rules.kernel.game import Game

_APART = frozenset(Entry.__struct_fields__)


def seen_by_for(game: Game, entry: Entry, position: Any) -> tuple[str, ...] | None:
    """The seats that see the secrets of an entry by this seat; None if everybody does."""
    return None if entry.by in (TABLE, JUDGE) else game.seen_by(entry, position)


@lru_cache(maxsize=16)
def described(game: Game) -> dict[str, Any]:
    """Every verb with its arguments, for the phones; `schema` is the JSON Schema of the entries."""
    verbs = offered_verbs(game)
    references, components = msgspec.json.schema_components(verbs, ref_template="#/$defs/{name}")
    schema = {"anyOf": list(references), "$defs": components}
    return {"verbs": [_described(verb) for verb in verbs], "schema": schema}


@lru_cache(maxsize=16)
def offered_verbs(game: Game) -> tuple[type[Entry], ...]:
    """The verbs that may be offered, in the game's order."""
    return tuple(verb for verb in game.all_verbs if verb.entered.offered)


def kind_of(by: str) -> str:
    """The kind of who makes an entry, as verbs declare who enters them."""
    return by if by in (TABLE, JUDGE) else SEAT


def tag_of(verb: type[Entry]) -> str:
    return str(verb.__struct_config__.tag)


def _described(verb: type[Entry]) -> dict[str, Any]:
    hints = get_type_hints(verb, include_extras=True)
    fields = [field for field in msgspec.structs.fields(verb) if field.name not in _APART]
    return {
        "do": tag_of(verb),
        "by": list(verb.entered.by),
        "words": general_words({"do": tag_of(verb)}),
        "secret": [field.encode_name for field in fields if verb.closed and field.name in verb.secret],
        "when_secret": verb.closed if isinstance(verb.closed, str) else None,
        "arguments": [
            {
                "name": field.encode_name,
                **argument_kind(hints[field.name], field.name),
                "required": field.required,
                "default": None if field.required else _plain_default(field),
            }
            for field in fields
        ],
    }


def _plain_default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default)
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default_factory())
    return None


def argument_kind(hint: Any, name: str) -> dict[str, Any]:
    """The kind of an argument as a phone shows it, with its bounds or choices."""
    bare, *meta = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if CardRef in (hint, bare):
        return {"kind": "card"}
    if get_origin(bare) in (Union, types.UnionType):
        return _kind_of_one_of(get_args(bare), name)
    if get_origin(bare) is Literal:
        return {"kind": "choice", "of": list(get_args(bare))}
    if get_origin(bare) is tuple:
        return _kind_of_many(get_args(bare)[0], name)
    if bare is bool:
        return {"kind": "flag"}
    if bare is int:
        return {"kind": "number", "low": _bound(meta, "ge"), "high": _bound(meta, "le")}
    if bare is str:
        return {"kind": "seat" if name in ("seat", "of", "target", "taker") else "text"}
    return {"kind": "json"}


def _bound(meta: Sequence[Any], name: str) -> int | None:
    """The bound of that name among an argument's annotations."""
    bounds: list[int] = [bound for each in meta if (bound := getattr(each, name, None)) is not None]
    return bounds[0] if bounds else None


def _kind_of_one_of(hints: Sequence[Any], name: str) -> dict[str, Any]:
    """Of an argument that may be left out, or be of several types."""
    inner = [part for part in hints if part is not type(None)]
    if len(inner) == 1:
        return argument_kind(inner[0], name)
    return {"kind": "card"} if set(get_args(CardRef)) <= set(inner) else {"kind": "json"}


def _kind_of_many(one: Any, name: str) -> dict[str, Any]:
    kind = argument_kind(one, name)["kind"]
    if kind == "card":
        return {"kind": "cards"}
    if name == "plays":
        return {"kind": "plays"}
    return {"kind": "texts"} if kind in ("text", "seat") else {"kind": "json"}
