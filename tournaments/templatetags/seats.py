"""`{% load seats %}`: who sits at a table, written without a template: every phone in the hall shows it."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models.entrants import Entrant
from tournaments.models.rounds import Seat
from tournaments.outcomes.scoring import GameScoring
from tournaments.pages.quick_html import format_html
from tournaments.tables.lines import Line
from tournaments.templatetags.words import games_of, score_of

register = template.Library()

SEAT = (
    '<div class="seat{}"><span class="letter"><span class="visually-hidden">{} </span>{}</span>'
    '<span class="name">{}{}{}</span>{}<span class="won">{}</span></div>'
)
TAG = ' <span class="tag">{}</span>'
SCORE = '<span class="scored small soft">{} <b class="number">{}</b></span>'


@register.simple_tag
def seats_of(line: Line, mine: Entrant | None, scoring: GameScoring, named: bool = False) -> SafeString:
    """`{% seats_of line mine scoring named %}`: each seat with its player and what he has won, the reader's own marked;
    `named`: he is told so in a word. At a table of three or more also the game's own score."""
    own = None if mine is None else mine.pk
    return SafeString("".join([_seat(seat, line, own, scoring, named) for seat in line.seats]))


def _seat(seat: Seat, line: Line, own: int | None, scoring: GameScoring, named: bool) -> str:
    outcome, is_own = line.outcome, seat.entrant_id == own
    starts = not outcome and line.starts == seat.letter
    score = score_of(outcome, seat.letter) if line.several else ""
    return format_html(
        SEAT,
        " me" if is_own else "",
        _("Seat"),
        seat.letter,
        seat.entrant.name,
        format_html(TAG, _("you")) if named and is_own else "",
        format_html(TAG, _("starts")) if starts else "",
        format_html(SCORE, scoring.score, score) if score else "",
        games_of(outcome, seat.letter),
    )
