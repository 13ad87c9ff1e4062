"""From what a log writes to the texts of a form; ``read`` turns them back into the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.entering.cards_text import EMPTY, line_of, lines_of
from referee.entering.read import HERE, KIND, NOTHING, UNKNOWN
from referee.entering.spec import Spec


def texts_of(spec: Spec, value: Any, path: str) -> dict[str, str]:
    """The texts by field name that say ``value``."""
    texts: dict[str, str] = {}
    _write(spec, value, path, texts)
    return {name: text for name, text in texts.items() if text != ""}


def _write(spec: Spec, value: Any, path: str, texts: dict[str, str]) -> None:
    if value == {"unknown": True} and spec.kind not in ("cards", "card"):
        texts[path] = UNKNOWN
    elif spec.kind == "struct":
        _struct(spec, value, path, texts)
    elif spec.kind == "one_of":
        if isinstance(value, Mapping):
            texts[f"{path}.{KIND}"] = kind = str(value.get(spec.tag_field, next(iter(spec.kinds))))
            if kind in spec.kinds:
                _struct(spec.kinds[kind], value, path, texts)
    elif spec.kind in ("list", "map"):
        assert spec.item is not None
        items = value.items() if isinstance(value, Mapping) else enumerate(value or ())
        for key, item in items:
            _write(spec.item, item, f"{path}.{key}", texts)
        if not value and spec.default:
            texts[f"{path}.{HERE}"] = "1"
    else:
        texts[path] = _text(spec, value)


def _struct(spec: Spec, value: Any, path: str, texts: dict[str, str]) -> None:
    if not isinstance(value, Mapping):
        return
    before = len(texts)
    for field in spec.fields:
        if field.name in value:
            _write(field, value[field.name], f"{path}.{field.name}", texts)
    if not any(texts[name] for name in list(texts)[before:]):
        texts[f"{path}.{HERE}"] = "1"


def _cards_text(spec: Spec, value: Any) -> str:
    if value == {"unknown": True}:
        return "…"
    return lines_of(value) or (EMPTY if spec.default not in ((), []) else "")


def _text(spec: Spec, value: Any) -> str:
    if spec.kind == "cards":
        return _cards_text(spec, value)
    if value is None:
        return "" if spec.default is None else NOTHING
    if spec.kind == "card":
        return line_of(value)
    if spec.kind == "flag":
        return "yes" if value else "no"
    if spec.kind in ("words", "labels", "numbers"):
        return ", ".join(map(str, value)) or (EMPTY if spec.default else "")
    if spec.kind == "pairs":
        return ", ".join(f"{name}: {word}" for name, word in value.items())
    if spec.kind == "raw" and not isinstance(value, str):
        return msgspec.json.encode(value).decode()
    if value == "" and spec.default != "":
        return '""'
    return str(value)
