"""The paper of a published round: pairings by name and by table, match slips, and the standings before it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.models.rounds import Round
from tournaments.outcomes.scoring import scoring_of
from tournaments.pages.translation import translated
from tournaments.paper.of_event import standings_sheets
from tournaments.paper.sheets import HIGH, LEFT, TOP, WIDE, pack_of
from tournaments.rounds.paper_views import SLIPS_A_SHEET, for_the_guillotine
from tournaments.stages.titles import round_title
from tournaments.tables.marks import SIGN
from tournaments.tables.seated import Table, places_by_name, tables_of
from tournaments.typed_codes import code_of

if TYPE_CHECKING:
    from tournaments.paper.pack import Pack


def paper_pack(round: Round, at: datetime) -> bytes:
    """The pack of a published round, in the language that is on, with the standings after the newest finished round."""
    tables, title = tables_of(round), translated(round_title(round))
    pack = pack_of(round.event.name, at)
    _lists(pack, tables, title)
    _slips(pack, tables, title, round.event.game)
    standings_sheets(pack, round.event)
    return bytes(pack.output())


def pairings_pdf(round: Round, at: datetime) -> bytes:
    """The pairings by name and by table alone."""
    pack = pack_of(round.event.name, at)
    _lists(pack, tables_of(round), translated(round_title(round)))
    return bytes(pack.output())


def slips_pdf(round: Round, at: datetime) -> bytes:
    """The match slips alone."""
    pack = pack_of(round.event.name, at)
    _slips(pack, tables_of(round), translated(round_title(round)), round.event.game)
    return bytes(pack.output())


def _lists(pack: Pack, tables: list[Table], title: str) -> None:
    bye = _("Bye")

    def named(table: Table) -> str:
        return "  –  ".join(pack.written(player.name, player.code) for player in table.players)

    by_name = [
        (
            pack.written(place.player.name, place.player.code),
            bye if place.table.is_bye else _numbered(place.table),
        )
        for place in places_by_name(tables)
    ]
    title = _titled(title, tables)
    pack.listed(f"{title} · {_('Pairings by name')}", by_name, (0.85, 0.15), columns=2)
    by_table = [
        (
            bye if table.is_bye else _numbered(table),
            "  ·  ".join(filter(None, (named(table), table.mark.range))),
        )
        for table in tables
    ]
    pack.listed(f"{title} · {_('Pairings by table')}", by_table, (0.1, 0.9))


def _numbered(table: Table) -> str:
    """The number, with the sign of a fixed table."""
    return f"{table.number} {SIGN}" if table.mark.fixed else str(table.number)


def _titled(title: str, tables: Iterable[Table]) -> str:
    """The title, with what the sign says where it stands on the sheet."""
    if not any(table.mark.fixed for table in tables):
        return title
    return f"{title} · {SIGN} {_('fixed table')}"


def _slips(pack: Pack, tables: Iterable[Table], title: str, game: str) -> None:
    """Four to a sheet, in the order in which a cut stack lies."""
    wide, high = WIDE / 2, HIGH / 2
    score = str(scoring_of(game).score)
    slips = [table for table in tables if not table.is_bye]
    for n, table in enumerate(for_the_guillotine(slips)):
        at = n % SLIPS_A_SHEET
        if not at:
            pack.add_page()
        if table is not None:
            corner = LEFT + (at % 2) * wide, TOP + (at // 2) * high
            _slip(pack, table, title, corner, (wide, high), score)


def _slip(
    pack: Pack, table: Table, title: str, corner: tuple[float, float], size: tuple[float, float], score: str
) -> None:
    """One slip: the table and its code, who sits there, room for the result and to sign."""
    (x, y), (wide, high) = corner, size
    pack.rect(x, y, wide, high)
    x, wide = x + 4, wide - 8
    pack.put(x, y + 2, wide, pack.written(pack.of), 8)
    pack.put(x, y + 7, wide, pack.written(" · ".join(filter(None, (title, table.mark.words)))), 8)
    pack.put(x, y + 15, wide - 30, _("Table %(n)s") % {"n": table.number}, 20)
    pack.put(x + wide - 30, y + 15, 30, code_of(table.match), 14, "R")
    columns = [_("Place"), score, _("Drop")] if len(table.players) > 2 else [_("Games"), _("Drop")]
    boxes = [x + wide - 16 * (len(columns) - n) + 2 for n in range(len(columns))]
    for left, word in zip(boxes, columns, strict=True):
        pack.put(left, y + 23, 14, pack.written(word), 6, "C")
    step = min(16.0, (high - 44) / max(len(table.players), 1))
    for n, player in enumerate(table.players):
        line = y + 29 + n * step
        name = f"{player.letter}  {pack.written(player.name, player.code)}"
        pack.put(x, line, boxes[0] - x - 2, name, 11)
        for left in boxes:
            pack.rect(left, line, 14, min(8.0, step - 1))
    line = y + high - 8
    share = wide / max(len(table.players), 1)
    for n in range(len(table.players)):
        pack.line(x + n * share, line, x + (n + 1) * share - 4, line)
    pack.put(x, line, wide, _("Signed by everybody at the table"), 6)
