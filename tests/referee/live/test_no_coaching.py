"""In a competitive event the board of a live table tells nobody at it what would come of the cards as they lie: that is
what the engine says of them. Judges read it, and players where the event helps."""

from __future__ import annotations

import pytest

from referee.live.boards import board_html
from referee.live.phones import Phone
from referee.live.queries import live_table
from referee.models.live import LiveTable
from rules.kernel.entries import PUBLIC
from tests.referee.live.playing import match_of_game, opened, phone, play, played

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
AS_IT_LIES = "as it lies"
ONLOOKER = Phone(PUBLIC, (), "", "everybody")


def attacked(logs: str) -> LiveTable:
    """A Highlander table at which an attack waits for its Defense."""
    log = played("highlander")
    first = next(n for n, entry in enumerate(log.entries, 1) if entry.do == "attack")
    table = opened(match_of_game("highlander", logs=logs), header=log.header)
    play(table, log, first)
    return live_table(table.pk)


def test_who_plays_and_who_looks_on_are_not_told_what_comes_of_an_attack() -> None:
    table = attacked("competitive")
    for reader in (phone(table, "A"), phone(table, "B"), ONLOOKER):
        board = board_html(table, reader)
        assert "attacks" in board and AS_IT_LIES not in board
    assert AS_IT_LIES in board_html(table, phone(table, "jude"))


def test_where_the_event_helps_they_are() -> None:
    table = attacked("assisted")
    assert AS_IT_LIES in board_html(table, phone(table, "B"))
