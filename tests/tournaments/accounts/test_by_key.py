"""The account whose key is known is asked for by a prepared statement: the same row, the same refusals."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor
from tournaments.models.accounts import User

pytestmark = pytest.mark.django_db


def columns(user: User) -> dict[str, object]:
    return {name: value for name, value in vars(user).items() if not name.startswith("_")}


def test_it_is_the_row_of_that_key() -> None:
    one, other = actor("one").user, actor("other").user
    assert one is not None and other is not None
    for user in (one, other, one):
        assert columns(User.objects.get(pk=user.pk)) == columns(User.objects.filter(pk=user.pk).get())
        with CaptureQueriesContext(connection) as asked:
            assert User.objects.get(pk=user.pk) == user
        assert len(asked) == 1
    User.objects.filter(pk=one.pk).update(display_name="Changed", is_active=False)
    found = User.objects.get(pk=one.pk)
    assert (found.display_name, found.is_active) == ("Changed", False)


def test_nobody_of_that_key_is_not_there() -> None:
    user = actor("one").user
    assert user is not None
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=user.pk + 1)


def test_one_of_several_is_asked_for_as_before() -> None:
    """By more than the key, or among the accounts that belong to another row."""
    user = actor("one").user
    assert user is not None
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=user.pk, username="other")
    group = Group.objects.create(name="Some")
    with pytest.raises(User.DoesNotExist):
        group.user_set.get(pk=user.pk)
    group.user_set.add(user)
    assert group.user_set.get(pk=user.pk) == user
    assert User.objects.get(username=user.username) == User.objects.get(pk=str(user.pk)) == user
