"""The page of an event's chain of stages: a form for each, and an empty one to add another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from rules.registry import most_seats
from tournaments.errors import DomainError
from tournaments.models.events import ClockKind, Event
from tournaments.models.stages import Stage, StageKind
from tournaments.outcomes.outcome import LAST_TIEBREAK_WORDS
from tournaments.pages.translation import in_words, translated
from tournaments.stages.chosen import MAX_STAGES, as_chosen, fields_of, last_tiebreaks_of
from tournaments.stages.queries import TITLES, stages_of, title_of


def _labels() -> dict[str, str]:
    return {
        "kind": _("Structure"),
        "size": _("How many qualify from the stage before"),
        "rounds": _("Rounds"),
        "games_per_match": _("Games a match"),
        "last_tiebreak": _("Equal games are decided by"),
        "draws": _("Draws"),
        "pod_size": _("Players at a table"),
        "smallest": _("Fewest players at a table"),
        "groups": _("Groups"),
        "legs": _("How often everybody meets"),
        "withdrawn": _("Results of players who leave"),
        "third_place": _("With a match for third place"),
        "reset": _("With a second final if the losers’ side wins the first"),
        "places": _("Places of players who go out in the same round"),
        "fresh": _("Starts from zero: no points are carried over"),
        "clock_kind": _("Clock"),
        "round_minutes": _("Minutes a round"),
        "code": _("Name in event files"),
    }


_FOLLOWS = ("", "–")
_NUMBERS: dict[str, tuple[int, int]] = {
    "size": (2, 1_000_000),
    "rounds": (1, 50),
    "pod_size": (3, 8),
    "smallest": (2, 8),
    "groups": (1, 64),
    "legs": (1, 4),
    "round_minutes": (1, 600),
}
_TICKS = ("third_place", "reset", "fresh")


class StageForm(forms.Form):
    """One stage. Fields of other kinds are left out when it is sent; without a kind there is no such stage."""

    def __init__(
        self, event: Event, number: int, data: Mapping[str, Any] | None, stage: Stage | None
    ) -> None:
        chosen = as_chosen(stage) if stage is not None else {}
        initial = {name: getattr(stage, name) for name in chosen} if stage is not None else {"reset": True}
        super().__init__(data, prefix=f"stage{number}", initial=initial)
        self.number = number
        self.title = translated(title_of(stage)) if stage is not None else ""
        labels, first = _labels(), number == 1
        choices: dict[str, list[tuple[str, str]]] = {
            "kind": [
                *([] if first else [("", _("None") if stage is None else _("Remove this stage"))]),
                *(
                    (kind.value, translated(TITLES[kind]))
                    for kind in StageKind
                    if kind != StageKind.PODS or most_seats(event.game) > 2
                ),
            ],
            "games_per_match": [_FOLLOWS, ("1", _("One game")), ("3", _("Best of three")), ("5", _("Best of five"))],
            "last_tiebreak": [
                _FOLLOWS,
                *(
                    (name, translated(LAST_TIEBREAK_WORDS[name]))
                    for name in last_tiebreaks_of(event, first=first)
                ),
            ],
            "draws": [_FOLLOWS, ("yes", _("Yes")), ("no", _("No"))],
            "withdrawn": [
                ("", _("By half of the matches")), ("expunge", _("Taken out")), ("forfeit", _("Forfeits")),
            ],
            "places": [_FOLLOWS, ("by_seed", _("By seed")), ("shared", _("Shared"))],
            "clock_kind": [_FOLLOWS, *((kind.value, translated(kind.label)) for kind in ClockKind)],
        }  # fmt: skip
        for name, label in labels.items():
            if name in choices:
                self.fields[name] = forms.ChoiceField(label=label, choices=choices[name], required=False)
            elif name in _NUMBERS:
                low, high = _NUMBERS[name]
                if name in ("pod_size", "smallest"):
                    high = max(low, min(high, most_seats(event.game)))
                self.fields[name] = forms.IntegerField(
                    label=label, min_value=low, max_value=high, required=False
                )
            elif name in _TICKS:
                self.fields[name] = forms.BooleanField(label=label, required=False)
            else:
                self.fields[name] = forms.CharField(label=label, max_length=40, required=False)
        self.fields["draws"].help_text = _("Nothing chosen: yes, but not in pods.")
        if "draws" in initial and initial["draws"] is not None:
            self.initial["draws"] = "yes" if initial["draws"] else "no"
        for name in ("size", "rounds", "fresh") if first else ():
            del self.fields[name]

    def shown(self) -> list[forms.BoundField]:
        """The fields of its kind, its kind first; all of them where it has none yet."""
        kind = self["kind"].value()
        own = fields_of(kind, first=self.number == 1) if kind in StageKind.values else set(self.fields)
        return [self[name] for name in self.fields if name in own]

    def chosen(self) -> dict[str, Any] | None:
        """The stage as the domain takes it; None without a kind."""
        kind = self.cleaned_data["kind"]
        if not kind:
            return None
        own = fields_of(kind, first=self.number == 1)
        values = {
            name: value
            for name, value in self.cleaned_data.items()
            if name in own and value not in ("", None)
        }
        if "games_per_match" in values:
            values["games_per_match"] = int(values["games_per_match"])
        if "draws" in values:
            values["draws"] = values["draws"] == "yes"
        return values


class ChainForm:
    """All stages of an event, and one more as long as there may be another."""

    def __init__(self, event: Event, data: QueryDict | None = None) -> None:
        standing: list[Stage | None] = [*stages_of(event)]
        if len(standing) < MAX_STAGES:
            standing.append(None)
        self.forms = [StageForm(event, number, data, stage) for number, stage in enumerate(standing, start=1)]
        self.refusal = ""

    def is_valid(self) -> bool:
        """Whether every field can be read."""
        wrong = [
            form for form in self.forms if not form.is_valid()
        ]  # each is asked: each shows what is wrong in it
        return not wrong

    def chain(self) -> list[dict[str, Any]]:
        """The stages as the domain takes them, without those taken away."""
        self._sent = [form for form in self.forms if form.cleaned_data["kind"]]
        return [chosen for form in self._sent if (chosen := form.chosen()) is not None]

    def show(self, error: DomainError) -> None:
        """Puts a refusal beside the field of the stage it is about, else above all."""
        fields = error.details.get("fields")
        for name, text in fields.items() if isinstance(fields, Mapping) else ():
            at, _dot, field = str(name).removeprefix("stages[").partition("].")
            if at.isdecimal() and int(at) < len(self._sent) and field in self._sent[int(at)].fields:
                self._sent[int(at)].add_error(field, translated(text))
                return
        self.refusal = in_words(error)
