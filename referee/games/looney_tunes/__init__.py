"""Looney Tunes as people see it."""

from referee.games.looney_tunes.board import LooneyTunesBoard
from referee.games.looney_tunes.steps import CHECKLIST, time_steps
from referee.games.presentation import Presentation

PRESENTATION = Presentation(
    drawer=LooneyTunesBoard(),
    time_steps=time_steps,
    checklist=CHECKLIST,
    first_fields=frozenset({"active", "phase", "round", "score", "turn"}),
)
