"""What is no words on a board: Grids in their colours, the rope, who is ahead."""

from __future__ import annotations

from referee.pictures.board import draw_board
from referee.pictures.pen import EDGE, PAPER, Pen
from referee.pictures.shapes import BLUE, GREEN, RED, draw_grid
from referee.pictures.tree import tree_of

#: Upper Left attacked, Upper Center attacked under a Block, Upper Right blocked alone
GRID = (
    '<span class="grid-area ink-red over-blue"><i class="hit">A</i><i class="hit held">×</i><i class="held">D</i>'
    + 6 * '<i class=""></i>'
    + "</span>"
)
ROPE = (
    '<div class="board"><svg class="rope" viewBox="0 0 100 12"><rect class="attack" x="0" width="75"/>'
    '<rect class="block" x="75" width="25"/><path class="middle" d="M50 0V12"/><path class="knot" d="M75 0V12"/>'
    "</svg></div>"
)
RACE = (
    '<ol class="race"><li class="leads"><span class="who">A</span><svg><rect width="100" height="8"/></svg>'
    "<b>8</b></li>"
    '<li><span class="who">B</span><svg><rect width="50" height="8"/></svg><b>4</b></li></ol>'
)


def colour(text: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(text[1:]))


def test_a_grid_has_the_colour_of_what_gets_through() -> None:
    """Squares of 20 with a line between them: the middles lie at 10, 31 and 52."""
    pen = Pen(80, 80)
    draw_grid(pen, next(tree_of(GRID).all("span")), 0, 0, 20)
    assert [pen.image.getpixel((x, 10)) for x in (10, 31, 52)] == [colour(RED), colour(BLUE), colour(PAPER)]
    assert pen.image.getpixel((43, 10)) == colour(BLUE)  # the Block's frame around the Upper Right
    assert pen.image.getpixel((10, 31)) == colour(PAPER)


def test_a_rope_is_pulled_as_far_as_its_cards_say() -> None:
    """Three quarters of 400, from 0 on, are the attack's."""
    pen = Pen(420, 60)
    draw_board(pen, tree_of(ROPE), 0, 0, 400)
    row = [pen.image.getpixel((x, 14)) for x in range(400)]
    assert 290 <= row.count(colour(RED)) <= 300 and 90 <= row.count(colour(BLUE)) <= 100


def test_who_leads_is_green_and_the_others_run_as_far_as_they_are() -> None:
    pen = Pen(600, 80)
    draw_board(pen, tree_of(f'<div class="board">{RACE}</div>'), 0, 0, 600)
    lanes = [[pen.image.getpixel((x, y)) for x in range(600)] for y in (13, 39)]
    first, second = lanes[0].count(colour(GREEN)), lanes[1].count(colour(EDGE))
    assert first > 300 and abs(first - 2 * second) <= 2
    assert colour(GREEN) not in lanes[1]


def test_the_sides_stand_beside_each_other_wherever_they_are_written() -> None:
    """What lies between them, beside or within what holds them, is drawn above."""
    side = '<section class="side"><p>{}</p></section>'
    sides = side.format("one") + side.format("two")
    written = f'<div class="board"><div class="duel">{sides}<div><p>between</p></div></div></div>'
    pens = []
    for text in (
        written,
        written.replace('<div class="duel">', "").replace("</div></div></div>", "</div></div>"),
    ):
        pen = Pen(300, 120)
        draw_board(pen, tree_of(text), 10, 10, 280)
        pens.append(pen.image.tobytes())
    assert pens[0] == pens[1]


def test_a_first_letter_and_a_name_said_twice_are_left_out() -> None:
    tree = tree_of(
        '<p class="whose"><b>A Ann</b></p><ul><li><i class="glyph">E</i><b>Iron Will</b></li></ul>'
    )
    assert tree.text() == "Iron Will"
