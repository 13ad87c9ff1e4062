"""From bytes to an EventFile and back."""

from __future__ import annotations

import msgspec

from tournaments.event_file.checks import check_event
from tournaments.facts.errors import EventFileError
from tournaments.facts.structs import EventFile

MAX_BYTES = 512 * 1024 * 1024
"""An event of 100,000 entrants after twenty rounds stays well below this."""

_decoder = msgspec.json.Decoder(EventFile)
_encoder = msgspec.json.Encoder()


def read_event(data: bytes) -> EventFile:
    """Read an event file and check that its facts fit together.

    Unknown fields are passed over. Raises EventFileError, which names the place and the reason.
    """
    if len(data) > MAX_BYTES:
        raise EventFileError("the file", f"is larger than {MAX_BYTES // (1024 * 1024)} MB")
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        event = _decoder.decode(data)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `")
        raise EventFileError(_readable(place), _lower_first(reason)) from None
    except RecursionError:
        raise EventFileError("the file", "is nested too deeply") from None
    except (msgspec.DecodeError, ValueError, UnicodeDecodeError) as error:
        raise EventFileError("the file", f"is not JSON: {_lower_first(str(error))}") from None
    check_event(event)
    return event


def write_event(event: EventFile) -> bytes:
    """The event file's bytes; reading them again gives an equal EventFile. Raises EventFileError."""
    check_event(event)
    return _encoder.encode(event)


def _readable(path: str) -> str:
    """`$.rounds[0].matches[2].seats` as msgspec names it becomes `rounds[0].matches[2].seats`."""
    path = path.rstrip("`").removeprefix("$").removeprefix(".")
    return path or "the file"


def _lower_first(text: str) -> str:
    """The text as it goes on in a sentence; JSON stays JSON."""
    if text[1:2].isupper():
        return text
    return text[:1].lower() + text[1:]
