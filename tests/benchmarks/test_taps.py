"""How many taps each action of each game takes, by verb: `pytest --long -m bench -s tests/benchmarks/test_taps.py`."""

import pytest

from tests.benchmarks.taps import lines, table

pytestmark = [pytest.mark.bench, pytest.mark.anywhere]


def test_taps_of_every_action() -> None:
    for line in lines(table()):
        print(line)
