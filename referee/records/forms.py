"""The form that takes a log."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class LogForm(forms.Form):
    """A file, and for matches of several games which one it is of; staff may say whose log it is."""

    file = forms.FileField(
        label=_("Log file"),
        help_text=_("JSON Lines (.jsonl): a header, then one entry a line."),
        error_messages={"required": _("Choose the file of the log."), "empty": _("The file is empty.")},
    )
    game_number = forms.TypedChoiceField(label=_("Game"), coerce=int, choices=[(1, "1")])
    seat = forms.ChoiceField(label=_("Whose log it is"), required=False)
    with_cards = forms.BooleanField(
        label=_("Put the event's cards and errata into its header"),
        help_text=_("Where the log declares no cards itself and is not sealed by hashes."),
        required=False,
        initial=True,
    )

    def __init__(
        self,
        *args: object,
        games: int,
        seats: dict[str, str] | None,
        own_cards: bool = False,
        **kwargs: object,
    ) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if not own_cards:
            del self.fields["with_cards"]
        if games == 1:
            self.fields["game_number"].widget = forms.HiddenInput()
            self.fields["game_number"].initial = 1
        number = self.fields["game_number"]
        assert isinstance(number, forms.TypedChoiceField)
        number.choices = [(n, _("Game %(n)s") % {"n": n}) for n in range(1, games + 1)]
        if seats is None:
            del self.fields["seat"]
        else:
            seat = self.fields["seat"]
            assert isinstance(seat, forms.ChoiceField)
            seat.choices = [("", _("The table's")), *((letter, name) for letter, name in seats.items())]
