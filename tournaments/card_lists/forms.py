"""The form of a card list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.card_lists.reading import MAX_BYTES


class CardListForm(forms.Form):
    """A list as a file or as text; while the event runs, why."""

    file = forms.FileField(label=_("File"), help_text=_("CSV or JSON, as UTF-8."), required=False)
    text = forms.CharField(
        label=_("Or paste it here"),
        help_text=_("Cells copied out of a spreadsheet work too; the first line names the columns."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "wrap": "off", "class": "code"}),
        max_length=MAX_BYTES,
        strip=False,
        required=False,
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("The event runs: everybody sees the change and why."),
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"form": "give-form"}),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput(), required=False)
    looked = forms.CharField(widget=forms.HiddenInput(), max_length=64, required=False)

    def __init__(self, *args: Any, running: bool, using: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = using
        if not running:
            del self.fields["reason"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        if file is not None and file.size > MAX_BYTES:
            self.add_error("file", _("A list may be at most 2 MB."))
        elif not self.errors and file is None and not cleaned.get("text", "").strip():
            self.add_error("text", _("Choose a file, or paste the list."))
        return cleaned

    def sent(self) -> bytes:
        """The list as it was sent; a file goes before what is pasted."""
        file = self.cleaned_data.get("file")
        data: bytes = file.read() if file is not None else str(self.cleaned_data["text"]).encode()
        return data
