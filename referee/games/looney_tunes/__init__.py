"""Looney Tunes as people see it."""

from referee.games.looney_tunes.board import LooneyTunesBoard
from referee.games.looney_tunes.steps import CHECKLIST, time_steps
from referee.games.looney_tunes.touch import touches
from referee.games.presentation import Presentation

PRESENTATION = Presentation(
    drawer=LooneyTunesBoard(),
    time_steps=time_steps,
    checklist=CHECKLIST,
    touches=touches,
    first={"actors": ("send", "done"), "choose": ("choose_scene",), "storyboard": ("add_scene", "done")},
    first_fields=frozenset({"active", "phase", "round", "score", "turn"}),
)
