"""The forms by which somebody leaves."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class EntryForm(forms.Form):
    """Saying that it is meant."""

    confirm = forms.BooleanField(
        label=_("I have read what is deleted and what is kept. It cannot be undone."),
        error_messages={"required": _("Tick this to go on.")},
    )


class AccountForm(EntryForm):
    """The same, with the password or a code."""

    field_order = ("password", "code", "confirm")
    password = forms.CharField(
        label=_("Your password"),
        max_length=128,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    code = forms.CharField(
        label=_("Code of the second step"),
        max_length=40,
        help_text=_("From your app, or a recovery code."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
    )

    def __init__(self, by_code: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password" if by_code else "code"]
