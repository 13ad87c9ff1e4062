"""Touches and time of five examples of each rulebook: `pytest --long -m bench -s tests/benchmarks/test_entering.py`."""

import pytest

from tests.benchmarks.entered import table

pytestmark = [pytest.mark.bench, pytest.mark.anywhere]


def test_entering_the_examples_by_touch() -> None:
    for line in table():
        print(line)
