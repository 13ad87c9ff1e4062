"""What the site remembers of live tables is forgotten before each test."""

import pytest

from referee.live.live_replay import forget
from referee.live.queries import forget_tables


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Numbers of tables come again."""
    forget()
    forget_tables()
