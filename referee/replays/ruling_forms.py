"""The form by which a judge rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from referee.judging.change_words import change_words
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.replays.steps import Step
from rules.kernel.entries import Change

#: So much of a repair is read.
MAX_REPAIR = 40_000
DECISIONS = {
    "uphold": _("Uphold: it does not count, play goes on from before it"),
    "let_stand": _("Let it stand"),
    "rewind": _("Rewind to an earlier entry"),
    "correct": _("Correct the position"),
}
# The same on what was decided: labels of the model, named here so that they are translated.
DECIDED = (
    gettext_noop("Uphold the verdict: play goes on from before the entry"),
    gettext_noop("Let the entry stand"),
)
AGAINST = {"illegal": "let_stand"}


class RulingForm(forms.Form):
    """A decision on one entry, where to rewind to, the repair that was made on the board, and the reason."""

    decision = forms.ChoiceField(
        label=_("Decision"), widget=forms.RadioSelect, error_messages={"required": _("Choose a decision.")}
    )
    to = forms.IntegerField(
        label=_("Rewind to after entry"),
        required=False,
        min_value=0,
        help_text=_("0 is the start of the game."),
    )
    follow = forms.ChoiceField(
        label=_("What follows in the log"),
        required=False,
        choices=[
            ("", _("As the decision says")),
            ("yes", _("Judge it after the ruling")),
            ("no", _("Leave it out")),
        ],
        help_text=_(
            "By default it is judged if the entry stands or the position is corrected, and left out if not."
        ),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Players read this."),
        error_messages={"required": _("Say why.")},
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)
    supersedes = forms.IntegerField(widget=forms.HiddenInput, required=False)
    repair = forms.CharField(widget=forms.HiddenInput, required=False, max_length=MAX_REPAIR)
    #: Sent once what follows was looked at: beside that it stands on the page.
    seen_result = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=2**62)
    #: The ruling in whose place this one stands.
    old: IssuedRuling | None = None
    #: What it cites, what else can be cited for the words that were looked for, and whether any were.
    cited: Sequence[Any] = ()
    offered: Sequence[Any] = ()
    words: str = ""
    searched: bool = False
    names: Mapping[str, str] = {}

    def __init__(self, *args: Any, n: int = 0, verdict: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.n = n
        decision = self.fields["decision"]
        assert isinstance(decision, forms.ChoiceField)
        decision.choices = [(value, DECISIONS[value]) for value in decisions_on(verdict)]

    def clean_repair(self) -> str:
        """Refuses what is no repair: only what was touched is sent here."""
        text = str(self.cleaned_data["repair"])
        if text.strip() and not _changes(text):
            raise forms.ValidationError(_("The changes of this repair cannot be read. Begin with it again."))
        return text

    def changes(self) -> list[dict[str, Any]]:
        """The changes as a ruling writes them."""
        return _changes(self.cleaned_data.get("repair", ""))

    def sentences(self) -> list[str]:
        """The changes of the repair, each as a sentence."""
        return [change_words(change, self.names) for change in _changes(str(self["repair"].value() or ""))]


def decisions_on(verdict: str) -> tuple[str, ...]:
    """The decisions possible about an entry with this verdict: a legal one can only be rewound or corrected."""
    if verdict in ("illegal", "undetermined", ""):
        return tuple(DECISIONS)
    return ("rewind", "correct")


def ruling_form(record: Record, step: Any, data: Mapping[str, Any] | None = None) -> RulingForm | None:
    """The form for the entry shown; None where there is nothing to rule on."""
    if not isinstance(step, Step) or step.line is None or step.line.is_ruling:
        return None
    if step.line.word == "not_reached" or step.line.verdict.undone is not None:
        return None
    standing = IssuedRuling.standing_on(record, step.n)
    initial = {"seen": record.entries, "to": step.n - 1, "supersedes": standing and standing.pk}
    form = RulingForm(data, initial=initial, n=step.n, verdict=step.line.word)
    form.old = standing
    form.names = {seat.letter: seat.entrant.name for seat in record.match.seats.all()}
    return form


def _changes(text: str) -> list[dict[str, Any]]:
    """The changes that the form carries; none where they cannot be read."""
    try:
        changes = msgspec.json.decode(text[:MAX_REPAIR].encode(), type=list[Change])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return []
    plain: list[dict[str, Any]] = msgspec.to_builtins(changes)
    return plain
