"""Rows of the longest lists, thousands of one shape on paper and wall: written by hand, as a template for each row
would take a hundred times as long."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.hall.queries import Place as InHall
from tournaments.models.entrants import Entrant, Status
from tournaments.outcomes.scoring import scoring_of
from tournaments.pages.quick_html import format_html, format_html_join
from tournaments.pages.translation import translated
from tournaments.rounds.offer_views import Shown
from tournaments.rounds.offered import Person, Row
from tournaments.tables.lines import Line
from tournaments.tables.marks import SIGN, Mark
from tournaments.tables.seated import Place, Table
from tournaments.templatetags.look import figure, icon
from tournaments.templatetags.look import points as figures
from tournaments.templatetags.words import reason_words, tiebreaker_short, tiebreaker_title

register = template.Library()

MINE = mark_safe(' class="mine"')
PLAIN, STRONG = "{}", "<strong>{}</strong>"
RECORD = '<td role="cell" class="number" data-label="{}">{}</td>'
FIGURE = (
    '<td role="cell" class="number" data-label="{}"><a class="figure" href="{}{}/#{}">'
    '<span class="visually-hidden">{} </span>{}</a></td>'
)


ON_WALL = "<li><span>{} </span><b>{}{}</b></li>"
ON_WALL_AGAINST = '<li><span>{} <span class="vs">{}</span></span><b>{}{}</b></li>'
POD_HEAD = (
    '<div class="pod"><div class="pod-head small soft" aria-hidden="true"><span>{}</span><span>{}</span>'
    '<span>{}</span></div>{}</div><p class="help">{}</p>'
)
POD_ROW = (
    '<div class="pod-row" role="group" aria-label="{1}"><span class="name"><span class="letter soft">{0}</span>'
    ' {1}</span><span><input class="number" type="text" inputmode="numeric" maxlength="1" autocomplete="off"'
    ' data-place name="place_{0}" aria-label="{2}"></span><span><input class="number" type="text"'
    ' inputmode="numeric" maxlength="7" autocomplete="off" name="score_{0}" aria-label="{3}"></span></div>'
)


@register.filter
def pod_fields(line: Line) -> SafeString:
    """A place and the game's score for each seat of a table of three or more; nothing for two."""
    if not line.several:
        return SafeString("")
    scoring, place = scoring_of(line.match.round.event.game), _("Place of %(name)s")
    rows = (
        (
            seat.letter,
            seat.entrant.name,
            place % {"name": seat.entrant.name},
            f"{scoring.score}: {seat.entrant.name}",
        )
        for seat in line.seats
    )
    if scoring.decides:
        said = _(
            "Equal places are shared. If you enter everybody’s %(what)s, the places may stay empty: they follow"
            " from them."
        ) % {"what": scoring.score}
    else:
        said = _("Players who share a place get the same number. Points may stay empty.")
    return format_html(
        POD_HEAD, _("Player"), _("Place"), scoring.score, format_html_join("", POD_ROW, rows), said
    )


@register.filter
def table_mark(mark: Mark | None) -> SafeString:
    """The sign of a fixed table with its word, and the name of the range; nothing for another table."""
    said = SafeString("")
    if mark is None:
        return said
    if mark.fixed:
        said += format_html(
            ' <span class="small soft" title="{1}"><span aria-hidden="true">{0}</span>'
            '<span class="visually-hidden">{1}</span></span>',
            SIGN,
            _("fixed table"),
        )
    if mark.range:
        said += format_html(' <span class="small soft">{}</span>', mark.range)
    return said


@register.simple_tag
def name_rows(places: Iterable[Place]) -> SafeString:
    """Pairings by name: name, table, opponents."""
    bye = _("Bye")
    rows = (
        (
            place.player.name,
            "–" if place.table.number is None else place.table.number,
            table_mark(place.table.mark),
            ", ".join(place.others) or bye,
        )
        for place in places
    )
    return format_html_join("", "<tr><td>{}</td><td>{}{}</td><td>{}</td></tr>", rows)


@register.simple_tag
def table_rows(tables: Iterable[Table]) -> SafeString:
    """Pairings by table: number, players."""
    bye = _("Bye")
    rows = (
        (
            bye if table.is_bye else table.number,
            table_mark(table.mark),
            " – ".join(player.name for player in table.players),
        )
        for table in tables
    )
    return format_html_join("", '<tr><td class="number">{}{}</td><td>{}</td></tr>', rows)


