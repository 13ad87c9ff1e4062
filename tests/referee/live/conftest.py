"""The memory of running replays is empty before and after each test."""

from collections.abc import Iterator

import pytest

from referee.live.live_replay import forget
from referee.live.queries import forget_tables


@pytest.fixture(autouse=True)
def cold() -> Iterator[None]:
    forget()
    forget_tables()
    yield
    forget()
    forget_tables()
