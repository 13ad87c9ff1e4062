"""The boards of each game on the replay page, in phone and desktop windows, light and dark."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.records.changes import attach_log
from rules.kernel.log import Log
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load
from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.tournaments.factories import actor, many_seated
from tournaments.now import now

CHECKS = (Path(__file__).parent / "checks.js").read_text()
GAMES = (
    ("highlander", 2),
    ("looney_tunes", 2),
    ("nightmare_before_christmas", 3),
    ("herocard_duel", 3),
    ("herocard_nightmare", 4),
)


def _met(position: Any) -> bool:
    """Somebody's attacks meet the Defenses of whose turn it is."""
    attacked = any(side.attacks for seat, side in position.players.items() if seat != position.turn)
    return attacked and any(defense.against for defense in position.players[position.turn].defenses)


#: where much lies on the table at once
BUSY: dict[str, Callable[[Any], bool]] = {
    "highlander": _met,
    "looney_tunes": lambda position: position.phase in ("effects", "score"),
    "nightmare_before_christmas": lambda position: position.stage == "turn" and position.day > 5,
    "herocard_duel": lambda position: position.sequence and len(position.sequence.cards) > 2,
    "herocard_nightmare": lambda position: position.sequence and len(position.sequence.cards) > 2,
}


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=[name for name, _seats in GAMES])
@pytest.mark.long
def test_the_board_of_a_table(window: Window, transactional_db: None, game: str, seats: int) -> None:
    match = many_seated(game, seats)
    run = play_game(load(game), "boards", seats)
    data = log_bytes(Log(run.header, tuple(run.entries)))
    record = attach_log(match, 1, data, by=actor("sam"), now=now())
    last = len(run.entries)
    busy = [n for n in range(1, last) if BUSY[game](run.positions[n])]
    middle = busy[len(busy) // 2]
    faults = []
    for size in (PHONE, DESKTOP):
        for dark in (False, True):
            page = window("jude", size=size, dark=dark)
            name = f"{'phone' if size == PHONE else 'desktop'}-{'dark' if dark else 'light'}"
            for label, entry in (("board", middle), ("board-end", last)):
                page.goto(f"/records/{record.pk}/?entry={entry}")
                faults += [f"{label} {name}: {fault}" for fault in page.evaluate(CHECKS)]
                keep(page, f"{game}-{label}-{name}")
    assert not faults, "\n".join(faults)
