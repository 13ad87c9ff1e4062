"""Dates as the reader's language writes them."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone, translation

from tournaments.templatetags.look import day

NEW_YEARS_EVE = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(("language", "said"), [("en", "31 Dec"), ("de", "31. Dez.")])
def test_day_and_month(language: str, said: str) -> None:
    with translation.override(language), timezone.override("UTC"):
        assert day(NEW_YEARS_EVE).rstrip(".") == said.rstrip(".")


def test_the_day_is_that_of_the_sites_time_zone() -> None:
    with translation.override("en"), timezone.override("Europe/Berlin"):
        assert day(NEW_YEARS_EVE) == "1 Jan"
