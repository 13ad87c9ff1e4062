"""The forms about a dispute."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from referee.disputes.opening import MAX_WORDS
from referee.disputes.pictures import MAX_CAPTION
from referee.disputes.statements import MAX_STATEMENT
from referee.disputes.words import KINDS
from referee.models.disputes import BY_HAND, Kind
from referee.models.records import Record
from referee.records.listing import whose_log
from tournaments.models.rounds import Match
from tournaments.pages.translation import translated


class OpenForm(forms.Form):
    """What it is about, in words, and perhaps where in a log."""

    kind = forms.ChoiceField(label=_("What is it about?"), widget=forms.RadioSelect)
    words = forms.CharField(
        label=_("In words"),
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Who did what, and what you ask. The others at the table read it."),
    )
    record = forms.TypedChoiceField(label=_("Log"), coerce=int, empty_value=None, required=False)
    entry = forms.IntegerField(label=_("Entry"), min_value=1, max_value=1_000_000, required=False)

    def __init__(
        self, *args: object, match: Match, logs: Iterable[Record], judge: bool, **more: object
    ) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        kinds = (*BY_HAND, Kind.NOTED) if judge else BY_HAND
        about, record = self.fields["kind"], self.fields["record"]
        assert isinstance(about, forms.ChoiceField) and isinstance(record, forms.TypedChoiceField)
        about.choices = [(kind.value, translated(KINDS[kind])) for kind in kinds]
        seats = list(match.seats.all())
        named = [(log.pk, _log_words(log, whose_log(log, seats))) for log in logs]
        record.choices = [("", _("no log")), *named]
        if not named:
            del self.fields["record"], self.fields["entry"]


def _log_words(log: Record, whose: str) -> str:
    game = _("Game %(n)s") % {"n": log.game_number}
    return f"{game}, {whose}" if whose else str(game)


class StatementForm(forms.Form):
    """What one side says."""

    statement = forms.CharField(
        label=_("What happened, as you saw it"),
        max_length=MAX_STATEMENT,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class NoteForm(forms.Form):
    """What a judge writes down."""

    note = forms.CharField(
        label=_("Note"), max_length=MAX_STATEMENT, widget=forms.Textarea(attrs={"rows": 3})
    )
    to_table = forms.BooleanField(label=_("The players read it, too"), required=False)


class PictureForm(forms.Form):
    """A picture, from the phone's camera or a file."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_(
            "JPEG, PNG or WebP, at most 5 MB. What it tells about your phone and the place is removed."
        ),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    caption = forms.CharField(label=_("What it shows"), max_length=MAX_CAPTION, required=False)
    to_table = forms.BooleanField(label=_("The others at the table may see it, too"), required=False)

    def __init__(self) -> None:
        super().__init__(auto_id="id_picture_%s")
