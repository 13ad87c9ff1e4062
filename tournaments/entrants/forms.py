"""Forms about entrants."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.entrants.list_reading import MAX_BYTES
from tournaments.models.entrants import STANDING, Entrant
from tournaments.models.events import Event, MissedRounds
from tournaments.pages.forms import LongSelect, MergingForm


class WalkInForm(forms.Form):
    """Somebody at the desk, by name. `next`: somebody was just entered, and the next name is about to be written."""

    name = forms.CharField(label=_("Name"), max_length=100)

    def __init__(self, *args: Any, next: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs |= {"autocomplete": "off", "autofocus": next}


class LateEntryForm(WalkInForm):
    """Somebody who comes after the start."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(value, gettext(str(label))) for value, label in MissedRounds.choices]
        self.fields["missed_rounds_as"] = forms.ChoiceField(label=_("Missed rounds count"), choices=choices)


class CodeForm(forms.Form):
    """A code typed or scanned at the desk."""

    code = forms.CharField(
        label=_("Code or name"), help_text=_("P07, 7, or the claim link scanned."), max_length=300
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"autocomplete": "off", "autofocus": True}


class RegisterForm(forms.Form):
    """Entering with one's own account."""

    name = forms.CharField(
        label=_("Name on pairings"),
        help_text=_("As everybody sees it. Empty: the name of your account."),
        max_length=100,
        required=False,
    )
    code = forms.CharField(
        label=_("Registration code"),
        help_text=_("The organiser gives it to you."),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


#: Names listed to choose from at once.
MAX_LISTED = 200


class EntrantForm(MergingForm, forms.Form):
    """The fields of an entrant that the desk can change."""

    name = forms.CharField(label=_("Name"), max_length=100)
    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        help_text=_("Sits there in every round, for example because of a wheelchair or poor sight."),
        min_value=1,
        max_value=100_000,
        required=False,
    )
    table_range = forms.ChoiceField(
        label=_("Table range"), help_text=_("Sits at one of these tables in every round."), required=False
    )
    list_seed = forms.IntegerField(
        label=_("Place in the seeding list"), min_value=1, max_value=100_000, required=False
    )
    rating = forms.FloatField(label=_("Rating"), required=False)
    club = forms.CharField(
        label=_("Club or family"), help_text=_("Only staff see it."), max_length=80, required=False
    )
    email = forms.CharField(
        label=_("E-mail address"), help_text=_("Only staff see it."), max_length=254, required=False
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ranges = [
            (each["name"], f"{each['name']} ({each['first']}–{each['last']})") for each in event.table_ranges
        ]
        if ranges:
            self.fields["table_range"].choices = [("", "–"), *ranges]  # type: ignore[attr-defined]
        else:
            del self.fields["table_range"]


class ListForm(forms.Form):
    """Many people, as a file or as text."""

    text = forms.CharField(
        label=_("Names"),
        help_text=_(
            "One on each line; or cells copied out of a spreadsheet, the first line naming the columns."
        ),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "wrap": "off"}),
        max_length=MAX_BYTES,
        strip=False,
        required=False,
    )
    file = forms.FileField(
        label=_("Or a file"),
        help_text=_(
            "CSV as UTF-8, or the event file (JSON) of another event, for its players. It is used "
            "instead of the text."
        ),
        required=False,
    )
    same_names = forms.BooleanField(
        label=_("Players with the same name are different people"),
        help_text=_("Enters them too. The same e-mail address is always the same person."),
        required=False,
    )
    looked = forms.CharField(widget=forms.HiddenInput(), max_length=64, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        if file is not None and file.size > MAX_BYTES:
            self.add_error("file", _("A list may be at most 4 MB."))
        elif not self.errors and file is None and not cleaned.get("text", "").strip():
            self.add_error("text", _("Write a name on each line, or choose a file."))
        return cleaned

    def sent(self) -> bytes:
        """The list as it was sent; a file goes before what is written."""
        file = self.cleaned_data.get("file")
        data: bytes = file.read() if file is not None else str(self.cleaned_data["text"]).encode()
        return data


class PairForm(forms.Form):
    """Somebody this entrant should not meet; of many those whose name has the words looked for."""

    second = forms.ModelChoiceField(
        label=_("Does not meet"), queryset=Entrant.objects.none(), empty_label="–", widget=LongSelect
    )
    strength = forms.ChoiceField(
        label=_("How strictly"), choices=[("absolute", _("Never")), ("weak", _("If it can be avoided"))]
    )
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)

    def __init__(self, *args: Any, event: Event, entrant: Entrant, words: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = event.entrants.filter(status__in=STANDING).exclude(pk=entrant.pk).order_by("name")
        fitting = others
        for word in words.split()[:5]:
            fitting = fitting.filter(name__icontains=word)
        listed = list(fitting.values_list("pk", "name")[: MAX_LISTED + 1])
        self.words = words
        self.more = len(listed) > MAX_LISTED
        sent = self.data.get("second") if self.is_bound else ""
        if sent and sent.isdecimal() and len(sent) < 16:
            listed = [*others.filter(pk=int(sent)).values_list("pk", "name"), *listed]
        field = self.fields["second"]
        field.queryset = others  # type: ignore[attr-defined]
        field.choices = [("", "–"), *dict(listed[:MAX_LISTED]).items()]  # type: ignore[attr-defined]


class ByeForm(forms.Form):
    """A bye given ahead of a pairing."""

    round_number = forms.IntegerField(label=_("In round"), min_value=1, max_value=1000)
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)
