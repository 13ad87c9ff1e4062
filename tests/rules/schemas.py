"""Schemas as they are compared: the same on every Python."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.aliases import add_to_schema
from rules.kernel.entries import Entry


def components_of(types: Sequence[type]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """References and definitions for types; of verbs also the older names of arguments that are still read."""
    references, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    for kind in types:
        if issubclass(kind, Entry) and kind.aliases:
            add_to_schema(kind.aliases, components[kind.__name__])
    return references, components


def schema_of(text: str) -> Any:
    """A schema with the lines of its descriptions joined: from Python 3.13 on docstrings come without indentation."""
    return _joined(json.loads(text))


def _joined(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _joined(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_joined(inner) for inner in value]
    return " ".join(value.split()) if isinstance(value, str) else value
