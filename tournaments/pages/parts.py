"""Parts of pages that most readers do not see: drawn by a template only where there is something to show."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.template import Library
from django.template.context import Context

Values = Callable[..., dict[str, Any]]
V = TypeVar("V", bound=Values)


def part_where_shown(register: Library, template: str) -> Callable[[V], V]:
    """Registers `values(context, …)` as a tag, as `register.inclusion_tag(template, takes_context=True)` does. Where it
    gives nothing, nothing is drawn, and the template is not opened for that."""

    def wrap(values: V) -> V:
        @wraps(values)
        def tag(context: Context, *args: Any, **named: Any) -> str:
            shown = values(context, *args, **named)
            if not shown:
                return ""
            assert context.template is not None
            drawn = context.template.engine.get_template(template)
            return drawn.render(context.new({"csrf_token": context.get("csrf_token")} | shown))

        register.simple_tag(tag, takes_context=True)
        return values

    return wrap
