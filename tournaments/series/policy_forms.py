"""The form of a series' policy: a part for each infraction. What nobody touched keeps its texts in every language."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.registry import games
from tournaments.errors import DomainError
from tournaments.pages.forms import show_refusal
from tournaments.pages.translation import translated
from tournaments.policies.reading import LENGTHS, MOST_INFRACTIONS, MOST_STEPS
from tournaments.policies.structs import Example, Infraction, Policy, Text
from tournaments.policies.words import PENALTIES, name_of, said

STEPS = [f"step_{number}" for number in range(1, MOST_STEPS + 1)]


class PolicyForm(forms.Form):
    """What holds for every infraction."""

    in_one_game = forms.ChoiceField(
        label=_("A game loss where a match is one game"),
        choices=[
            ("match_points", _("Match points are taken")),
            ("match_loss", _("The match is lost")),
            ("warning", _("It is a warning")),
        ],
    )
    points_taken = forms.IntegerField(
        label=_("Match points taken for it"),
        min_value=1,
        max_value=100,
        help_text=_("Only where points are taken."),
    )
    both_at_once = forms.ChoiceField(
        label=_("Both players lose the same game"),
        choices=[("cancel", _("It counts for neither")), ("count", _("It counts for both"))],
    )
    several_at_once = forms.ChoiceField(
        label=_("One player loses the same game several times"),
        choices=[("heaviest", _("One game is lost")), ("each", _("As many games are lost"))],
    )
    shown_days = forms.IntegerField(
        label=_("Days for which other events of the series show a penalty"),
        help_text=_("To the head judge. 0: never."),
        min_value=0,
        max_value=3650,
    )


class InfractionForm(forms.Form):
    """One infraction, with its penalties in order."""

    id = forms.CharField(widget=forms.HiddenInput, max_length=40, required=False)
    name = forms.CharField(label=_("Name"), max_length=LENGTHS["name"], required=False)
    what = forms.CharField(
        label=_("What it is"),
        max_length=LENGTHS["what"],
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    examples = forms.CharField(
        label=_("Examples"),
        help_text=_("One a line. Of one game only: its name before it, as “highlander: …”."),
        max_length=9000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((kind, translated(word)) for kind, word in PENALTIES.items())]
        for number, name in enumerate(STEPS, 1):
            label = gettext("Time %(n)s") % {"n": number}
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False)

    @property
    def steps(self) -> list[forms.BoundField]:
        """The fields of the penalties."""
        return [self[name] for name in STEPS]


class _Formset(forms.BaseFormSet):  # type: ignore[type-arg]
    def add_fields(self, form: forms.Form, index: int | None) -> None:
        super().add_fields(form, index)
        form.fields["DELETE"].label = gettext("Remove this infraction")


InfractionForms = forms.formset_factory(
    InfractionForm,
    formset=_Formset,
    extra=1,
    can_delete=True,
    max_num=MOST_INFRACTIONS,
    validate_max=True,
)


def initial_of(policy: Policy) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What the two parts of the page show."""
    whole = {name: getattr(policy, name) for name in PolicyForm.base_fields}
    return whole, [_shown(policy, each) for each in policy.infractions]


def _shown(policy: Policy, each: Infraction) -> dict[str, Any]:
    steps = dict(zip(STEPS, each.steps, strict=False))
    examples = "\n".join(_line(example) for example in each.examples)
    name = translated(name_of(policy, each.id))
    return {"id": each.id, "name": name, "what": said(each.what), "examples": examples, **steps}


def _line(example: Example) -> str:
    text = " ".join(said(example.text).split())
    return f"{example.game}: {text}" if example.game else text


def body_from(policy: Policy, whole: dict[str, Any], formset: Any) -> dict[str, Any]:
    """The policy as JSON, out of what was filled in over `policy`."""
    return {**whole, "infractions": [_infraction(policy, form.cleaned_data) for form in _kept(formset)]}


def _kept(formset: Any) -> list[InfractionForm]:
    """The parts that are infractions: not the empty last one, nor those to be removed."""
    parts = [(form, form.cleaned_data) for form in formset.forms]
    return [
        form
        for form, part in parts
        if part and not part.get("DELETE") and (part.get("id") or part.get("name"))
    ]


def place_errors(error: DomainError, form: PolicyForm, formset: Any) -> None:
    """Puts a refusal beside the fields that it is about: the place of an infraction counts those that are kept."""
    kept, rest = _kept(formset), False
    fields: Any = error.details.get("fields") or {}
    for place, why in fields.items():
        part = re.match(r"infractions\[(\d+)\]\.(\w+)", place)
        if part is None or int(part[1]) >= len(kept):
            rest = True
        else:
            field = {"steps": STEPS[0], "id": "name"}.get(part[2], part[2])
            kept[int(part[1])].add_error(field, translated(why))
    if rest or not fields:
        show_refusal(form, error)


def _infraction(policy: Policy, part: dict[str, Any]) -> dict[str, Any]:
    known = policy.infraction(part["id"])
    shown = _shown(policy, known) if known is not None else {}
    return {
        "id": part["id"] or slugify(part["name"]).replace("-", "_")[:40],
        "name": _text(part["name"], shown.get("name"), known.name if known else ""),
        "what": _text(part["what"], shown.get("what"), known.what if known else ""),
        "steps": [part[name] for name in STEPS if part[name]],
        "examples": _examples(part["examples"], known.examples if known else ()),
    }


def _text(sent: str, shown: str | None, known: Text) -> Text:
    """What was there, in every language, where nobody touched it; else the new text for all."""
    return known if shown is not None and sent.split() == shown.split() else sent


def _examples(sent: str, known: tuple[Example, ...]) -> list[dict[str, Any]]:
    lines = {_line(example): example for example in known}
    made = []
    for line in (" ".join(each.split()) for each in sent.splitlines()):
        if line in lines:
            made.append({"text": lines[line].text, "game": lines[line].game})
        elif line:
            of_game = re.match(r"([a-z_]+):\s*(.+)", line)
            game = of_game[1] if of_game and of_game[1] in games() else ""
            made.append({"text": of_game[2] if of_game and game else line, "game": game})
    return made
