"""The paper of a stage as it stands: the bracket, cross tables, or the sheets of its pods."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.models.events import Event
from tournaments.models.stages import Stage, StageKind
from tournaments.pages.translation import translated
from tournaments.paper.sheets import HIGH, LEFT, TOP, WIDE, pack_of
from tournaments.stage_pages.brackets import bracket_stands, filled_bracket, paper_windows
from tournaments.stage_pages.cells import Cell, Filled, heading
from tournaments.stage_pages.crosstable import CrossRow, CrossTable
from tournaments.stage_pages.drawing import note
from tournaments.stage_pages.layout import BOX_HEIGHT, BOX_WIDTH, Box, lay_out
from tournaments.stage_pages.pods import Pod, pods_of
from tournaments.stage_pages.reading import read_stage
from tournaments.stage_pages.views import tables_of_groups
from tournaments.stages.queries import title_of
from tournaments.stages.titles import round_names
from tournaments.structures.elimination.draw import Place

if TYPE_CHECKING:
    from tournaments.paper.pack import Pack

#: Millimetres of a point of type, and the most that a unit of a drawing may take.
TYPE = 0.3528
LARGEST = 0.28
#: The column of an opponent in a cross table.
CELL = 10.0
#: The head of a sheet and its foot.
HEAD, POD = 19.0, 42.0


def stage_pdf(event: Event, stage: Stage, at: datetime) -> bytes:
    """What there is of the stage by now; a sheet that says so where it has not begun, or has nothing of its own."""
    pack = pack_of(event.name, at)
    title = translated(title_of(stage))
    if bracket_stands(stage):
        _bracket(pack, filled_bracket(stage), title)
    elif stage.kind == StageKind.ROUND_ROBIN and stage.entrants is not None:
        groups = tables_of_groups(event, stage)
        for table in groups:
            group = f" · {_('Group %(n)s') % {'n': table.number}}" if len(groups) > 1 else ""
            _cross(pack, table, title + group)
    elif stage.kind == StageKind.PODS and read_stage(stage).rounds:
        _pods(pack, event, stage)
    else:
        pack.put(LEFT, pack.sheet(title), WIDE, _("There is nothing to print of this stage yet."), 10)
    return bytes(pack.output())


def _bracket(pack: Pack, filled: Filled, title: str) -> None:
    for shown in paper_windows(filled):
        drawn = [cell for cell in filled.drawn() if shown is None or cell.place in shown]
        _part(pack, filled, {cell.place for cell in drawn}, title)


def _part(pack: Pack, filled: Filled, shown: Collection[Place], title: str) -> None:
    """A sheet of the bracket, across where that is larger."""
    layout = lay_out(filled.bracket, shown)
    across = layout.width > layout.height
    wide, high = (HIGH, WIDE) if across else (WIDE, HIGH)
    scale = min(wide / layout.width, (high - HEAD) / layout.height, LARGEST)
    top = pack.sheet(title, across)
    for head in layout.heads:
        word = translated(heading(head.place, filled.bracket))
        pack.small(LEFT + head.x * scale, top + (head.y + 14) * scale, word, 18 * scale / TYPE)
    pack.set_draw_color(120)
    for join in layout.joins:
        middle = join.x2 - 20
        line = ((join.x1, join.y1), (middle, join.y1), (middle, join.y2), (join.x2, join.y2))
        pack.polyline([(LEFT + x * scale, top + y * scale) for x, y in line])
    pack.set_draw_color(0)
    for box in layout.boxes:
        _match(pack, filled.cells[box.place], box, top, scale)


def _match(pack: Pack, cell: Cell, box: Box, top: float, scale: float) -> None:
    x, y, half = LEFT + box.x * scale, top + box.y * scale, BOX_HEIGHT / 2 * scale
    size = 16 * scale / TYPE
    pack.small(x, y - 2 * scale, note(cell), 13 * scale / TYPE)
    pack.rect(x, y, BOX_WIDTH * scale, 2 * half)
    pack.line(x, y + half, x + BOX_WIDTH * scale, y + half)
    for at, side in enumerate(cell.sides):
        base = y + at * half + 17 * scale
        said = pack.written(side.name, side.code) if side.code else translated(side.source)
        won = "\u2713 " if side.won else ""
        pack.small(x + 6 * scale, base, str(side.seed or ""), 13 * scale / TYPE)
        pack.small(x + 30 * scale, base, won + said, size, (BOX_WIDTH - 60) * scale)
        pack.small(x + (BOX_WIDTH - 24) * scale, base, side.score, size)


def _cross(pack: Pack, table: CrossTable, title: str) -> None:
    """A group. The columns of a group too wide for a sheet go on over further sheets, with the names again."""
    at_once = int((HIGH - 92) // CELL)
    for start in range(0, len(table.rows), at_once):
        columns = range(start, min(start + at_once, len(table.rows)))
        whole = len(columns) == len(table.rows)
        shares = [0.0, *([CELL] * len(columns)), 16.0, 24.0]
        shares[0] = HIGH - sum(shares)
        heads = (
            "",
            *(str(at + 1) for at in columns),
            _("Points") if whole or columns[-1] == len(table.rows) - 1 else "",
            "",
        )
        rows = [_cross_row(pack, row, at, columns) for at, row in enumerate(table.rows)]
        pack.listed(title, [heads, *rows], [share / HIGH for share in shares], across=True)


def _cross_row(pack: Pack, row: CrossRow, at: int, columns: range) -> tuple[str, ...]:
    cells = []
    for column in columns:
        met = row.cells[column]
        cells.append("×" if met is None else " ".join(each.text for each in met if each.text))
    name = pack.written(row.person.name, row.person.code)
    return f"{at + 1}  {name}", *cells, figure(row.points), f"{row.won}–{row.lost}–{row.drawn}"


def figure(value: Fraction) -> str:
    """Points as the site writes them: whole, or with a half or two digits."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}".rstrip("0")


