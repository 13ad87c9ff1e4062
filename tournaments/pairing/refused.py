"""The one way a pairing is refused."""

from __future__ import annotations


class PairingRefused(ValueError):
    """A round that cannot be paired: `code` is `unfinished_round`, `not_in_this_stage` or `seated_twice`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
