"""`{% load board_parts %}`: the small things of which every board is made, named by what they draw.

Plain tags and no templates of their own: a board draws hundreds of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from referee.boards.addresses import Note
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
def at(path: str) -> SafeString:
    """`<li{% at face.at %}>`: the address of what is drawn here; nothing where there is none. The only place that
    writes it."""
    return format_html(' data-at="{}"', path) if path else SafeString("")


@register.simple_tag
def mark(word: str, icon: str = "", turn: bool = False, path: str = "") -> SafeString:
    """A word about a side of the table, behind its drawing where it has one; `turn` where it says who is to act."""
    kind = mark_safe(" turn") if turn else ""
    if not icon:
        return format_html('<span class="tag{}"{}>{}</span>', kind, at(path), word)
    return format_html('<span class="tag{}"{}>{} {}</span>', kind, at(path), drawing(icon), word)


@register.simple_tag
def notes(said: Iterable[Note], element: str = "b", between: str = " · ", first: bool = False) -> SafeString:
    """Facts in words one after another, each with its address; `first`: nothing stands before them."""
    parts = ((element, at(note.at), note.words) for note in said)
    text = format_html_join(between, "<{0}{1}>{2}</{0}>", parts)
    return text if first or not text else format_html("{}{}", between, text)


@register.simple_tag
def pile_label(word: str, count: int | str | None = "", path: str = "") -> SafeString:
    """The label above a pile: its name and the number of cards; None is an unknown number."""
    if count == "":
        return format_html('<span class="label small"{}>{}</span>', at(path), word)
    return format_html(
        '<span class="label small"{}>{} <span class="number">{}</span></span>',
        at(path),
        word,
        UNKNOWN if count is None else count,
    )


@register.simple_tag
def fact(name: str, value: int | str | None, none: str = UNKNOWN, path: str = "") -> SafeString:
    """A line in a list of small facts; what stands there where the value is not known."""
    return format_html(
        "<div{}><dt>{}</dt><dd>{}</dd></div>", at(path), name, none if value is None else value
    )


@register.simple_tag
def chip(face: Face, number: int | str = "") -> SafeString:
    """A card in a row of small ones; `number`: what it costs or is worth, where its game says one."""
    if face.more:
        words: str = _("more")
    elif face.candidates:
        words = " / ".join(face.candidates[:MAX_CANDIDATES])
        words += " …" if len(face.candidates) > MAX_CANDIDATES else ""
    elif face.unknown:
        words = f"{face.count} × {_('face down')}" if face.count > 1 else _("face down")
    else:
        title = format_html(' title="{}"', face.summary) if face.summary else ""
        said = format_html("<b>{}</b>", face.title)
        if face.sub_title:
            said = format_html('<span class="face">{} <small>{}</small></span>', said, face.sub_title)
        worth = format_html('<span class="worth number">{}</span>', number) if number != "" else ""
        return format_html('<li class="mini"{}{}>{}{}</li>', title, at(face.at), said, worth)
    return format_html('<li class="mini"{}>{}</li>', at(face.at), words)


@register.simple_tag
def pile(
    word: str, faces: Sequence[Face], count: int | None, path: str, closed: bool = False, none: str = UNKNOWN
) -> SafeString:
    """A pile of cards: its name, their number and, of one that lies open, the card on top (its last); opened, all that
    the reader knows of. `none`: what stands there where nobody counted them."""
    label = pile_label(word, count, path)
    if not any(face.title or face.candidates for face in faces):
        if count is None and none != UNKNOWN:
            return format_html(
                '<p class="closed-pile">{} <span class="small soft">{}</span></p>', label, none
            )
        return format_html('<p class="closed-pile">{}</p>', label)
    top = format_html(' <span class="small">{} <b>{}</b></span>', _("on top"), faces[-1].title)
    cards = mark_safe("".join([_lying(face) for face in reversed(faces)]))  # noqa: S308 - each is escaped
    return format_html(
        '<div class="open-pile"><details id="pile-{}"><summary>{}{}</summary><ul class="cards">{}</ul></details></div>',
        path.replace(".", "-"),
        label,
        top if faces[-1].title and not closed else "",
        cards,
    )


def _lying(face: Face) -> str:
    """A card of a pile; a pile has dozens of them, and they are drawn again whenever one is added."""
    if not face.title:
        return chip(face)
    return f'<li class="mini" data-at="{escape(face.at)}"><b>{escape(face.title)}</b></li>'


@register.simple_tag
def nine(squares: Iterable[Any], words: str, ink: str = "", cover: str = "", path: str = "") -> SafeString:
    """A Grid of nine squares, Upper Left first, in the colour of what attacks or defends, under that of what lies over
    it; and in words for whoever does not see it."""
    drawn = mark_safe("".join([f'<i class="{one.kind}">{one.letter}</i>' for one in squares]))  # noqa: S308 - our own
    inks = f"{' ink-' + ink if ink else ''}{' over-' + cover if cover else ''}"
    return format_html(
        '<span class="grid-area{}" aria-hidden="true"{}>{}</span><span class="visually-hidden">{}</span>',
        inks,
        at(path),
        drawn,
        words,
    )
