"""The paper pack of a published round as a PDF: pairings by name and by table, match slips, standings.

It needs no browser and no network, so that it can be printed when the site is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.fonts import TTFFont

from tournaments.kept_standings.kept import finished_round, kept_of, table_of, written_record
from tournaments.models.rounds import Round
from tournaments.pages.translation import translated
from tournaments.rounds.paper_views import SLIPS_A_SHEET, for_the_guillotine
from tournaments.stages.titles import round_title
from tournaments.tables.seated import Table, places_by_name, tables_of

FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
#: Millimetres: what A4 and Letter both have room for.
LEFT, TOP, WIDE, HIGH = 12.0, 12.0, 186.0, 254.0
LINE = 6.0
#: Drawn for a letter that the font lacks; the player's code then stands beside the name.
LACKING = "\u25a1"


class Pack(FPDF):
    """A document of sheets with a heading each, and lists in columns."""

    def __init__(self, title: str, at: datetime) -> None:
        super().__init__(format="A4", unit="mm")
        self.of = title
        self.made = at
        self.add_font("DejaVu", fname=str(FONT))
        font = self.fonts["dejavu"]
        assert isinstance(font, TTFFont)
        self.known = frozenset(font.cmap)
        self.set_auto_page_break(False)
        self.set_margins(LEFT, TOP)
        self.set_title(title)
        self.set_creation_date(at)

    def written(self, text: str, code: str = "") -> str:
        """The text as the font can write it."""
        drawn = "".join(sign if ord(sign) in self.known else LACKING for sign in text)
        return f"{drawn} ({code})" if code and drawn != text else drawn

    def put(self, x: float, y: float, wide: float, text: str, size: float, align: str = "L") -> None:
        """A line of text, smaller or cut where it is too long."""
        self.set_font("DejaVu", size=size)
        while self.get_string_width(text) > wide and size > 6:
            size -= 0.5
            self.set_font("DejaVu", size=size)
        while len(text) > 1 and self.get_string_width(text) > wide:
            text = text[:-2] + "…"
        self.set_xy(x, y)
        self.cell(wide, LINE, text, align=align)

    def sheet(self, heading: str) -> float:
        """A new sheet with its heading; gives where the list begins."""
        self.add_page()
        self.put(LEFT, TOP, WIDE, self.written(self.of), 9)
        self.put(LEFT, TOP + 6, WIDE, self.written(heading), 16)
        self.line(LEFT, TOP + 15, LEFT + WIDE, TOP + 15)
        return TOP + 17

    def listed(
        self, heading: str, rows: Sequence[Sequence[str]], widths: Sequence[float], columns: int = 1
    ) -> None:
        """Rows down the sheet, in so many columns, on as many sheets as they need."""
        y = self.sheet(heading)
        lines = int((TOP + HIGH - y) // LINE)
        gap = 6.0
        wide = (WIDE - gap * (columns - 1)) / columns
        for n, row in enumerate(rows):
            at = n % (lines * columns)
            if n and not at:
                self.sheet(heading)
            x, line = LEFT + (at // lines) * (wide + gap), y + (at % lines) * LINE
            for share, text in zip(widths, row, strict=True):
                self.put(x, line, share * wide - 1, text, 10)
                x += share * wide

    def slip(self, table: Table, title: str, x: float, y: float, wide: float, high: float) -> None:
        """One slip: the table, who sits there, room for the result and to sign."""
        self.rect(x, y, wide, high)
        x, wide = x + 4, wide - 8
        self.put(x, y + 2, wide, self.written(self.of), 8)
        self.put(x, y + 7, wide, self.written(title), 8)
        self.put(x, y + 15, wide, _("Table %(n)s") % {"n": table.number}, 20)
        step = min(16.0, (high - 40) / max(len(table.players), 1))
        for n, player in enumerate(table.players):
            line = y + 28 + n * step
            name = self.written(player.name, player.code)
            self.put(x, line, wide - 34, f"{player.letter}  {name}", 11)
            self.rect(x + wide - 32, line, 14, min(8.0, step - 1))
            self.rect(x + wide - 14, line, 14, min(8.0, step - 1))
        first = y + 24
        self.put(x + wide - 32, first - 2, 14, _("Result"), 6, "C")
        self.put(x + wide - 14, first - 2, 14, _("Drop"), 6, "C")
        line = y + high - 8
        share = wide / max(len(table.players), 1)
        for n in range(len(table.players)):
            self.line(x + n * share, line, x + (n + 1) * share - 4, line)
        self.put(x, line, wide, _("Signed by everybody at the table"), 6)


def paper_pack(round: Round, at: datetime) -> bytes:
    """The pack of a published round, in the language that is on, with the standings after the newest finished round."""
    tables, title = tables_of(round), translated(round_title(round))
    when = f"{date_format(localtime(at), 'DATE_FORMAT')}, {date_format(localtime(at), 'H:i')}"
    pack = Pack(f"{round.event.name} · {when}", at)
    bye = _("Bye")

    def named(table: Table) -> str:
        return "  –  ".join(pack.written(player.name, player.code) for player in table.players)

    by_name = [
        (
            pack.written(place.player.name, place.player.code),
            bye if place.table.is_bye else str(place.table.number),
        )
        for place in places_by_name(tables)
    ]
    pack.listed(f"{title} · {_('Pairings by name')}", by_name, (0.85, 0.15), columns=2)
    by_table = [(bye if table.is_bye else str(table.number), named(table)) for table in tables]
    pack.listed(f"{title} · {_('Pairings by table')}", by_table, (0.1, 0.9))
    _slips(pack, [table for table in tables if not table.is_bye], title)
    _standings(pack, round)
    return bytes(pack.output())


def _slips(pack: Pack, tables: Iterable[Table], title: str) -> None:
    """Four to a sheet, in the order in which a cut stack lies."""
    wide, high = WIDE / 2, HIGH / 2
    for n, table in enumerate(for_the_guillotine(list(tables))):
        at = n % SLIPS_A_SHEET
        if not at:
            pack.add_page()
        if table is not None:
            pack.slip(table, title, LEFT + (at % 2) * wide, TOP + (at // 2) * high, wide, high)


def _standings(pack: Pack, round: Round) -> None:
    done = finished_round(round.event)
    kept = kept_of(done) if done is not None else None
    if done is None or kept is None:
        return
    names = dict(round.event.entrants.values_list("code", "name"))
    rows = [
        (
            str(row["place"]),
            pack.written(names[row["entrant"]], row["entrant"]),
            written_record(row),
            str(row["values"].get("match_points", "")),
        )
        for row in table_of(kept)
    ]
    heading = _("Standings after round %(n)s") % {"n": done.number}
    pack.listed(heading, rows, (0.1, 0.6, 0.2, 0.1))
