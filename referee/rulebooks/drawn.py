"""An example of a rule as it lies on the table: the same board that a replay shows, at the example's end."""

from __future__ import annotations

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from referee.boards.scene import Scene
from referee.games.presentation import drawer_of
from referee.rulebooks.examples import Example, example_file
from rules.kernel.log import read_log
from rules.kernel.replay import replay
from rules.registry import load

#: Longer examples are read in the position editor, step by step; a page of a rule does not wait for them.
MOST_LINES = 60


def drawn_example(examples: list[Example]) -> tuple[Example, SafeString] | None:
    """The first of these examples that is short, with its board; None where there is none."""
    for example in examples:
        board = _drawn(example.game, example.name, get_language())
        if board is not None:
            return example, board
    return None


@lru_cache(maxsize=512)
def _drawn(game_name: str, name: str, _language: str | None) -> SafeString | None:
    data = example_file(game_name, name)
    if data.count(b"\n") > MOST_LINES:
        return None
    game = load(game_name)
    run = replay(game, read_log(data, game.all_verbs))
    last = len(run.entries)
    names = {seat: seat for seat in run.seats}
    scene = Scene(
        game, run.catalogue, run.printed(last), run.seats, names, None, run.game.to_act(run.position),
        judged=run.judged_at(last),
    )  # fmt: skip
    drawer = drawer_of(game_name)
    return render_to_string(drawer.template, {"scene": scene, **drawer.board(scene)})