@register.simple_tag
def wall_rows(places: Iterable[Place]) -> SafeString:
    """The same on the wall; opponents where there is one."""
    bye = _("Bye")
    rows = []
    for place in places:
        others = place.others
        number = "" if place.table.number is None else place.table.number
        mark = table_mark(place.table.mark)
        if len(others) < 2:
            other = f"– {others[0]}" if others else bye
            rows.append(format_html(ON_WALL_AGAINST, place.player.name, other, number, mark))
        else:
            rows.append(format_html(ON_WALL, place.player.name, number, mark))
    return mark_safe("".join(rows))  # noqa: S308 - each is HTML


@register.simple_tag
def player_rows(players: Iterable[Any]) -> SafeString:
    """The player list on paper: a box to tick, the name, the status in words."""
    words: dict[str, str] = {}
    rows = []
    for player in players:
        if player.status not in words:
            drawn = render_to_string("tournaments/entrants/status.html", {"entrant": player})
            words[player.status] = strip_tags(drawn).strip()
        rows.append((player.name, words[player.status]))
    return format_html_join("", "<tr><td></td><td>{}</td><td>{}</td></tr>", rows)


class _Figures(dict[tuple[str, Any], str]):
    """Values as they are written, each once: thousands have the same few."""

    def __missing__(self, key: tuple[str, Any]) -> str:
        self[key] = figure(*key)
        return self[key]


class _Cells(dict[tuple[str, Any], SafeString]):
    """The same as cells of a table; what has no name is written as it is."""

    def __missing__(self, key: tuple[str, Any]) -> SafeString:
        name, value = key
        self[key] = format_html("<td>{}</td>", figure(name, value) if name else value)
        return self[key]

    def of(self, values: Iterable[tuple[str, Any]]) -> SafeString:
        """The cells of a row."""
        return mark_safe("".join([self[each] for each in values]))  # noqa: S308 - each is HTML


@register.simple_tag
def standing_rows(rows: Sequence[dict[str, Any]]) -> SafeString:
    """Standings on paper: place, name, record, every tiebreaker."""
    cells = _Cells()
    return format_html_join(
        "",
        "<tr><td>{}</td><td>{}{}</td>{}{}</tr>",
        (
            (
                row["place"],
                row["entrant"].name,
                _stage_of(row),
                cells["", row["record"]] if row["record"] else "",
                cells.of(row["values"]),
            )
            for row in rows
        ),
    )


@register.simple_tag
def standing_list(rows: Sequence[dict[str, Any]], slug: str, number: int, mine: Entrant | None) -> SafeString:
    """Standings on the screen: every figure leads to its working."""
    dropped = format_html(' <span class="tag">{}</span>', _("dropped"))
    base = reverse("tournaments:working", args=[slug, number, 0]).removesuffix("0/")
    own = mine.pk if mine else None
    named = {
        name: (tiebreaker_short(name), tiebreaker_title(name))
        for row in rows[:1]
        for name, _v in row["values"]
    }
    drawn, record_word = [], _("Record")
    for row in rows:
        player = row["entrant"]
        figures = []
        for name, value in row["values"]:
            short, title = named[name]
            said = STRONG if name == "match_points" else PLAIN
            figures.append((short, base, player.pk, name, title, format_html(said, figure(name, value))))
        drawn.append(
            (
                player.pk,
                MINE if player.pk == own else "",
                row["place"],
                player.name,
                _stage_of(row),
                dropped if player.status == Status.DROPPED else "",
                format_html(RECORD, record_word, row["record"]) if row["record"] else "",
                format_html_join("", FIGURE, figures),
            )
        )
    return format_html_join(
        "",
        '<tr role="row" data-row="{}"{}><td role="cell" class="number place">{}</td>'
        '<td role="cell" class="fill name">{}{}{}</td>{}{}</tr>',
        drawn,
    )


def _stage_of(row: dict[str, Any]) -> SafeString | str:
    """The stage that somebody played last, where it is said."""
    stage = row.get("stage")
    return format_html(' <span class="small soft">{}</span>', translated(stage)) if stage else ""


#: What is drawn and said of a table in the hall by its state.
HALL_SIGNS = {"late": "time", "contested": "contested", "done": "done"}
HALL_TABLE = '<li class="{0}" data-row="table-{1}"><span class="number">{1}</span></li>'
HALL_MATCH = (
    '<li class="{0}" data-row="table-{1}"><a href="{2}{3}/" title="{4}">'
    '<span class="number">{1}</span>{5}</a></li>'
)


