"""`{% load board_parts %}`: the small things of which every board is made, named by what they draw.

Plain tags and no templates of their own: a board draws hundreds of them.
"""

from __future__ import annotations

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from referee.boards.scene import Face
from tournaments.templatetags.look import icon as drawing

register = template.Library()

#: Of the cards that a hidden one may be, so many are named.
MAX_CANDIDATES = 3
#: Where a number is not known.
UNKNOWN = "?"


@register.simple_tag
def face_title(face: Face, guess: bool = False, unknown: str = "") -> str:
    """The text on a card: its title; of a hidden one what it may be, where that is wanted and known; else that it
    lies face down, or the word for it here."""
    if face.title:
        return conditional_escape(face.title)
    if guess and face.candidates:
        return conditional_escape(" / ".join(face.candidates[:MAX_CANDIDATES]))
    return conditional_escape(unknown or _("face down"))


@register.simple_tag
def mark(word: str, icon: str = "", turn: bool = False) -> SafeString:
    """A word about a side of the table, behind its drawing where it has one; `turn` where it says who is to act."""
    kind = mark_safe(" turn") if turn else ""
    if not icon:
        return format_html('<span class="tag{}">{}</span>', kind, word)
    return format_html('<span class="tag{}">{} {}</span>', kind, drawing(icon), word)


@register.simple_tag
def pile_label(word: str, count: int | str | None = "") -> SafeString:
    """The label above a pile: its name and the number of cards; None is an unknown number."""
    if count == "":
        return format_html('<span class="label small">{}</span>', word)
    return format_html(
        '<span class="label small">{} <span class="number">{}</span></span>',
        word,
        UNKNOWN if count is None else count,
    )


@register.simple_tag
def fact(name: str, value: int | str | None, none: str = UNKNOWN) -> SafeString:
    """A line in a list of small facts; what stands there where the value is not known."""
    return format_html("<div><dt>{}</dt><dd>{}</dd></div>", name, none if value is None else value)
