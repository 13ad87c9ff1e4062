"""A small game that exists in the tests alone: what people see of it."""

from referee.games.presentation import Presentation
from tests.sixth.shown.board import LanternsBoard
from tests.sixth.shown.steps import time_steps

PRESENTATION = Presentation(
    drawer=LanternsBoard(),
    time_steps=time_steps,
    first_fields=frozenset({"phase", "turn", "round", "score"}),
)
