"""Standings as JSON can hold them: what is kept, and what is sent."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec


def plain(value: object) -> object:
    """Exact fractions as whole or decimal numbers, and all else as JSON can hold it."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=_hook))


def figure_of(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else round(float(value), 9)


def _hook(value: object) -> object:
    if isinstance(value, Fraction):
        return figure_of(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(type(value).__name__)
