"""Which entries brought to light what somebody did not know: cards drawn, looked at, turned up, and the table's chance.

Whoever has seen that cannot unsee it, so such an entry is not taken back by its player alone. A card played from the
hand is a decision: what it shows, its player knew.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.entries import TABLE, BadEntry, Entry

_HERO: dict[str, str | None] = {"draw": None, "clear": "card"}

#: The verbs of a seat by which something comes to light: always (None), or where the argument named is given.
SHOWN: Mapping[str, Mapping[str, str | None]] = {
    "highlander": {
        "draw": None, "look": None, "look_at": None, "borrow": None, "reveal": None, "turn_up": None,
    },
    "nightmare_before_christmas": {
        "draw": None, "look": None, "turn_up": None, "flip": None, "reveal": None, "examine": None, "answer": None,
    },
    "herocard_duel": _HERO,
    "herocard_nightmare": {**_HERO, "commit": None, "reveal": None, "announce": None},
    "looney_tunes": {"draw": None, "reveal": None, "look": None},
}  # fmt: skip
_ANY: Mapping[str, str | None] = {"draw": None, "reveal": None}
#: What the table writes down that shows nothing.
NOTHING_SEEN = frozenset({"shuffle", "score", "time_called"})
#: From where a card is taken unseen.
UNSEEN = frozenset({"movie", "endurance"})


def shows(game: str, entry: Entry | BadEntry) -> bool:
    """Whether by this entry somebody saw what he had not known, or chance decided."""
    if isinstance(entry, BadEntry):
        return False
    if entry.by == TABLE:
        return entry.do not in NOTHING_SEEN
    if getattr(entry, "source", "") in UNSEEN:
        return True
    known = SHOWN.get(game, _ANY)
    if entry.do not in known:
        return False
    argument = known[entry.do]
    return argument is None or getattr(entry, argument, None) is not None
