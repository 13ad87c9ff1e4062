"""The refusal of an event file."""

from __future__ import annotations

from tournaments.errors import Invalid
from tournaments.messages import Message
from tournaments.messages import message as _


class BadFile(Invalid):
    """An event file that this site cannot take; the message names the place."""

    code = "bad_file"


def refused(place: str, why: str | Message) -> BadFile:
    """The refusal of what stands at this place of the file."""
    return BadFile(_("%(place)s: %(why)s", place=place[:200], why=why))
