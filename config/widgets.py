"""The fields of forms, written without a template. A page with a form has dozens of fields, and a template for each of
them, one for its attributes and one for each of its options cost more than the page around them. What is written is
what Django's own templates write (`tests/ground/test_widgets.py` compares them); any other widget is left to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.formats import localize
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeData, SafeString

FOLDER = "django/forms/widgets/"
#: Inputs of one line, and what is ticked.
INPUTS = [
    "checkbox",
    "color",
    "date",
    "datetime",
    "email",
    "file",
    "hidden",
    "input",
    "number",
    "password",
    "search",
    "tel",
    "text",
    "time",
    "url",
]
OPTION = FOLDER + "select_option.html"


class WidgetRenderer(DjangoTemplates):
    """Django's own renderer of forms, quicker for the widgets that most forms consist of."""

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        """The widget, form or field as HTML, as Django's templates write it."""
        write = WRITTEN.get(template_name)
        text = None if write is None else write(context["widget"])
        return super().render(template_name, context, request) if text is None else text


def written_input(widget: Mapping[str, Any]) -> SafeString:
    """An ``<input>``."""
    value = widget["value"]
    said = "" if value is None else f' value="{_text(value)}"'
    return SafeString(
        f'<input type="{_shown(widget["type"])}" name="{_shown(widget["name"])}"{said}{_attributes(widget)}>'
    )


def written_select(widget: Mapping[str, Any]) -> SafeString | None:
    """A ``<select>`` with its options; None where an option has a template of its own."""
    parts = [f'<select name="{_shown(widget["name"])}"{_attributes(widget)}>']
    for group, options, _index in widget["optgroups"]:
        if group:
            parts.append(f'\n  <optgroup label="{_shown(group)}">')
        for option in options:
            if option["template_name"] != OPTION:
                return None
            label = _shown(option["label"])
            parts.append(
                f'\n  <option value="{_text(option["value"])}"{_attributes(option)}>{label}</option>\n'
            )
        if group:
            parts.append("\n  </optgroup>")
    parts.append("\n</select>")
    return SafeString("".join(parts))


def written_textarea(widget: Mapping[str, Any]) -> SafeString:
    """A ``<textarea>``."""
    value = widget["value"]
    inside = _shown(value) if value else ""
    return SafeString(f'<textarea name="{_shown(widget["name"])}"{_attributes(widget)}>\n{inside}</textarea>')


def _attributes(widget: Mapping[str, Any]) -> str:
    return "".join(
        f" {_shown(name)}" if value is True else f' {_shown(name)}="{_text(value)}"'
        for name, value in widget["attrs"].items()
        if value is not False
    )


def _text(value: object) -> str:
    """A value as it is, never by the habits of a country."""
    return value if isinstance(value, SafeData) else escape(str(value))  # type: ignore[return-value]


def _shown(value: object) -> str:
    """A value as a reader is shown it."""
    return conditional_escape(value if isinstance(value, str) else localize(value))  # type: ignore[arg-type]


Written = Callable[[Mapping[str, Any]], SafeString | None]
WRITTEN: dict[str, Written] = {
    **{f"{FOLDER}{name}.html": written_input for name in INPUTS},
    FOLDER + "select.html": written_select,
    FOLDER + "textarea.html": written_textarea,
}
