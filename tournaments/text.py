"""Texts and loose JSON from outside: what a database and a page can hold, or a clear refusal."""

import math
import re
from unicodedata import category

from tournaments.errors import Invalid
from tournaments.messages import message as _

# Control characters, halves of characters, and marks that turn the direction of the text after them.
_BAD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
# Letters and signs that are drawn as nothing: fillers of Hangul, the empty Braille cell.
_BLANK = "\u115f\u1160\u3164\uffa0\u2800"
MAX_DEPTH = 20
#: Fields that a refusal calls by a word of the reader's language; others by the name a program sends.
_NAMES = {"name": _("name"), "reason": _("reason")}


def _word(field: str) -> str:
    return _NAMES.get(field, field)


def clean_text(value: object, field: str, *, limit: int, needed: bool = False) -> str:
    """The text, trimmed. Raises Invalid for another type, control characters, too long or missing."""
    if value is None:
        value = ""
    if not isinstance(value, str):
        raise Invalid(
            _("“%(field)s” must be a text.", field=_word(field)),
            fields={field: _("Must be a text.")},
        )
    text = value.strip()
    if text == value:
        # a message stays one
        text = value
    if _BAD.search(text):
        raise Invalid(
            _("“%(field)s” contains characters that are not allowed.", field=_word(field)),
            fields={field: _("Contains characters that are not allowed.")},
        )
    if len(text) > limit:
        raise Invalid(
            _("“%(field)s” may have at most %(n)s characters.", field=_word(field), n=limit),
            fields={field: _("At most %(n)s characters.", n=limit)},
        )
    if needed and not text:
        raise Invalid(
            _("“%(field)s” is missing.", field=_word(field)), fields={field: _("This is required.")}
        )
    return text


def clean_line(value: object, field: str, *, limit: int, needed: bool = False) -> str:
    """The same for a text of one line, as a name: inner white space becomes single spaces, and what shows nothing is
    empty.
    """
    if type(value) is str and value.isascii() and value.isprintable() and len(value) <= limit:
        # lists of thousands are read: nothing in such a text is to be refused, and every sign but a space shows
        line = " ".join(value.split())
        if line:
            return line
    line = " ".join(clean_text(value, field, limit=limit).split())
    shown = line if any(category(sign)[0] in "LNPS" and sign not in _BLANK for sign in line) else ""
    return clean_text(shown, field, limit=limit, needed=needed)


def clean_reason(value: object, *, needed: bool = True) -> str:
    """A reason for the record."""
    return clean_text(value, "reason", limit=500, needed=needed)


def clean_int(value: object, field: str, low: int, high: int) -> int:
    """The whole number, between both ends. Raises Invalid."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Invalid(
            _(
                "“%(field)s” must be a whole number from %(low)s to %(high)s.",
                field=_word(field),
                low=low,
                high=high,
            ),
            fields={field: _("A whole number from %(low)s to %(high)s.", low=low, high=high)},
        )
    return value


def clean_json(value: object, field: str, depth: int = 0) -> None:
    """Raises Invalid for JSON that no database holds: bad characters, endless numbers, endless nesting."""
    if depth > MAX_DEPTH:
        raise Invalid(
            _("“%(field)s” is nested too deep.", field=_word(field)),
            fields={field: _("Nested too deep.")},
        )
    if isinstance(value, str) and _BAD.search(value):
        raise Invalid(
            _("“%(field)s” contains characters that are not allowed.", field=_word(field)),
            fields={field: _("Contains characters that are not allowed.")},
        )
    if isinstance(value, float) and not math.isfinite(value):
        raise Invalid(
            _("“%(field)s” holds a number that is not finite.", field=_word(field)),
            fields={field: _("Not a finite number.")},
        )
    if isinstance(value, int) and abs(value) > 2**53:
        raise Invalid(
            _("“%(field)s” holds a number that is too large.", field=_word(field)),
            fields={field: _("Too large a number.")},
        )
    if isinstance(value, dict):
        for key, inner in value.items():
            clean_json(key, field, depth + 1)
            clean_json(inner, field, depth + 1)
    elif isinstance(value, list | tuple):
        for inner in value:
            clean_json(inner, field, depth + 1)
