"""The picture that goes with a link to an entry: who plays, what happened, the board after it."""

from __future__ import annotations

from io import BytesIO

from referee.pictures.board import draw_board
from referee.pictures.pen import ACT, EDGE, GROUND, INK, PAPER, Pen, Run
from referee.pictures.tree import tree_of

#: As large as sites that show previews ask for.
SIZE = WIDTH, HEIGHT = 1200, 630
_EDGE = 28


def preview(title: str, who: str, words: str, word: str, at: str, board: str, illegal: bool = False) -> bytes:
    """A PNG: ``title`` and ``at`` (which entry) above, what ``who`` did in ``words`` with the verdict's ``word``, and
    the board. What is longer than the picture is cut off at its edge."""
    pen = Pen(WIDTH, HEIGHT)
    pen.draw.rectangle((0, 0, WIDTH, 100), fill=PAPER)
    pen.draw.line((0, 100, WIDTH, 100), EDGE)
    right = pen.measure(at, 24) + _EDGE
    pen.word(WIDTH - right, 12, at, Run(at, soft=True), 24)
    pen.word(_EDGE, 10, pen.cut(title, WIDTH - right - 3 * _EDGE, 30), Run(title, bold=True), 30)
    wide = pen.measure(word, 20, True) + 20 if word else 0
    if word:
        left = WIDTH - _EDGE - wide
        pen.draw.rounded_rectangle(
            (left, 60, left + wide, 92), 4, fill=ACT if illegal else PAPER, outline=INK if illegal else EDGE
        )
        pen.word(left + 10, 62, word, Run(word, bold=illegal), 20)
    behind = pen.word(_EDGE, 60, who, Run(who, bold=True), 22)
    pen.word(behind + 7, 60, pen.cut(words, WIDTH - behind - wide - 3 * _EDGE, 22), Run(words), 22)
    draw_board(pen, tree_of(board), _EDGE, 112, WIDTH - 2 * _EDGE)
    pen.draw.rectangle((0, HEIGHT - 10, WIDTH, HEIGHT), fill=GROUND)
    out = BytesIO()
    pen.image.quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()
