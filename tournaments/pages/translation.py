"""Messages in the reader's language: those of the site, and those of the engines."""

from __future__ import annotations

from django.utils.functional import lazy
from django.utils.translation import get_language, gettext

from rules.kernel.messages import Message as EngineMessage
from rules.kernel.messages import recalled
from tournaments.errors import DomainError
from tournaments.messages import Message


def translated(text: str) -> str:
    """A message in the reader's language, with the messages among its values; a plain text, as somebody's own words,
    stays as it is."""
    if isinstance(text, EngineMessage):
        return text.said((get_language() or "").split("-")[0])
    if not isinstance(text, Message):
        return text
    if not text.msgid:
        return ""
    said = gettext(text.msgid)
    if not text.values:
        return said
    return said % {
        name: translated(value) if isinstance(value, str) else value for name, value in text.values.items()
    }


def engine_words(text: str) -> str:
    """An engine's text in the reader's language, even if only its English was kept; a message of the site as by
    `translated`."""
    return translated(text if isinstance(text, Message) else recalled(text))


def game_words(text: str) -> str:
    """A text that a game declares (its figures, its columns, what happens when time is called), in the reader's
    language; one that all games share stands among the site's messages."""
    known = recalled(text)
    return translated(known) if isinstance(known, EngineMessage) else gettext(text)


game_words_lazy = lazy(game_words, str)


def in_words(error: DomainError) -> str:
    """A refusal as the reader is told it."""
    return translated(error.message)
