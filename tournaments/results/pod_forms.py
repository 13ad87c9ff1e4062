"""The result form of a table of three or more: a place and the game's figures for every seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import Invalid
from tournaments.models.rounds import Seat
from tournaments.outcomes.outcome import Outcome
from tournaments.outcomes.scoring import (
    GameScoring,
    Number,
    contradiction,
    place_of,
    ranking_by_figures,
    ranking_by_places,
    scoring_of,
)

POD_KINDS_BY_STAFF: list[tuple[str, Any]] = [
    ("played", gettext_lazy("Played to the end")),
    ("no_show", gettext_lazy("Somebody did not come")),
    ("adjudicated", gettext_lazy("A judge’s decision")),
]


@dataclass(frozen=True)
class PodRow:
    """One seat of the form with what stands in its fields."""

    seat: Seat
    place: str
    score: str
    figures: list[tuple[str, Any, str]]


@dataclass(frozen=True)
class PodForm:
    """The values shown in the result form of a table of three or more."""

    rows: list[PodRow]
    places: range
    scoring: GameScoring
    kind: str
    wrong: bool

    @property
    def figures_given(self) -> bool:
        """Whether one of the game's own tiebreakers is filled in."""
        return any(value for row in self.rows for _name, _label, value in row.figures)


def pod_form(
    seats: list[Seat], game: str, standing: Outcome | None, sent: Mapping[str, str] | None = None
) -> PodForm:
    """The form, filled with what was sent and refused, else with what stands."""
    scoring = scoring_of(game)
    rows = [
        PodRow(
            seat,
            _value(sent, f"place_{seat.letter}", _place(standing, seat.letter)),
            _value(sent, f"score_{seat.letter}", _number(standing, seat.letter)),
            [
                (name, label, _value(sent, f"{name}_{seat.letter}", _number(standing, seat.letter, name)))
                for name, label in scoring.tiebreakers
            ],
        )
        for seat in seats
    ]
    kind = _value(sent, "kind", str((standing or {}).get("kind", "played")))
    return PodForm(rows, range(1, len(seats) + 1), scoring, kind, sent is not None)


def _value(sent: Mapping[str, str] | None, name: str, standing: str) -> str:
    return standing if sent is None else sent.get(name, "")[:12]


def _place(standing: Outcome | None, letter: str) -> str:
    if not standing or "ranking" not in standing:
        return ""
    return str(place_of(standing["ranking"], letter)[0])


def _number(standing: Outcome | None, letter: str, figure: str = "") -> str:
    values = (
        (standing or {}).get("figures", {}).get(figure, {}) if figure else (standing or {}).get("scores", {})
    )
    return str(values[letter]) if letter in values else ""


def outcome_of_pod_form(data: QueryDict, names: Mapping[str, str], game: str) -> Outcome:
    """The outcome that the form holds, as the domain takes it; `names` gives the players by seat.

    Without places they follow from the points, where the game is decided by points. Raises Invalid.
    """
    scoring, letters = scoring_of(game), list(names)
    kind = data.get("kind", "played")
    scores = _numbers(data, "score", names, scoring.score)
    figures = {
        name: numbers
        for name, label in scoring.tiebreakers
        if (numbers := _numbers(data, name, names, label))
    }
    places = _numbers(data, "place", names, _("The place"), high=len(letters))
    if not places and len(scores) == len(letters) and scoring.decides:
        order = [name for name, _label in scoring.tiebreakers]
        ranking = ranking_by_figures(letters, scores, figures, order)
    else:
        ranking = _ranking(places, names, scoring)
        wrong = contradiction(ranking, scores) if scoring.decides and kind == "played" else None
        if wrong is not None:
            text = _("%(better)s has a better place than %(other)s but fewer points. Check both.") % {
                "better": names[wrong[0]],
                "other": names[wrong[1]],
            }
            raise Invalid(text, fields={"ranking": text})
    more = {name: values for name, values in (("scores", scores), ("figures", figures)) if values}
    return {"kind": kind, "ranking": ranking, **more}


def _ranking(places: dict[str, int], names: Mapping[str, str], scoring: GameScoring) -> list[list[str]]:
    missing = [names[letter] for letter in names if letter not in places]
    if missing and not places and scoring.decides:
        text = _("Give everybody a place, or everybody’s points: the places follow from them.")
        raise Invalid(text, fields={"ranking": text})
    if missing:
        text = _("Give %s a place as well.") % ", ".join(missing)
        raise Invalid(text, fields={"ranking": text})
    return ranking_by_places(places)


def _numbers(
    data: QueryDict, field: str, names: Mapping[str, str], what: Any, high: int = 999_999
) -> dict[str, Any]:
    numbers: dict[str, Number] = {}
    for letter, name in names.items():
        text = data.get(f"{field}_{letter}", "").strip()
        if not text:
            continue
        try:
            numbers[letter] = int(text) if len(text) <= 7 else high + 1
        except ValueError:
            told = {"what": what, "name": name}
            raise Invalid(_("%(what)s, %(name)s: write a whole number.") % told) from None
        low = 1 if field == "place" else -high
        if not low <= numbers[letter] <= high:
            raise Invalid(
                _("%(what)s must be between %(low)s and %(high)s.")
                % {"what": f"{what}, {name}", "low": low, "high": high}
            )
    return numbers
