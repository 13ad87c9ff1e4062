"""The fields of an event's form that ask for its structure: one stage and a cut, or none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from rules.registry import event_rules_of, most_seats, title
from tournaments.choices import game_choices
from tournaments.event_file.stage_checks import TIEBREAKS
from tournaments.models.stages import StageKind
from tournaments.outcomes.outcome import LAST_TIEBREAK_WORDS
from tournaments.pages.translation import translated
from tournaments.stages.queries import TITLES
from tournaments.stages.simple import CUTS, FIRST, USUAL

STRUCTURE = tuple(USUAL)
TABLE_SIZES = range(2, 9)


def structure_fields() -> dict[str, forms.Field]:
    """The fields by name, with their labels in the reader's language."""
    kinds = [(kind.value, translated(TITLES[kind])) for kind in StageKind if kind != StageKind.PODS]
    return {
        "structure": forms.ChoiceField(label=_("Structure"), choices=kinds, required=False),
        "table_size": _number(
            _("Players at a table"),
            [(size, str(size)) for size in TABLE_SIZES],
            _("More than two, where the game allows it: the rounds are played in pods."),
        ),
        "cut": _number(
            _("Then a cut"),
            [(0, _("None")), *((size, _("Top %(n)s") % {"n": size}) for size in CUTS)],
            _(
                "The top of the standings play on. This can be changed until the last round before the"
                " cut is published."
            ),
        ),
        "cut_kind": forms.ChoiceField(
            label=_("The cut is played as"),
            choices=[
                (kind.value, translated(TITLES[kind]))
                for kind in (StageKind.SINGLE_ELIMINATION, StageKind.DOUBLE_ELIMINATION)
            ],
            required=False,
        ),
        "cut_games": _number(
            _("Games a match in the cut"),
            [(0, _("As before")), (1, _("One game")), (3, _("Best of three")), (5, _("Best of five"))],
        ),
        "third_place": forms.BooleanField(label=_("With a match for third place"), required=False),
        "group_count": forms.TypedChoiceField(
            label=_("Groups of a round robin"),
            choices=[(n, str(n)) for n in (1, 2, 3, 4, 5, 6, 8, 10, 12, 16)],
            coerce=int,
            empty_value=None,
            required=False,
            help_text=_("By seeds, or drawn. The cut takes as many from each."),
        ),
        "last_tiebreak": forms.ChoiceField(
            label=_("An equal match of the bracket is decided by"),
            choices=[("", _("The game's own tiebreak, else the higher seed or a lot")), *_tiebreaks()],
            required=False,
        ),
    }


def fit_table_size(fields: dict[str, forms.Field], game: str) -> None:
    """Offers only the sizes that this game seats, and asks nothing where it is played by two; all sizes for no game
    yet. `choices.js` does the same whenever another game is chosen."""
    size: Any = fields["table_size"]
    size.widget.attrs["data-seats"] = json.dumps({name: most_seats(name) for name, _title in game_choices()})
    if game and most_seats(game) < 3:
        del fields["table_size"]
    elif game:
        size.widget.choices = [(n, str(n)) for n in TABLE_SIZES if n <= most_seats(game)]


def fit_tiebreaks(fields: dict[str, forms.Field], game: str) -> None:
    """Offers only the ways to decide an equal match that this game has; all of them for no game yet. `choices.js` does
    the same whenever another game is chosen."""
    select: Any = fields["last_tiebreak"].widget
    usual, *every = select.choices
    own = {
        name: [
            (value, str(label))
            for value, label in every
            if value in (*TIEBREAKS, *event_rules_of(name).last_tiebreaks)
        ]
        for name, _title in game_choices()
    }
    select.attrs["data-tiebreaks"] = json.dumps(own)
    if game:
        select.choices = [usual, *own.get(game, every)]


def table_too_large(size: int | None, game: str) -> str:
    """Why this game is not played at tables of this size; empty where it is."""
    most = most_seats(game)
    if not size or size <= most:
        return ""
    if most == 2:
        return _("%(game)s is played by two: pods need three or more.") % {"game": title(game)}
    return _("%(game)s seats at most %(n)s at a table.") % {"game": title(game), "n": most}


def _number(label: str, choices: list[tuple[int, str]], help_text: str = "") -> forms.Field:
    return forms.TypedChoiceField(
        label=label,
        choices=choices,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=help_text,
    )


def _tiebreaks() -> list[tuple[str, str]]:
    own = [name for name in LAST_TIEBREAK_WORDS if name not in TIEBREAKS]
    return [(name, translated(LAST_TIEBREAK_WORDS[name])) for name in (*TIEBREAKS, *own)]


def answers_in(cleaned: Mapping[str, Any], before: Mapping[str, Any], *, running: bool) -> dict[str, Any]:
    """The answers of a form: what was not asked stays as it was, and after the start the first stage."""
    given = {name: cleaned[name] for name in STRUCTURE if cleaned.get(name) is not None}
    for name in ("structure", "cut_kind"):
        if not given.get(name):
            given[name] = before[name]
    fixed = {name: before[name] for name in FIRST} if running else {}
    return {**before, **given, **fixed}


class PlacesField(forms.CharField):
    """The points of places at larger tables, written as "5-3-2-1, 4-2-1": how many there are says for which table."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Points of places at tables of three and more"),
            help_text=_("Such as 5-3-2-1, 4-2-1. Empty: as the rules for standings say."),
            max_length=200,
            required=False,
        )

    def prepare_value(self, value: Any) -> Any:
        """The points of each table as one text, the larger tables first."""
        if not isinstance(value, Mapping):
            return value
        return ", ".join("-".join(map(str, value[size])) for size in sorted(value, reverse=True))

    def to_python(self, value: Any) -> Any:
        """The points by the size of the table. Raises ValidationError for what is no number."""
        if isinstance(value, Mapping):
            return dict(value)
        tables = [part.strip() for part in str(super().to_python(value) or "").split(",") if part.strip()]
        try:
            lines = [[int(worth) for worth in table.split("-")] for table in tables]
        except ValueError:
            raise forms.ValidationError(_("Write the points of a table as 5-3-2-1.")) from None
        return {str(len(line)): line for line in lines}

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether it says something else."""
        return bool(self.prepare_value(initial or {}) != self.prepare_value(data or ""))
