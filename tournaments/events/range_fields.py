"""The field of an event's form for tables with a name: a line for each range."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _

LINE = re.compile(r"(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s*(\*?)\s+(\S.*)")


class TableRangesField(forms.CharField):
    """Ranges of tables, written as "1-2 Stream"; an asterisk keeps a range free."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Table ranges"),
            help_text=_(
                "One a line: 1-2 Stream. Players are put into a range on their page, a match on the offer. With an"
                " asterisk, as in 1-2* Stream, nobody else is seated there."
            ),
            widget=forms.Textarea(attrs={"rows": 3}),
            max_length=2000,
            required=False,
        )

    def prepare_value(self, value: Any) -> Any:
        """The ranges as text."""
        if not isinstance(value, list):
            return value
        return "\n".join(map(in_words, value))

    def to_python(self, value: Any) -> Any:
        """The ranges of the lines. Raises ValidationError for one that is none."""
        if isinstance(value, list):
            return value
        ranges = []
        for line in str(super().to_python(value) or "").splitlines():
            if not line.strip():
                continue
            parts = LINE.fullmatch(line.strip())
            if parts is None:
                raise forms.ValidationError(
                    _("Write a range as 1-2 Stream: “%(line)s”.") % {"line": line[:40]}
                )
            first, last, star, name = parts.groups()
            kept = {"kept_free": True} if star else {}
            ranges.append({"name": name, "first": int(first), "last": int(last or first), **kept})
        return ranges

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether it says something else."""
        return bool(self.prepare_value(initial or []) != self.prepare_value(data or ""))


def in_words(one: dict[str, Any]) -> str:
    """A range as a line of the form."""
    tables = f"{one['first']}-{one['last']}" if one["last"] > one["first"] else str(one["first"])
    return f"{tables}{'*' if one.get('kept_free') else ''} {one['name']}"
