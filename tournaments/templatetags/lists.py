"""Rows of the longest lists, thousands of one shape on paper and wall: written by hand, as a template for each row
would take a hundred times as long."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.entrants.models import Entrant
from tournaments.rounds.seated import Place
from tournaments.templatetags.look import figure

register = template.Library()


@register.simple_tag
def name_rows(places: Iterable[Place]) -> SafeString:
    """Pairings by name: name, table, opponents."""
    bye = _("Bye")
    rows = (
        (
            place.player.name,
            "–" if place.table.number is None else place.table.number,
            ", ".join(place.others) or bye,
        )
        for place in places
    )
    return format_html_join(
        "", '<tr><td>{}</td><td class="number"><strong>{}</strong></td><td>{}</td></tr>', rows
    )


@register.simple_tag
def wall_rows(places: Iterable[Place]) -> SafeString:
    """The same on the wall; opponents where there is one."""
    bye = _("Bye")
    rows = []
    for place in places:
        other = f"– {place.others[0]}" if place.others else bye
        versus = (
            format_html_join("", '<span class="vs">{}</span>', [(other,)]) if len(place.others) < 2 else ""
        )
        rows.append((place.player.name, versus, "" if place.table.number is None else place.table.number))
    return format_html_join("", "<li><span>{} {}</span><b>{}</b></li>", rows)


@register.simple_tag
def player_rows(players: Iterable[Entrant]) -> SafeString:
    """The player list on paper."""
    words: dict[str, str] = {}
    rows = []
    for player in players:
        if player.status not in words:
            words[player.status] = render_to_string("tournaments/entrants/status.html", {"entrant": player})
        rows.append((player.name, words[player.status]))
    return format_html_join(
        "", '<tr><td><span class="table-no"></span></td><td>{}</td><td>{}</td></tr>', rows
    )


@register.simple_tag
def standing_rows(rows: Sequence[dict[str, Any]]) -> SafeString:
    """Standings on paper: place, name, every tiebreaker."""
    cell = '<td class="number">{}</td>'
    figures = (
        format_html_join("", cell, ((figure(name, value),) for name, value in row["values"])) for row in rows
    )
    return format_html_join(
        "",
        '<tr><td class="number">{}</td><td>{}</td>{}</tr>',
        ((row["place"], row["entrant"].name, each) for row, each in zip(rows, figures, strict=True)),
    )
