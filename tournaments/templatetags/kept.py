"""`{% kept with state=match.state filled table=match.table name=player.name %} … {% endkept %}`: a part of a page,
drawn once for all who get the same.

Inside there is nothing but what the tag names, and the language: no request, no reader, no word against forgery. So
what is kept can hold nothing of anybody that is not named, and is found again by exactly what it was drawn from.

What stands after `filled` is put in each time: a thousand rows of one shape are drawn once. Inside, such a value may be
shown, given to `url` and be part of a translated text, but neither compared nor changed by a filter: another number or
text stands in for it while the part is drawn. Only whether there is one (`{% if name %}`) is known.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import Any

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.template.loader_tags import BlockNode
from django.utils.functional import LazyObject, Promise
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from tournaments.memory import Memory
from tournaments.pages.quick_html import escaped

register = template.Library()

#: Parts in memory, and their characters together.
MAX_PARTS, CHARACTERS = 2_000, 8_000_000
#: What a part may be drawn from: values that are equal only when they look alike; and what may be filled in.
PLAIN = (str, SafeString, int, bool, type(None), datetime)
FILLED = (str, SafeString, int, type(None))

#: Digits that nobody can guess and no page shows, before the number of the value that they stand in for.
_DIGITS = str(secrets.randbelow(9 * 10**12) + 10**12)
_STANDS_IN = re.compile(_DIGITS + r"(\d\d)")

#: Texts, and between two of them the number of the value that stands there.
Drawn = list[str | int]


def size_of(drawn: Drawn) -> int:
    """Its characters."""
    return sum(len(part) for part in drawn if isinstance(part, str))


_parts: Memory[Drawn] = Memory(MAX_PARTS, CHARACTERS, size_of)


def plainly(value: Any) -> Any:
    """A choice of a model's field as its text; a text that is made when it is shown as what it is now."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Promise) or (isinstance(value, LazyObject) and isinstance(value, str)):
        return str(value)
    return value


class Kept(Node):
    """One such part."""

    def __init__(
        self, nodes: NodeList, given: Mapping[str, FilterExpression], filled: Mapping[str, FilterExpression]
    ) -> None:
        self.nodelist = nodes
        self.given = given
        self.filled = filled

    def render(self, context: Context) -> SafeString:
        """The part for these values, rendered or found in the cache."""
        values = _resolved(self.given, context, PLAIN)
        filled = list(_resolved(self.filled, context, FILLED).values())
        # An empty value stands for itself, so that the part can tell that it is empty.
        named = tuple((type(value), value) for value in values.values())
        shape = tuple((type(value), None if value else value) for value in filled)
        key = (self, get_language(), get_current_timezone_name(), named, shape)
        drawn = _parts.get(key, lambda: self._drawn(context, values, filled))
        if len(drawn) == 1:
            return SafeString(drawn[0])
        return SafeString(
            "".join([part if isinstance(part, str) else escaped(filled[part]) for part in drawn])
        )

    def _drawn(self, context: Context, values: dict[str, Any], filled: list[Any]) -> Drawn:
        for number, (name, value) in enumerate(zip(self.filled, filled, strict=True)):
            digits = f"{_DIGITS}{number:02}"
            values[name] = (int(digits) if isinstance(value, int) else digits) if value else value
        inside = context.new(values)
        vars(inside).pop("request", None)  # a copy of a context has it beside its values
        parts = _STANDS_IN.split(self.nodelist.render(inside))
        return [int(part) if number % 2 else part for number, part in enumerate(parts)]


def _resolved(
    expressions: Mapping[str, FilterExpression], context: Context, kinds: tuple[type, ...]
) -> dict[str, Any]:
    values = {}
    for name, expression in expressions.items():
        value = expression.resolve(context)
        if type(value) not in kinds:
            value = plainly(value)
            if type(value) not in kinds:
                raise TypeError(f"{name} of a kept part is no plain value: {value!r}")
        values[name] = value
    return values


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """Reads the tag."""
    bits = token.split_contents()[1:]
    values: dict[str, Mapping[str, FilterExpression]] = {"with": {}, "filled": {}}
    while bits:
        word = bits.pop(0)
        if word not in values or values[word]:
            raise template.TemplateSyntaxError(
                f"kept takes with name=value … filled name=value …, not {word}"
            )
        values[word] = token_kwargs(bits, parser)
        if not values[word]:
            raise template.TemplateSyntaxError(f"Nothing is named after {word}.")
    nodes = parser.parse(("endkept",))
    parser.delete_first_token()
    if nodes.get_nodes_by_type(BlockNode):
        raise template.TemplateSyntaxError("A block is another on every page: it cannot be kept.")
    return Kept(nodes, values["with"], values["filled"])
