"""The fields of an event's planned times: on their own page, and the first of them where an event is made."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.errors import Invalid
from tournaments.pages.times import MomentField
from tournaments.pages.translation import in_words
from tournaments.plans.plan import MOST_PARTS, MOST_ROUNDS, Plan, breaks_in, breaks_text

PLAN = ("plan_every", "plan_breaks")
#: Empty lines for rounds with a time of their own.
MORE = 2


class BreaksField(forms.CharField):
    """Breaks, one a line: after which round, how many minutes, and what it is called."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Breaks"),
            help_text=_(
                "One a line: after which round, how many minutes, what it is called, as “2 45 Lunch”."
            ),
            required=False,
            max_length=2000,
            widget=forms.Textarea(attrs={"rows": 3}),
        )

    def clean(self, value: Any) -> list[dict[str, Any]]:
        """The breaks. Raises ValidationError with the line at fault."""
        try:
            return breaks_in(super().clean(value))
        except Invalid as error:
            raise ValidationError(in_words(error)) from None


def plan_fields() -> dict[str, forms.Field]:
    """The fields by name."""
    return {
        "plan_every": forms.IntegerField(
            label=_("Minutes from one round's start to the next"),
            help_text=_("Gives every round its planned time. Empty: no times are planned."),
            min_value=5,
            max_value=1440,
            required=False,
        ),
        "plan_breaks": BreaksField(),
    }


def plan_of(cleaned: Mapping[str, Any], starts: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The plan as the domain takes it; empty without the minutes."""
    if not cleaned.get("plan_every"):
        return {}
    return {
        "every": cleaned["plan_every"],
        "rounds": cleaned.get("plan_rounds"),
        "starts": starts or [],
        "breaks": cleaned.get("plan_breaks") or [],
    }


class PlanForm(forms.Form):
    """All of a plan: also how many rounds it has, and which begin at a time of their own."""

    def __init__(self, plan: Plan, data: Mapping[str, Any] | None) -> None:
        starts = plan.get("starts", [])
        shown = min(MOST_PARTS, max(len(starts) + MORE, _sent(data)))
        initial = {
            "plan_every": plan.get("every"),
            "plan_rounds": plan.get("rounds"),
            "plan_breaks": breaks_text(plan),
        }
        for number, each in enumerate(starts, start=1):
            initial[f"round{number}"] = each["round"]
            initial[f"at{number}"] = datetime.fromisoformat(each["at"])
        super().__init__(data, initial=initial)
        self.fields.update(plan_fields())
        self.fields["plan_rounds"] = forms.IntegerField(
            label=_("Rounds"),
            help_text=_("Empty: as many as the event is going to have."),
            min_value=1,
            max_value=MOST_ROUNDS,
            required=False,
        )
        self.numbers = range(1, shown + 1)
        for number in self.numbers:
            self.fields[f"round{number}"] = forms.IntegerField(
                label=_("Round"), min_value=1, max_value=MOST_ROUNDS, required=False
            )
            self.fields[f"at{number}"] = MomentField(
                label=_("Begins"),
                widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
                required=False,
            )

    def starts(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The two fields of each round with a time of its own."""
        return [(self[f"round{number}"], self[f"at{number}"]) for number in self.numbers]

    def clean(self) -> dict[str, Any]:
        """Both of the two, or neither."""
        cleaned = super().clean() or self.cleaned_data
        for number in self.numbers:
            round, at = f"round{number}", f"at{number}"
            if round in self.errors or at in self.errors:
                continue
            if (cleaned.get(round) is None) != (cleaned.get(at) is None):
                empty = round if cleaned.get(round) is None else at
                self.add_error(empty, _("Give the round and its time, or neither."))
        return cleaned

    def plan(self) -> dict[str, Any]:
        """The plan that was sent."""
        pairs = [
            (self.cleaned_data[f"round{number}"], self.cleaned_data[f"at{number}"]) for number in self.numbers
        ]
        starts = [{"round": round, "at": at.isoformat()} for round, at in pairs if round is not None]
        return plan_of(self.cleaned_data, starts)


def _sent(data: Mapping[str, Any] | None) -> int:
    """How many lines of starts a form sent."""
    return sum(1 for number in range(1, MOST_PARTS + 1) if data is not None and f"round{number}" in data)
