"""Shared by all forms: refusals shown beside their field, and forms that were open for a while."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.pages.translation import in_words, translated

SELECTED = mark_safe(" selected")


class LongSelect(forms.Select):
    """A choice among thousands: Django draws each one by a template of its own."""

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """As Django's own, for plain choices."""
        chosen = set(self.format_value(value))
        options = (
            (number, SELECTED if str(number) in chosen else "", title) for number, title in self.choices
        )
        return format_html(
            "<select{}>{}</select>",
            flatatt({"name": name} | self.build_attrs(self.attrs, attrs)),
            format_html_join("", '<option value="{}"{}>{}</option>', options),
        )


def show_refusal(form: forms.BaseForm, error: DomainError) -> None:
    """Puts a refusal into the form: each field's own text beside it, else the message above all."""
    fields = error.details.get("fields")
    placed = False
    if isinstance(fields, Mapping):
        for name, text in fields.items():
            if name in form.fields:
                form.add_error(name, translated(text))
                placed = True
    if not placed:
        form.add_error(None, in_words(error))


class MergingForm(forms.BaseForm):
    """A form about something that others may change while it is open.

    It sends along what it showed (`shown_fields`). What nobody touched stays as it is by now; what was touched here
    and changed elsewhere is refused once, with what it is now. Without what it showed, all of it counts as touched.
    """

    _overtaken: frozenset[str] = frozenset()

    def clean(self) -> dict[str, Any]:
        """Puts the present values in the place of those that were only shown."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data  # type: ignore[misc]
        overtaken = set()
        for bound in self:
            name, shown = bound.name, self.data.get(bound.html_initial_name)
            if shown is None or name not in cleaned or bound.field.disabled:
                continue
            if not bound.field.has_changed(_known(bound, shown), bound.data):
                cleaned[name] = self.initial.get(name, bound.field.initial)
            elif _text(bound) != "\n".join(shown.splitlines()) and bound.field.has_changed(
                bound.initial, bound.data
            ):
                overtaken.add(name)
        for name in overtaken:
            now = {"now": self._in_words(name)}
            self.add_error(
                name,
                _("Somebody changed this meanwhile: it is now “%(now)s”. Save again to replace it.") % now,
            )
        self._overtaken = frozenset(overtaken)
        return cleaned

    def _in_words(self, name: str) -> str:
        value = _text(self[name])
        choices = {str(key): label for key, label in getattr(self.fields[name], "choices", ())}
        return str(choices.get(value, value or "–"))

    def shown_fields(self) -> SafeString:
        """Hidden fields that say what the form showed when it was opened."""
        return format_html_join(
            "", "{}", ((self._shown_field(bound),) for bound in self if not bound.field.disabled)
        )

    def _shown_field(self, bound: forms.BoundField) -> SafeString:
        sent = self.data.get(bound.html_initial_name)
        if sent is None or bound.name in self._overtaken:
            sent = _text(bound)
        return format_html('<input type="hidden" name="{}" value="{}">', bound.html_initial_name, sent)


def _text(bound: forms.BoundField) -> str:
    """The field's present value as it is sent along."""
    value = bound.field.prepare_value(bound.initial)
    return "" if value is None else "\n".join(str(value).splitlines())


def _known(bound: forms.BoundField, shown: str) -> Any:
    """The value that the form showed; the text as it was sent where it is none."""
    try:
        return bound.field.to_python(shown)
    except forms.ValidationError:
        return shown
