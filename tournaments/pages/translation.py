"""Messages of the site in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext

from rules.kernel.messages import Message as EngineMessage
from tournaments.errors import DomainError
from tournaments.game_words import in_books
from tournaments.messages import EngineText, Message


def translated(text: str) -> str:
    """A message of the site or of an engine in the reader's language, with the messages among its values. A plain text,
    as somebody's own words, stays as it is."""
    if isinstance(text, Message):
        if not text.msgid:
            return ""
        said = gettext(text.msgid)
        if not text.values:
            return said
        return said % {
            name: translated(value) if isinstance(value, str) else value
            for name, value in text.values.items()
        }
    if isinstance(text, EngineText):
        text = text.original
        return in_books(text) or text
    return in_books(text) or text if isinstance(text, EngineMessage) else text


def engine_words(text: str) -> str:
    """A sentence that an engine said, in the reader's language; a message as `translated` has it."""
    return translated(text if isinstance(text, Message) else EngineText(text))


def in_words(error: DomainError) -> str:
    """A refusal as the reader is told it."""
    return translated(error.message)
