"""The sixth game among the games: one line in each list, by a setting."""

from collections.abc import Iterator

import pytest
from django.test import override_settings

from tests.hostile.test_other_hands import forget_all


@pytest.fixture(autouse=True)
def sixth() -> Iterator[None]:
    with override_settings(
        MORE_GAMES={"lanterns": ("Lanterns", "tests.sixth.lanterns.game:LanternsGame")},
        MORE_PRESENTATIONS={"lanterns": "tests.sixth.shown:PRESENTATION"},
    ):
        forget_all()
        yield
        forget_all()
