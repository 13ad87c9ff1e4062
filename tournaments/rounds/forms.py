"""Forms about rounds."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.pages.forms import LongSelect
from tournaments.rounds.offered import Person
from tournaments.rounds.reasons import COMMON

BYE, NEW = "bye", "new"


class WithReason(forms.Form):
    """A change with a reason: own words, or a button with one of those that are given often (`COMMON`)."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Everybody can read it with the round once it is published."),
        max_length=500,
        error_messages={"required": _("Give a reason, or press one of those below.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = self.data.get("common", "") not in COMMON

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "reason" in cleaned:
            cleaned["reason"] = cleaned["reason"] or COMMON[self.data["common"]]
        return cleaned


class PlaceForm(WithReason):
    """Entrants of an offered round at a table, as many as the game allows, or a bye for one or two. `tables` are all of
    the round, `listed_tables` those that the page offers."""

    first = forms.ModelChoiceField(
        label=_("This player"), queryset=Entrant.objects.none(), widget=LongSelect, empty_label="–"
    )
    second = forms.ModelChoiceField(
        label=_("and this player"),
        queryset=Entrant.objects.none(),
        widget=LongSelect,
        empty_label="–",
        required=False,
        help_text=_("May stay empty for a bye."),
    )
    table = forms.ChoiceField(
        widget=LongSelect,
        label=_("get"),
        help_text=_("Who sat there takes the place they leave. The rest stays as it is."),
    )

    def __init__(
        self,
        *args: Any,
        event: Event,
        listed: Sequence[Person],
        tables: Sequence[int],
        listed_tables: Sequence[int],
        most: int = 2,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "place_%s"
        self.free = max(tables, default=0) + 1
        further = [f"player_{number}" for number in range(3, most + 1)]
        self.players = ["first", "second", *further]
        for name in further:
            self.fields[name] = forms.ModelChoiceField(
                label=_("and this player"),
                queryset=Entrant.objects.none(),
                widget=LongSelect,
                required=False,
                empty_label="–",
            )
        self.order_fields([*self.players, "table", "reason"])
        _give_choices(self, self.players, event, listed)
        table = self.fields["table"]
        table.choices = _tables(tables)  # type: ignore[attr-defined]
        if len(listed_tables) < len(tables):
            table.widget.choices = _tables(listed_tables)  # type: ignore[attr-defined]
            table.help_text = (
                f"{table.help_text} {_('For a table on another page, search for its number first.')}"
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen: set[Entrant] = set()
        for name in self.players:
            if cleaned.get(name) in chosen:
                self.add_error(name, _("This player is chosen twice."))
            elif cleaned.get(name):
                chosen.add(cleaned[name])
        if cleaned.get("table", BYE) != BYE and cleaned.get("first") and len(chosen) == 1 and not self.errors:
            self.add_error("second", _("Two sit at a table: choose the other one as well."))
        return cleaned

    @property
    def wanted(self) -> dict[str, Any]:
        """The arguments of the change: the entrants, the table's number or None for a bye, the reason."""
        data = self.cleaned_data
        number = {BYE: None, NEW: self.free}.get(data["table"], data["table"])
        return {
            "entrants": [data[name] for name in self.players if data.get(name) is not None],
            "table": None if number is None else int(number),
            "reason": data["reason"],
        }


class RangeForm(WithReason):
    """A match of an offered round, by its table, and the range of tables in which it is to be played."""

    table = forms.ChoiceField(label=_("The match at"), widget=LongSelect)
    range = forms.ChoiceField(label=_("is played in"))

    def __init__(
        self, *args: Any, event: Event, tables: Sequence[int], listed_tables: Sequence[int], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "range_%s"
        self.order_fields(["table", "range", "reason"])
        table: Any = self.fields["table"]
        table.choices = _numbers(tables)
        table.widget.choices = _numbers(listed_tables)
        ranges: Any = self.fields["range"]
        ranges.choices = [
            (each["name"], f"{each['name']} ({each['first']}–{each['last']})") for each in event.table_ranges
        ]


class SwapForm(WithReason):
    """Two entrants of an offered round change places; `listed` are those that the page offers."""

    first = forms.ModelChoiceField(
        label=_("This player"), queryset=Entrant.objects.none(), widget=LongSelect, empty_label="–"
    )
    second = forms.ModelChoiceField(
        label=_("changes places with"), queryset=Entrant.objects.none(), widget=LongSelect, empty_label="–"
    )

    def __init__(self, *args: Any, event: Event, listed: Sequence[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "swap_%s"
        self.order_fields(["first", "second", "reason"])
        _give_choices(self, ["first", "second"], event, listed)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("first") and cleaned.get("first") == cleaned.get("second"):
            self.add_error("second", _("Choose two different players."))
        return cleaned


def _give_choices(form: forms.Form, names: Sequence[str], event: Event, listed: Sequence[Person]) -> None:
    """These people by name for each of these fields. What is sent is looked up among everybody of the event."""
    people = sorted(listed, key=lambda person: (person.name.casefold(), person.pk))
    for name in names:
        field = form.fields[name]
        field.queryset = Entrant.objects.filter(event=event)  # type: ignore[attr-defined]
        field.choices = [("", "–"), *((person.pk, person.name) for person in people)]  # type: ignore[attr-defined]


def _numbers(numbers: Sequence[int]) -> list[tuple[str, str]]:
    return [(str(number), _("Table %s") % number) for number in numbers]


def _tables(numbers: Sequence[int]) -> list[tuple[str, str]]:
    """Tables to choose from."""
    return [
        *_numbers(numbers),
        (NEW, str(_("A new table"))),
        (BYE, str(_("A bye"))),
    ]