@register.simple_tag
def hall_tables(places: Iterable[InHall]) -> SafeString:
    """A row of the hall: every table with its state as colour, sign and word."""
    base = reverse("tournaments:match_page", args=[0]).removesuffix("0/")
    words = {
        "playing": _("plays"),
        "late": _("past its time"),
        "contested": _("reports differ"),
        "done": _("has finished"),
    }
    calls = _said("call", _("calls a judge"))
    said = {state: _said(HALL_SIGNS.get(state), word) for state, word in words.items()}
    rows = []
    for place in places:
        kind = f"{place.state} calling" if place.calling else place.state
        if not place.match:
            rows.append(HALL_TABLE.format(kind, place.number))
            continue
        told = calls + said[place.state] if place.calling else said[place.state]
        rows.append(HALL_MATCH.format(kind, place.number, base, place.match, escape(place.names), told))
    # Of thousands of tables only the names were written by somebody: the rest are words of ours, and numbers.
    return mark_safe("".join(rows))  # noqa: S308


def _said(sign: str | None, word: str) -> SafeString:
    hidden = format_html('<span class="visually-hidden">{}</span>', word)
    return icon(sign) + hidden if sign else hidden


@register.simple_tag
def final_rows(rows: Sequence[dict[str, Any]]) -> SafeString:
    """Standings on the wall: place, name, match points."""
    written = _Figures()
    return format_html_join(
        "",
        "<li><span>{}. {}</span><b>{}</b></li>",
        (
            (
                row["place"],
                row["entrant"].name,
                "".join(written[name, value] for name, value in row["values"] if name == "match_points"),
            )
            for row in rows
        ),
    )


@register.simple_tag
def offer_rows(shown: Shown) -> SafeString:
    """Lines of an offer: number, players with points and record, why. A name is pressed to choose its player."""
    word, choose, between = _("Table"), _("Choose"), mark_safe(' <span class="vs">–</span> ')
    bye = render_to_string("components/status.html", {"shape": "done", "word": _("Bye"), "kind": "soft"})
    out = render_to_string("components/status.html", {"shape": "warn", "word": _("Sits out")})
    number = '<span class="table-no"><span class="visually-hidden">{} </span>{}</span>'

    floats = {
        way: format_html(
            ' <span class="small soft" title="{1}"><span aria-hidden="true">{0}</span>'
            '<span class="visually-hidden">{1}</span></span>',
            sign,
            words,
        )
        for way, sign, words in (("up", "▲", _("paired up")), ("down", "▼", _("paired down")))
    }

    def name(person: Person, row: Row) -> SafeString:
        address, points = shown.choosing(person), shown.points(person)
        figures_of_one = ["" if points is None else figures(points), shown.records.get(person.code, "")]
        had = " · ".join(text for text in figures_of_one if text)
        has = format_html(' <span class="small soft number">{}</span>', had) if had else SafeString("")
        has += floats.get(shown.paired(person, row), SafeString(""))
        if address:
            link = (
                '<a class="player" href="{}" data-seat="{}" data-name="{}">'
                '<span class="visually-hidden">{} </span>{}</a>{}'
            )
            return format_html(link, address, person.pk, person.name, choose, person.name, has)
        return format_html('<span class="player">{}</span>{}', person.name, has)

    def why(row: Row) -> str:
        if row.table is None:
            return bye if row.bye else out
        return "; ".join(reason_words(reason) for reason in shown.reasons(row))

    return format_html_join(
        "\n",
        '<tr role="row"><td role="cell">{}{}</td><td role="cell" class="fill">{}</td>'
        '<td role="cell" class="small soft whole">{}</td></tr>',
        (
            (
                "" if row.table is None else format_html(number, word, row.table),
                table_mark(shown.mark(row)),
                format_html_join(between, "{}", ((name(each, row),) for each in row.people)),
                why(row),
            )
            for row in shown.page.object_list
        ),
    )


@register.simple_tag
def seating_rows(rows: Sequence[dict[str, Any]]) -> SafeString:
    """Everybody with a field for the table and a box for a bye."""
    bye, checked = _("Bye for %(name)s"), mark_safe(" checked")
    return format_html_join(
        "",
        '<tr><td><label for="table-{}">{}</label></td><td><input class="number" type="text" inputmode="numeric" '
        'maxlength="7" id="table-{}" name="table_{}" value="{}"></td><td><input type="checkbox" id="bye-{}" '
        'name="bye_{}" value="1" aria-label="{}"{}></td></tr>',
        (
            (
                code := row["entrant"].code,
                row["entrant"].name,
                code,
                code,
                row["table"],
                code,
                code,
                bye % {"name": row["entrant"].name},
                checked if row["bye"] else "",
            )
            for row in rows
        ),
    )
