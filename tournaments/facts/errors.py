"""The one way an event file is refused."""

from __future__ import annotations


class EventFileError(ValueError):
    """An event file that cannot be used: `place` says where, `reason` what is wrong there."""

    code = "event_file"

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason
