"""The form of an erratum: words, a day, cards as a list, and the options of the game that may change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import card_lists
from rules.kernel.cards import Card, convert_cards
from rules.registry import known
from tournaments.card_lists.reading import MAX_BYTES
from tournaments.events.game_options import PREFIX, option_fields
from tournaments.models.errata import Erratum


class ErratumForm(forms.Form):
    """What is changed, from which day on and why."""

    title = forms.CharField(label=_("Title"), max_length=120)
    text = forms.CharField(
        label=_("What is changed, and why"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=2000,
        required=False,
    )
    applies_from = forms.DateField(
        label=_("For events that start on or after"), widget=forms.DateInput(attrs={"type": "date"})
    )
    cards = forms.CharField(
        label=_("Corrected cards"),
        help_text=_(
            "As a card list: CSV with a line of column names, or JSON. Whole cards, each as it is now."
        ),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "wrap": "off", "class": "code"}),
        max_length=MAX_BYTES,
        strip=False,
        required=False,
    )
    seen = forms.IntegerField(widget=forms.HiddenInput(), required=False)

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        for name, field in option_fields(game, {}).items():
            open_field = _may_stay(field)
            if open_field is not None:
                self.fields[name] = open_field

    @property
    def option_names(self) -> list[str]:
        """The fields that are options of the game."""
        return [name for name in self.fields if name.startswith(PREFIX)]

    def said(self) -> dict[str, Any]:
        """The erratum as it is declared; `cards` as they were written."""
        cleaned = self.cleaned_data
        options = {name.removeprefix(PREFIX): self._option(cleaned[name]) for name in self.option_names}
        return {
            "title": cleaned["title"],
            "text": cleaned["text"],
            "applies_from": cleaned["applies_from"],
            "cards": cleaned["cards"],
            "options": {name: value for name, value in options.items() if value is not None},
        }

    @staticmethod
    def _option(value: Any) -> Any:
        return {"": None, "yes": True, "no": False}.get(value, value) if isinstance(value, str) else value


def _may_stay(field: forms.Field) -> forms.Field | None:
    """The field of an option, which may also be left as it is; None for one that no erratum is asked about."""
    unchanged = ("", gettext("as it is"))
    if isinstance(field, forms.BooleanField):
        yes_or_no = [unchanged, ("yes", gettext("yes")), ("no", gettext("no"))]
        return forms.ChoiceField(label=field.label, choices=yes_or_no, required=False)
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return forms.ChoiceField(label=field.label, choices=[unchanged, *choices], required=False)
    if isinstance(field, forms.IntegerField):
        return forms.IntegerField(label=field.label, required=False, min_value=0, max_value=1000)
    return None


def initial_of(erratum: Erratum) -> dict[str, Any]:
    """The form filled in with a version."""
    words = {True: "yes", False: "no"}
    options = {
        PREFIX + name: words[value] if isinstance(value, bool) else value
        for name, value in erratum.options.items()
    }
    return {
        "title": erratum.title,
        "text": erratum.text,
        "applies_from": erratum.applies_from,
        "cards": as_text(erratum.game, erratum.cards),
        "seen": erratum.version,
        **options,
    }


def card_text(game_name: str, title: str) -> str:
    """A card of the site as a list to be changed; empty where none is called so."""
    game = known(game_name)
    numbers = game.catalogue.find(title) if game is not None and title else ()
    cards = [game.catalogue.cards[number] for number in numbers] if game is not None else []
    return _written(game_name, cards) if cards else ""


def as_text(game_name: str, declared: list[Mapping[str, Any]]) -> str:
    """Declarations as a list that can be sent again."""
    game = known(game_name)
    return (
        _written(game_name, convert_cards(game.card_type, declared)) if game is not None and declared else ""
    )


def _written(game: str, cards: list[Card]) -> str:
    text, left_out = card_lists.as_csv(game, cards, {})
    return card_lists.as_json(game, cards, {}).decode() if left_out else text.replace("\r\n", "\n")
