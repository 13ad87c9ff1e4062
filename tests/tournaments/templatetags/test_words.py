"""Figures and words as pages write them."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.translation import override

from tests.tournaments.factories import round_under_way, tables, win
from tournaments.clocks.queries import ClockView
from tournaments.messages import message, stored
from tournaments.models.events import JournalEntry
from tournaments.models.results import Result
from tournaments.now import now
from tournaments.templatetags.look import clock, clock_figures, figure, points
from tournaments.templatetags.words import games_of, in_language, journal_words, outcome_words

pytestmark = pytest.mark.anywhere


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (59.9, "0:59"), (60, "1:00"), (3000, "50:00"), (3661, "1:01:01"), (-5, "0:00")],
)
def test_a_clock(seconds: float, shown: str) -> None:
    assert clock_figures(seconds) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(9, "9"), (2.5, "2.5"), (Fraction(5, 2), "2.5"), (0, "0"), (None, "–"), (-3, "-3")]
)
def test_points(value: Any, shown: str) -> None:
    assert points(value) == shown


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("omw", 1, "1.0000"),
        ("omw", 0.616412, "0.6164"),
        ("gw", None, "–"),
        ("match_points", 9, "9"),
        ("sos", 5.25, "5.25"),
        ("buchholz", 24, "24"),
        ("match_points", 0, "0"),
    ],
)
def test_a_tiebreaker(name: str, value: Any, shown: str) -> None:
    assert figure(name, value) == shown


@pytest.mark.parametrize(
    ("outcome", "english", "german"),
    [
        (win("A"), "Player won", "Player gewann"),
        (win("B", [1, 2, 0]), "Other won 2–1", "Other gewann 2–1"),
        (win("A", [2, 1, 1]), "Player won 2–1–1", "Player gewann 2–1–1"),
        ({"winner": None}, "Draw", "Remis"),
        ({"winner": None, "kind": "intentional_draw"}, "Intentional draw", "Vereinbartes Remis"),
        ({"kind": "double_loss"}, "Both lose", "Beide verlieren"),
        (win("B") | {"kind": "conceded"}, "Other won by concession", "Other gewann durch Aufgabe"),
        (
            win("A") | {"kind": "no_show"},
            "Player won, the opponent did not come",
            "Player gewann, die andere Seite kam nicht",
        ),
    ],
)
def test_a_result(db: None, outcome: dict[str, Any], english: str, german: str) -> None:
    match = tables(round_under_way(2))[0]
    for seat, name in zip(match.seats.order_by("letter"), ("Player", "Other"), strict=True):
        seat.entrant.name = name
        seat.entrant.save()
    outcome = {"kind": "played"} | outcome
    assert outcome_words(outcome, match) == english
    with override("de"):
        assert outcome_words(outcome, match) == german


def test_what_stands_beside_a_seat() -> None:
    assert games_of({"kind": "played", "winner": "B", "games": [1, 2, 0]}, "B") == "2"
    assert games_of({"kind": "played", "winner": "B"}, "A") == "0"
    assert games_of({"kind": "played", "winner": None}, "A") == "½"
    assert games_of({"kind": "double_loss"}, "A") == "" and games_of(None, "A") == ""


def line(text: str, kind: str = "start_round", **details: Any) -> JournalEntry:
    return JournalEntry(kind=kind, text=text, text_message=stored(text), details=details)


def test_the_journal_speaks_the_readers_language() -> None:
    started = line(message("Round %(n)s has started.", n=3))
    assert journal_words(started) == "Round 3 has started."
    with override("de"):
        assert journal_words(started) == "Runde 3 hat begonnen."
        begun = line(message("The event has started: %(n)s players, %(m)s rounds.", n=16, m=4))
        assert journal_words(begun) == "Das Turnier hat begonnen: 16 Personen, 4 Runden."
        assert journal_words(line("Something else.")) == "Something else."


def test_choices_that_were_changed_are_called_as_their_form_calls_them() -> None:
    changed = line("Changed: …", "edited", tiebreakers=[], points_win=[], points_draw=[], starts_at=[])
    assert journal_words(changed) == "Changed: Begins, Points, Tiebreakers."
    with override("de"):
        changed = line("Changed: …", "edited", tiebreakers=[], starts_at=[])
        assert journal_words(changed) == "Geändert: Beginnt, Feinwertungen."
        assert journal_words(line("Changed: …", "edited", something_new=[])) == "Geändert: something new."


def test_a_clock_without_a_known_end_shows_no_figure() -> None:
    drawn = render_to_string("components/clock.html", clock(ClockView("running", random_end=True)))
    assert "not announced" in drawn and "data-deadline" not in drawn
    ends = now() + timedelta(minutes=5)
    known = ClockView("running", remaining_seconds=300, ends_at=ends)
    assert "data-deadline" in render_to_string("components/clock.html", clock(known))


@pytest.mark.parametrize("page", ["400.html", "500.html", "403_csrf.html"])
def test_error_pages_stand_alone(page: str) -> None:
    drawn = render_to_string(page)
    assert "<h1>" in drawn and "variables.css" in drawn and "<script" not in drawn


@pytest.mark.parametrize("page", ["403.html", "404.html", "429.html"])
def test_error_pages_of_the_site(db: None, page: str) -> None:
    request = RequestFactory().get("/nowhere/")
    assert "<h1>" in render_to_string(page, request=request)


def test_a_reason_somebody_wrote_stays_as_it_is() -> None:
    own = message("From the log.")
    with override("de"):
        for reason in ("Foul against Bob", "Draw", "From the log."):
            assert (
                in_language(JournalEntry(reason=reason, reason_message=stored(reason)).said_reason) == reason
            )
        assert in_language(Result(reason=own, reason_message=stored(own)).said_reason) == "Aus dem Protokoll."
