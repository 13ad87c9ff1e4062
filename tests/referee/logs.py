"""Logs of the toy game: each seat draws two, lays a Number face down, both are revealed, the higher wins."""

from __future__ import annotations

from typing import Any

from tests.rules.kernel.helpers import data, draw, lay, reveal

#: A wins with 9 against 3.
WON_BY_A = (
    draw("A"), lay("A"), draw("B"), lay("B"), reveal("A", "Number 9"), reveal("B", "Number 3"),
)  # fmt: skip
#: B wins with 8 against 2.
WON_BY_B = (
    draw("A"), lay("A"), draw("B"), lay("B"), reveal("A", "Number 2"), reveal("B", "Number 8"),
)  # fmt: skip
#: Entry 5 is B's although it is A's turn; then it goes on as it should.
ILLEGAL = (
    draw("A"), lay("A"), draw("B"), lay("B"), reveal("B", "Number 3"), reveal("A", "Number 9"), reveal("B", "Number 3"),
)  # fmt: skip


#: As ILLEGAL, every card named, so that nothing is open: entry 5 is illegal, 6 and 7 finish the game, 9 against 3.
NAMED = (
    draw("A", "Number 9", "Number 1"), lay("A", "Number 9"), draw("B", "Number 3", "Number 1"), lay("B", "Number 3"),
    reveal("B", "Number 3"), reveal("A", "Number 9"), reveal("B", "Number 3"),
)  # fmt: skip


def secret_log(hand: str) -> bytes:
    """A's log with A's hand written down for A alone; B's cards unknown."""
    return data(
        draw("A", hand, "Number 1", seen_by=["A"]),
        lay("A", hand, seen_by=["A"]),
        draw("B"),
        lay("B"),
    )


def log(*entries: dict[str, Any], **more: Any) -> bytes:
    return data(*entries, **more)