def _pods(pack: Pack, event: Event, stage: Stage) -> None:
    """The tables of the newest round, with room for what is not there yet."""
    read = read_stage(stage)
    numbers = [each.number for each in read.rounds]
    title = translated(dict(round_names(event, stage, numbers))[numbers[-1]])
    pods, byes = pods_of(event, read, numbers[-1])
    a_sheet = 2 * int((HIGH - HEAD) // POD)
    top = TOP
    for n, pod in enumerate(pods):
        if not n % a_sheet:
            top = pack.sheet(title)
        at = n % a_sheet
        _pod(pack, pod, LEFT + (at % 2) * WIDE / 2, top + (at // 2) * POD)
    if byes or not pods:
        rows = [(pack.written(person.name, person.code), _("Bye")) for person in byes]
        pack.listed(title, rows, (0.8, 0.2))


def _pod(pack: Pack, pod: Pod, x: float, y: float) -> None:
    wide = WIDE / 2 - 4
    pack.put(x, y, wide / 2, _("Table %(n)s") % {"n": pod.played.table}, 12)
    pack.put(x + wide / 2, y, wide / 2, " - ".join(figure(each) for each in pod.worth), 8, "R")
    for seat in pod.seats:
        line = y + 7 + (seat.number - 1) * min(8.0, (POD - 9) / max(len(pod.seats), 1))
        pack.put(x, line, wide - 34, f"{seat.number}  {pack.written(seat.person.name, seat.person.code)}", 10)
        place = f"{seat.place}{'=' if seat.shared else ''}" if seat.place else ""
        points = "" if seat.points is None else figure(seat.points)
        for left, said in ((wide - 32, place), (wide - 15, points)):
            pack.rect(x + left, line, 14, 6)
            pack.put(x + left, line, 14, said, 9, "C")
