"""Lots drawn by the event's seed: the same however often they are asked for, and checked by everybody who has the seed.

Pure. A lot is the BLAKE2b hash, 12 bytes long, of three lines: the seed; what is drawn, with the round; the entrant's
code. The smallest comes first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

#: What is drawn: the winner of equal games, and who starts.
WINNER, START = "lot", "start"


@dataclass(frozen=True)
class Lot:
    """One entrant's lot."""

    code: str
    text: str
    hash: str


def drawn(seed: str, what: str, number: int, codes: Iterable[str]) -> list[Lot]:
    """The lots of these entrants in a round, the first one first."""
    lots = [_lot(code, f"{seed}\n{what} {number}\n{code}") for code in codes]
    return sorted(lots, key=lambda lot: lot.hash)


def _lot(code: str, text: str) -> Lot:
    return Lot(code, text, hashlib.blake2b(text.encode(), digest_size=12).hexdigest())
