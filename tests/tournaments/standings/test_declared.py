"""A tiebreaker and a profile are declared in one place, whole; what names them elsewhere is made or checked from it."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from fractions import Fraction

import pytest
from django.utils.translation import gettext, override

from tests.ground.places import ROOT
from tournaments.events.forms import CHAIN_FIELDS, EventForm
from tournaments.models.events import Event
from tournaments.pages.translation import translated
from tournaments.standings import tiebreakers
from tournaments.standings.profiles import PROFILES
from tournaments.standings.tiebreakers.base import OfRounds, Tiebreaker
from tournaments.standings.tiebreakers.registry import FAMILIES, TIEBREAKERS
from tournaments.templatetags.look import figure

DOCUMENT = (ROOT / "docs" / "event-files.md").read_text(encoding="utf-8")
WHOLE = {"name": "wins", "title": "Wins", "short": "W", "summary": "rounds won", "rule": "Rounds won."}
#: People's names, and letters that Germans use as well.
ALIKE = re.compile(r"(Median-)?Buchholz( Cut-1)?|Sonneborn-Berger|[A-Zx][A-Za-z]{1,3}(-1)?|Diff\.")


def subclasses(kind: type[Tiebreaker]) -> Iterator[type[Tiebreaker]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


@pytest.mark.parametrize("left_out", ["title", "short", "summary", "rule"])
def test_one_that_is_declared_by_half_cannot_be_made(left_out: str) -> None:
    half = {name: said for name, said in WHOLE.items() if name != left_out}
    with pytest.raises(TypeError, match=f"Wins does not declare its {left_out}"):
        type("Wins", (OfRounds,), half)
    type("Wins", (OfRounds,), WHOLE)


def test_what_is_inherited_is_not_declared() -> None:
    """A variant says for itself what it is called, or two would stand under one title."""
    with pytest.raises(TypeError, match="title, short, summary, rule"):
        type("BuchholzCut2", (TIEBREAKERS["buchholz"],), {"name": "buchholz_cut2"})


def test_none_is_without_a_name_and_no_file_is_passed_over() -> None:
    files = {each.name for each in pkgutil.iter_modules(tiebreakers.__path__)} - {"base", "registry"}
    assert {family.__name__.rpartition(".")[2] for family in FAMILIES} == files
    written = [each for each in subclasses(Tiebreaker) if each.__module__.startswith(tiebreakers.__name__)]
    nameless = [each for each in written if "name" not in vars(each) and not each.__name__.startswith("_")]
    assert {each.__name__ for each in nameless} == {"OfRounds", "OfOpponents", "MeanOfOpponents"}
    assert len(TIEBREAKERS) == len(written) - len([each for each in written if "name" not in vars(each)])
    assert all(kind.made_of in TIEBREAKERS for kind in TIEBREAKERS.values() if kind.made_of)


@pytest.mark.parametrize("name", TIEBREAKERS)
def test_its_titles_and_its_working_are_said_in_german(name: str) -> None:
    kind = TIEBREAKERS[name]
    with override("de"):
        for title in (kind.title, kind.short):
            assert gettext(title) != title or ALIKE.fullmatch(title), title
        assert translated(kind.rule) != kind.rule


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_follows_what_there_is(name: str) -> None:
    profile = PROFILES[name]
    assert set(profile.tiebreakers) <= set(TIEBREAKERS)
    with override("de"):
        assert gettext(profile.edition) != profile.edition


@pytest.mark.django_db
def test_the_form_of_an_event_offers_them_all() -> None:
    form = EventForm(instance=Event())
    offered = form.fields[CHAIN_FIELDS[0]].choices  # type: ignore[attr-defined]
    assert offered[1:] == [(name, kind.title) for name, kind in TIEBREAKERS.items()]
    assert [value for value, _ in form.fields["profile"].choices if value] == list(PROFILES)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", TIEBREAKERS)
def test_percentages_have_all_their_decimals(name: str) -> None:
    """Two thirds and a half: four decimals of both where they are compared as percentages."""
    assert figure(name, Fraction(1, 2)) == ("0.5000" if "percentage" in TIEBREAKERS[name].title else "0.5")


def test_the_document_lists_them() -> None:
    listed = re.search(r"\| name \| is \|\n\| --- \| --- \|\n(.*?)\n\n", DOCUMENT, re.DOTALL)
    assert listed is not None
    assert listed[1].splitlines() == [f"| `{kind.name}` | {kind.summary} |" for kind in TIEBREAKERS.values()]


def number(value: Fraction) -> str:
    return "½" if value == Fraction(1, 2) else f"{float(value):g}"


def test_the_document_lists_the_profiles() -> None:
    found = {}
    for line in DOCUMENT.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].strip("`") in PROFILES:
            found[cells[0].strip("`")] = cells[1:5]
    for name, profile in PROFILES.items():
        win, draw, loss, bye = (number(profile.points[each]) for each in ("win", "draw", "loss", "bye"))
        floor = f"{float(profile.floor):g}" if profile.floor else "none"
        points = f"{win}-{draw}-{loss}, bye {bye}"
        assert found[name] == [profile.edition, points, ", ".join(profile.tiebreakers), floor]
