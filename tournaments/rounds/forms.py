"""Forms about rounds."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.entrants.models import Entrant


class SwapForm(forms.Form):
    """Two entrants of an offered round change places."""

    first = forms.ModelChoiceField(label=_("This player"), queryset=Entrant.objects.none())
    second = forms.ModelChoiceField(label=_("changes places with"), queryset=Entrant.objects.none())
    reason = forms.CharField(
        label=_("Reason"), help_text=_("Kept with the pairing, beside what was computed."), max_length=500
    )

    def __init__(self, *args: Any, entrants: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = Entrant.objects.filter(pk__in=entrants).order_by("name", "pk")
        for name in ("first", "second"):
            self.fields[name].queryset = choices  # type: ignore[attr-defined]
            self.fields[name].widget.choices = self.fields[name].choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if found.get("first") and found.get("first") == found.get("second"):
            self.add_error("second", _("Choose two different players."))
        return found
