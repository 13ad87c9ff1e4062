"""`{% load boards %}`: a part of a board, drawn once for all who see it alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

#: Parts kept drawn, of about four thousand letters each: two hundred tables' sides, for their players and who watches.
MAX_PARTS = 2000


class Shown:
    """The content of a part; equal if every fact in it is equal."""

    __slots__ = ("facts", "values")

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values
        self.facts = msgspec.msgpack.encode(values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown) and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(self.facts)


@register.simple_tag
def drawn(name: str, **shown: Any) -> SafeString:
    """`{% drawn "referee/boards/….html" side=side %}`: the template with these values and nothing else of the page.

    An entry changes one side of a table, seldom both, and a side looks the same to everybody but who holds its hand:
    what was drawn for the same values in the same language is taken again.
    """
    return _drawn(name, get_language(), Shown(shown))


@lru_cache(MAX_PARTS)
def _drawn(name: str, _language: str | None, shown: Shown) -> SafeString:
    return render_to_string(name, dict(shown.values))
