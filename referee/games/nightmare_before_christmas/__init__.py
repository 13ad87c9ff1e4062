"""The Nightmare Before Christmas as people see it."""

from referee.games.nightmare_before_christmas.board import NightmareBoard
from referee.games.nightmare_before_christmas.steps import CHECKLIST, time_steps
from referee.games.presentation import Presentation

PRESENTATION = Presentation(
    drawer=NightmareBoard(),
    time_steps=time_steps,
    checklist=CHECKLIST,
    first_fields=frozenset({"day", "king", "number", "phase", "pumpkin_points", "stage", "turn"}),
)
