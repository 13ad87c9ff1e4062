"""The Nightmare Before Christmas as people see it."""

from referee.games.nightmare_before_christmas.board import NightmareBoard
from referee.games.nightmare_before_christmas.steps import CHECKLIST, time_steps
from referee.games.nightmare_before_christmas.touch import touches
from referee.games.presentation import Presentation

#: the places of a table that are laid out most often
OFTEN = (
    "turn", "phase", "stage", "king", "day", "players.*.locales", "players.*.hand",
    "players.*.pumpkin_points", "players.*.creations", "players.*.surprise_discard", "players.*.deck",
    "players.*.discard",
)  # fmt: skip

PRESENTATION = Presentation(
    drawer=NightmareBoard(),
    time_steps=time_steps,
    checklist=CHECKLIST,
    touches=touches,
    first={"turn": ("play", "function", "end_turn"), "activity": ("activity", "pass")},
    first_fields=frozenset({"day", "king", "number", "phase", "pumpkin_points", "stage", "turn"}),
    often=OFTEN,
    belongs={
        "locales": {"type": ("Locale",)},
        "locale_deck": {"type": ("Locale",)},
        "characters": {"type": ("Character",)},
        "creations": {"type": ("Creation",)},
        "surprise_discard": {"type": ("Surprise",)},
    },
)
