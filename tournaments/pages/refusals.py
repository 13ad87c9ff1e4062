"""What the domain says, in the reader's language: the one place where its texts are translated.

It says what it refuses, and how a figure came about, in English, figures and names inside. Here such a text is
known again by its form, and said in the reader's language; what is not known stays as it is.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from django.utils.translation import gettext

from tournaments.errors import DomainError
from tournaments.pages import card_list_texts, journal_texts, refusal_texts, standing_texts

#: What stands in a text under such a name is somebody's own word and stays as it is.
VERBATIM = "said"
_FORMS: dict[str, re.Pattern[str]] = {}
#: A text said in the reader's language and how many of its letters were values; None where it is not known.
Said = tuple[str, int] | None
_others: list[Callable[[str], Said]] = []


def know(texts: Iterable[str]) -> None:
    """Adds texts of another app."""
    for text in texts:
        form = re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.+?)", re.escape(text))
        _FORMS[text] = re.compile(form + r"\Z", re.DOTALL)
    form_of.cache_clear()


def ask(other: Callable[[str], Said]) -> None:
    """Adds another who knows texts: what the engines say is kept apart."""
    if other not in _others:
        _others.append(other)


@lru_cache(maxsize=2048)
def form_of(message: str) -> tuple[str, dict[str, str]] | None:
    """The text a message was made of and what stands in it; the one with the most of its own letters first."""
    forms = [(text, match.groupdict()) for text, form in _FORMS.items() if (match := form.match(message))]
    return min(forms, key=lambda each: sum(map(len, each[1].values())), default=None)


def translated(message: str) -> str:
    """A text of the domain in the reader's language."""
    if not message:
        return ""
    form = form_of(message)
    said = _said_elsewhere(message)
    if said is not None and (form is None or said[1] < sum(map(len, form[1].values()))):
        return said[0]
    if form is None:
        return _in_parts(message)
    text, values = form
    return gettext(text) % {
        name: value if name.startswith(VERBATIM) else translated(value) for name, value in values.items()
    }


def _said_elsewhere(message: str) -> Said:
    for other in _others:
        said = other(message)
        if said is not None:
            return said
    return None


def _in_parts(message: str) -> str:
    """A text that is not known whole: known as it stands, or part by part where several are joined."""
    parts = message.split("; ")
    if len(parts) == 1 or not any(form_of(part) or _said_elsewhere(part) for part in parts):
        return gettext(message)
    return "; ".join(translated(part) for part in parts)


def in_words(error: DomainError) -> str:
    """A refusal as the reader is told it."""
    return translated(error.message)


know(refusal_texts.TEXTS)
know(standing_texts.TEXTS)
know(journal_texts.TEXTS)
know(card_list_texts.TEXTS)
know(card_list_texts.JOURNAL)
