"""What happens is handed out by one place: every event has its listeners, and nobody calls one past it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from rules.highlander.changes import events
from rules.highlander.changes.events import CardsDrawn, happened
from rules.highlander.game import HighlanderGame
from rules.highlander.position import Highlander, Side
from rules.highlander.turn.triggers import LISTENERS
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import Knowledge

PACKAGE = Path("rules/highlander")


def test_every_event_is_waited_for_and_happens_somewhere() -> None:
    kinds = set(get_args(events.Event))
    assert kinds == set(LISTENERS)
    code = "".join(path.read_text() for path in PACKAGE.rglob("*.py"))
    for kind in kinds:
        assert re.search(rf"happened\(.*\b{kind.__name__}\(", code), kind


def test_no_module_calls_a_listener_past_the_table() -> None:
    names = {listener.__name__ for listeners in LISTENERS.values() for listener in listeners}
    called = re.compile(rf"\b(?:{'|'.join(sorted(names))})\(")
    for path in PACKAGE.rglob("*.py"):
        lines = [line for line in path.read_text().splitlines() if not line.startswith("def ")]
        assert not [line for line in lines if called.search(line)], path


def test_listeners_are_called_in_the_order_of_the_table() -> None:
    def first(j: Judgment, p: Highlander, event: CardsDrawn) -> Highlander:
        return Highlander(turn=f"{p.turn}{event.seat}1")

    def second(j: Judgment, p: Highlander, event: CardsDrawn) -> Highlander:
        return Highlander(turn=f"{p.turn}{event.seat}2")

    class Listening(HighlanderGame):
        listeners = {CardsDrawn: (first, second)}

    game = Listening()
    p = Highlander(turn="-", players={"A": Side(), "B": Side()})
    j = Judgment(game, game.catalogue, None, ("A", "B"), Knowledge(), 1, position=p)
    assert happened(j, p, CardsDrawn("A")).turn == "-A1A2"
    assert happened(j, p, events.DamageTaken("A")) is p
