"""Schemas as they are compared: the same on every Python."""

from __future__ import annotations

import json
from typing import Any


def schema_of(text: str) -> Any:
    """A schema with the lines of its descriptions joined: from Python 3.13 on docstrings come without indentation."""
    return _joined(json.loads(text))


def _joined(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _joined(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_joined(inner) for inner in value]
    return " ".join(value.split()) if isinstance(value, str) else value
