"""The simulator looks at the rows of every model, or says why it does not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps

from config.simulation.checks.facts_kept import rows_that_differ
from config.simulation.facts import _facts, marks_of_rows
from config.simulation.known_models import APPS, MODELS, Not, columns_of, growing, kept
from tests.tournaments.factories import at, make_event
from tournaments.models.announcements import Announcement

pytestmark = pytest.mark.anywhere


def test_every_model_has_its_place() -> None:
    there = {model._meta.label for app in APPS for model in apps.get_app_config(app).get_models()}
    assert there == set(MODELS)


def test_every_reason_is_said_and_every_column_named_is_there() -> None:
    for name, known in MODELS.items():
        columns = {field.attname for field in apps.get_model(name)._meta.concrete_fields}
        for said in (known.digest, known.may_change):
            assert len(said) > 5 if isinstance(said, Not) else set(said) <= columns, name
        assert known.grows is True or len(str(known.grows)) > 5


def test_what_is_written_down_of_an_event_is_in_all_three_lists() -> None:
    facts = {"Report", "Result", "Announcement", "DeckFinding", "KeptAbsent", "JournalEntry", "PairingChange"}
    for name in (f"tournaments.{fact}" for fact in facts):
        assert name in growing() and name in kept() and columns_of(name), name


@pytest.mark.django_db
def test_a_new_row_and_an_altered_one_are_seen() -> None:
    event, day = make_event(), SimpleNamespace(seen={}, gone=set())
    before, facts = marks_of_rows(), _facts()
    made = Announcement.objects.create(event=event, text="Lunch at noon.", at=at(), by="Olga")
    assert marks_of_rows() != before and _facts() != facts
    told: Any = day
    assert rows_that_differ(told, "tournaments.Announcement", keep=True) == []
    Announcement.objects.update(taken_back_at=at(1), taken_back_by="Olga")
    assert rows_that_differ(told, "tournaments.Announcement", keep=False) == []
    Announcement.objects.update(text="Lunch at one.")
    assert rows_that_differ(told, "tournaments.Announcement", keep=False) == [made.pk]
