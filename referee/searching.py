"""The words of a search: what is left of a question, the same for every index."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from django.utils.text import slugify

#: As much of what is asked is read.
MAX_WORDS, MAX_LETTERS = 12, 80
#: Words of a question that say nothing of what it is about.
EMPTY_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an and any are at be by can could do does for from has have how i if in is it its may me must my no of on "
        "or the their them then there they this to was what when where which who why will with would you your",
    )
)


def telling_words(wanted: str) -> list[str]:
    """The words that are looked for: letters and digits, small and without marks; those that say nothing are left out
    while others remain."""
    words = re.findall(r"[^\W_]+", without_marks(wanted[:MAX_LETTERS].casefold()))[:MAX_WORDS]
    telling = [word for word in words if word not in EMPTY_WORDS]
    return telling or words


def without_marks(text: str) -> str:
    """A text whose letters have no accents."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def card_key(title: str) -> str:
    """The last part of the address of the cards of a title."""
    return slugify(title) or "-"


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a value of plain JSON, but notes."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_in(inner)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name != "note":
                yield from texts_in(inner)
