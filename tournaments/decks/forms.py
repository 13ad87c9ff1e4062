"""The form of a deck list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.decks.changes import MAX_BYTES


class DeckForm(forms.Form):
    """A list as text or as a file."""

    text = forms.CharField(
        label=_("Cards"),
        help_text=_(
            "A card on each line, as “2 Title”. A section begins with its name in [brackets]. A table whose first line "
            "names its columns (count, card, section) and JSON work too."
        ),
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        max_length=MAX_BYTES,
        required=False,
    )
    file = forms.FileField(
        label=_("Or a file"),
        help_text=_("Text, CSV or JSON; it is used instead of what is written above."),
        required=False,
    )

    def clean_file(self) -> str:
        """The text of the uploaded file."""
        file = self.cleaned_data.get("file")
        if file is None:
            return ""
        if file.size > MAX_BYTES:
            raise forms.ValidationError(_("The deck list is too long."))
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise forms.ValidationError(_("This file is not text.")) from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned.get("file") and not cleaned.get("text", "").strip():
            self.add_error("text", _("Write a card on each line, or choose a file."))
        return cleaned

    @property
    def sent(self) -> str:
        """The list as sent."""
        return str(self.cleaned_data["file"] or self.cleaned_data["text"])
