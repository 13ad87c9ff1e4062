"""Looney Tunes as people see it."""

from referee.games.looney_tunes.board import LooneyTunesBoard
from referee.games.looney_tunes.steps import CHECKLIST, time_steps
from referee.games.looney_tunes.touch import touches
from referee.games.presentation import Presentation

#: the places of a table that are laid out most often
OFTEN = (
    "active", "phase", "storyboard", "scene", "movie_deck", "players.*.hand", "players.*.face_down",
    "players.*.face_up", "players.*.special_effect", "players.*.score_pile", "players.*.score",
    "players.*.deck", "players.*.discard",
)  # fmt: skip

PRESENTATION = Presentation(
    drawer=LooneyTunesBoard(),
    time_steps=time_steps,
    checklist=CHECKLIST,
    touches=touches,
    first={"actors": ("send", "done"), "choose": ("choose_scene",), "storyboard": ("add_scene", "done")},
    first_fields=frozenset({"active", "phase", "round", "score", "turn"}),
    often=OFTEN,
    belongs={
        "storyboard": {"type": ("scene",)},
        "scene": {"type": ("scene",)},
        "movie_deck": {"type": ("scene",)},
        "score_pile": {"type": ("scene",)},
        "special_effect": {"type": ("effect",)},
        "face_down": {"type": ("actor", "effect")},
        "face_up": {"type": ("actor",)},
    },
)
