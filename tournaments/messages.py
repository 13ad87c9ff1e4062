"""Sentences for people that remember what they were made of.

A `Message` is the English sentence: programs, commands and the database get that. It keeps its msgid and its values
besides, so that a page can say it in the reader's language (`tournaments.pages.translation`). It is written where it is
said, and `makemessages` finds it there:

    from tournaments.messages import message as _

    raise Conflict(_("Round %(n)s is published already.", n=round.number))

A value that is itself a message is translated with it; any other value, as a name, stays as it is. Formatting a
message, adding to it and `str()` give a plain text, which is translated no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel.messages import Message as EngineMessage
from rules.kernel.messages import plain, recalled

Value = str | int | float
"""A value that may stand in a message; a message, of the site or of an engine, is translated."""


class Message(str):
    """The English sentence, with its msgid and its values."""

    msgid: str
    values: Mapping[str, Value]

    def __new__(cls, msgid: str, values: Mapping[str, Value] | None = None) -> Message:
        made = super().__new__(cls, msgid % values if values else msgid)
        made.msgid, made.values = msgid, values or {}
        return made


def message(msgid: str, /, **values: Value) -> Message:
    """A message: `msgid` is the English sentence with a place `%(name)s` for each value."""
    return Message(msgid, values)


def joined(separator: str, parts: Iterable[Value]) -> Message:
    """Several messages or words in one row, each translated for itself."""
    values = {f"part{n}": part for n, part in enumerate(parts)}
    return Message(separator.replace("%", "%%").join(f"%({name})s" for name in values), values)


def stored(text: str) -> dict[str, Any] | None:
    """The JSON kept beside the English sentence, so that it can be translated later; None for a person's own words."""
    if isinstance(text, Message):
        values = {
            name: stored(value) or value if isinstance(value, str) else value
            for name, value in text.values.items()
        }
        return {"msgid": text.msgid, "values": values}
    return {"engine": plain(text)} if isinstance(text, EngineMessage) else None


def restored(text: str, kept: Mapping[str, Any] | None) -> str:
    """The message that was kept beside `text`; the text itself where nothing was."""
    return _message(kept) if text and kept else text


def _message(kept: Mapping[str, Any]) -> str:
    if "engine" in kept:
        return recalled(kept["engine"])
    values = {
        name: _message(value) if isinstance(value, dict) else value for name, value in kept["values"].items()
    }
    return Message(kept["msgid"], values)
