"""A test may begin with what another has built, but not once it has replaced a part of the program."""

from typing import Any

import pytest

from tests.tournaments import kept
from tests.tournaments.factories import UserFactory
from tournaments.models.accounts import User

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture
def forgotten() -> None:
    """Whatever was kept of these tests' own build."""
    for key in [key for key in kept._kept if "one_person" in key[1]]:
        del kept._kept[key]


def times_built(times: int) -> int:
    """How often the same is built for so many that begin with it in an empty database."""
    built = []

    @kept.kept
    def one_person() -> User:
        built.append(1)
        return UserFactory.create(username="kit")

    for _ in range(times):
        User.objects.all().delete()
        assert one_person().username == "kit"
    return len(built)


def test_it_is_built_once(forgotten: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert times_built(3) == 1


def test_once_something_is_replaced_it_is_built(forgotten: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(User, "clean", lambda self: None)
    assert times_built(3) == 3
    monkeypatch.undo()
    assert times_built(3) == 1


def test_a_replaced_row_of_a_table_counts(forgotten: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem({"a": 1}, "a", 2)
    assert times_built(2) == 2


def test_other_settings_count(forgotten: None, settings: Any) -> None:
    assert times_built(2) == 1
    settings.SAVED_ROUNDS = 3
    assert times_built(2) == 2
