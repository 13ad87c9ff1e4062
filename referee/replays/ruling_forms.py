"""The form by which a judge rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.replays.steps import Step
from rules.kernel.errors import LogError

ROWS = 3
CHANGES = [
    ("", _("No change")),
    ("move", _("Move a card")),
    ("set", _("Set a fact")),
    ("add", _("Add to a number")),
    ("note", _("Note")),
]
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
    """A decision on one entry, where to rewind to, a repair of up to three changes, and the reason."""

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
    #: Sent once what follows was looked at: beside that it stands on the page.
    seen_result = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=2**62)
    #: The ruling in whose place this one stands.
    old: IssuedRuling | None = None
    #: What it cites, what else can be cited for the words that were looked for, and whether any were.
    cited: Sequence[Any] = ()
    offered: Sequence[Any] = ()
    words: str = ""
    searched: bool = False

    def __init__(self, *args: Any, n: int = 0, verdict: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.n = n
        decision = self.fields["decision"]
        assert isinstance(decision, forms.ChoiceField)
        decision.choices = [(value, DECISIONS[value]) for value in decisions_on(verdict)]
        for row in range(1, ROWS + 1):
            self.fields[f"change_{row}"] = forms.ChoiceField(
                label=_("Change"), choices=CHANGES, required=False
            )
            for name, label in (
                ("card", _("Card")),
                ("from", _("From")),
                ("to", _("To or fact")),
                ("value", _("Value")),
            ):
                self.fields[f"{name}_{row}"] = forms.CharField(label=label, max_length=200, required=False)

    def rows(self) -> list[list[forms.BoundField]]:
        """The rows of the repair."""
        return [
            [self[f"{name}_{row}"] for name in ("change", "card", "from", "to", "value")]
            for row in range(1, ROWS + 1)
        ]

    def repair(self) -> list[dict[str, Any]]:
        """The changes as a ruling writes them."""
        changes = []
        for row in range(1, ROWS + 1):
            said = {name: self.cleaned_data.get(f"{name}_{row}", "") for name in _PARTS}
            if said["change"]:
                changes.append(_change(said))
        return changes


_PARTS = ("change", "card", "from", "to", "value")


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
    return form


def _change(said: Mapping[str, str]) -> dict[str, Any]:
    """One row as a primitive change."""
    kind = said["change"]
    if kind == "move":
        card = {"card": _value(said["card"])} if said["card"] else {}
        return {"change": kind, **card, "from": said["from"], "to": said["to"]}
    if kind == "note":
        return {"change": kind, "text": said["value"] or said["card"]}
    name = "value" if kind == "set" else "by"
    return {"change": kind, "fact": said["to"] or said["from"], name: _value(said["value"])}


def _value(text: str) -> Any:
    """A value as JSON where it is JSON, else the text itself."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, LogError, RecursionError):
        return text
