"""An entry's verdict in words: on the pages, in its picture and in a game saved as one page alike."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext, gettext_noop

from rules.kernel.verdict import Verdict


class Said(msgspec.Struct, frozen=True):
    """A verdict as a word, the drawing beside it, and how much it asks for attention (a kind of status)."""

    word: str
    icon: str
    kind: str = ""


#: the engine's verdicts
_BY_VERDICT = {
    "legal": (gettext_noop("legal"), "done", "soft"),
    "illegal": (gettext_noop("illegal"), "contested", "act"),
    "undetermined": (gettext_noop("not sure"), "half", ""),
    "not_reached": (gettext_noop("not judged"), "pause", "soft"),
}
_TAKEN_BACK = (gettext_noop("taken back"), "back", "soft")
_LET_STAND = (gettext_noop("let stand"), "note", "")
_DECLARED = (gettext_noop("declared"), "note", "soft")


def said_of(verdict: Verdict, declared: bool) -> Said:
    """What is said of an entry in the reader's language: what became of it by rulings first, then the verdict."""
    if verdict.undone:
        word, icon, kind = _TAKEN_BACK
    elif verdict.let_stand:
        word, icon, kind = _LET_STAND
    elif verdict.verdict == "legal" and declared:
        word, icon, kind = _DECLARED
    else:
        word, icon, kind = _BY_VERDICT[verdict.verdict]
    return Said(gettext(word), icon, kind)
