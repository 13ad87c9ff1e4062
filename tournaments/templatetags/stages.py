"""Rows of brackets, cross tables and cuts, drawn by hand as those of other long lists."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.models.entrants import Entrant
from tournaments.pages.translation import translated
from tournaments.stage_pages.cells import Cell, Side
from tournaments.stage_pages.crosstable import CrossRow, CrossTable, Met
from tournaments.stage_pages.cut import Candidate
from tournaments.stage_pages.drawing import note
from tournaments.templatetags.look import figure, points
from tournaments.templatetags.words import tiebreaker_short

register = template.Library()

VS = mark_safe('<span class="vs"> – </span>')
MINE = mark_safe(' class="mine"')


@register.simple_tag
def bracket_row(cell: Cell, own: str) -> SafeString:
    """A match of the bracket as a row: number, players with their seeds, result."""
    here = [side for side in cell.sides if side.code or side.source]
    players = format_html_join(VS, "{}", ((_named(side),) for side in here))
    if cell.state == "bye" or (cell.number is None and len(here) == 1):
        players = format_html('{} <span class="soft">{}</span>', players, _("Bye"))
    mine = bool(own) and any(side.code == own for side in cell.sides)
    return format_html(
        '<tr role="row" data-row="list-{}"{}><td role="cell" class="number place">{}</td>'
        '<td role="cell" class="fill">{}</td><td role="cell" class="end">{}</td></tr>',
        "-".join(str(part) for part in cell.place),
        MINE if mine else "",
        cell.number or "",
        players or "–",
        _result(cell),
    )


def _named(side: Side) -> SafeString:
    if not side.code:
        return format_html('<span class="player soft">{}</span>', translated(side.source))
    name = format_html("<strong>{}</strong>", side.name) if side.won else side.name
    seed = format_html(' <span class="small soft">({})</span>', side.seed) if side.seed else ""
    gone = format_html(' <span class="tag">{}</span>', _("has left")) if side.gone else ""
    return format_html('<span class="player">{}{}{}</span>', name, seed, gone)


def _result(cell: Cell) -> SafeString | str:
    """The score as a link to the match; while there is none, where it is played."""
    said = note(cell).removeprefix(str(cell.number or "")).removeprefix(" · ")
    scores = [side.score for side in cell.sides]
    if all(scores):
        score = "–".join(scores) if "+" not in scores else " ".join(scores)
        said = f"{score}, {said}" if said else score
    if cell.match is None or cell.state == "bye":
        return ""
    label = " – ".join(side.name for side in cell.sides if side.name)
    return format_html(
        '<a class="open" href="{}"><span class="visually-hidden">{}: </span>{}</a>',
        reverse("tournaments:match_page", args=[cell.match]),
        label,
        said or _("Match"),
    )


@register.simple_tag
def cross_table(table: CrossTable, rows: Sequence[CrossRow], mine: Entrant | None) -> SafeString:
    """A group: a row and a column for each player, the points at the end."""
    heads = format_html_join(
        "",
        '<th scope="col"><abbr title="{}">{}</abbr></th>',
        ((row.person.name, at) for at, row in enumerate(table.rows, start=1)),
    )
    numbers = {row.person.code: at for at, row in enumerate(table.rows, start=1)}
    body = format_html_join(
        "",
        '<tr data-row="cross-{}"{}><th scope="row">{}. {}{}</th>{}'
        '<td class="record">{}</td><td class="sum">{}</td></tr>',
        (
            (
                row.person.pk,
                MINE if mine is not None and mine and row.person.pk == mine.pk else "",
                numbers[row.person.code],
                row.person.name,
                format_html(' <span class="tag">{}</span>', _("has left")) if row.gone else "",
                format_html_join(
                    "", "{}", ((_cell(row, table.rows[at], met),) for at, met in enumerate(row.cells))
                ),
                f"{row.won}–{row.lost}–{row.drawn}" if row.drawn else f"{row.won}–{row.lost}",
                points(row.points),
            )
            for row in rows
        ),
    )
    return format_html(
        '<table class="cross"><thead><tr><th scope="col">{}</th>{}<th scope="col">{}</th><th scope="col">{}</th></tr>'
        "</thead><tbody>{}</tbody></table>",
        _("Name"),
        heads,
        _("Record"),
        _("Points"),
        body,
    )


def _cell(row: CrossRow, other: CrossRow, met: list[Met] | None) -> SafeString:
    if met is None:
        return mark_safe('<td class="self"></td>')
    return format_html(
        "<td>{}</td>", format_html_join(" ", "{}", ((_met(row, other, each),) for each in met))
    )


def _met(row: CrossRow, other: CrossRow, met: Met) -> SafeString:
    said: str = met.text or "…"
    if met.taken_out:
        said = format_html('<span class="out">{}</span>', said)
    if met.match is None:
        return format_html("{}", said)
    if met.text:
        state = ""
    elif met.contested:
        state = _("contested")
    else:
        state = _("Table %(n)s") % {"n": met.table}
    return format_html(
        '<a class="quiet-link" href="{}"{}><span class="visually-hidden">{} – {}: {} </span>{}</a>',
        reverse("tournaments:match_page", args=[met.match]),
        format_html(' title="{}"', state) if state else "",
        row.person.name,
        other.person.name,
        state,
        said,
    )


@register.simple_tag
def cut_row(row: Candidate, mine: Entrant | None, last: bool) -> SafeString:
    """Who is in, with the seed; or who would move up, as the how manieth."""
    kinds = " ".join(
        kind
        for kind, on in (
            ("mine", bool(mine) and mine is not None and row.entrant.pk == mine.pk),
            ("line-below", last),
        )
        if on
    )
    tags = []
    if row.group:
        tags.append(_("Group %(n)s") % {"n": row.group})
    if row.up:
        tags.append(_("moves up first") if row.up == 1 else _("moves up as number %(n)s") % {"n": row.up})
    figures = format_html_join(
        "",
        '<td role="cell" class="number" data-label="{}">{}</td>',
        ((tiebreaker_short(name), figure(name, value)) for name, value in row.values),
    )
    return format_html(
        '<tr role="row" data-row="cut-{}" class="{}"><td role="cell" class="number place">{}</td>'
        '<td role="cell" class="fill name">{}{}</td>{}</tr>',
        row.entrant.pk,
        kinds,
        row.seed or "–",
        row.entrant.name,
        format_html(' <span class="small soft">{}</span>', ", ".join(tags)) if tags else "",
        figures,
    )
