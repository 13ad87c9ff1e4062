"""Highlander as people see it."""

from referee.games.highlander.board import HighlanderBoard
from referee.games.highlander.checklist import CHECKLIST
from referee.games.highlander.steps import time_steps
from referee.games.highlander.touch import touches
from referee.games.presentation import Presentation

#: the places of a table that are laid out most often
OFTEN = (
    "turn", "phase", "players.*.hand", "players.*.in_play", "players.*.attacks", "players.*.defenses",
    "players.*.ability", "players.*.due", "players.*.endurance", "players.*.discard_pile",
)  # fmt: skip

PRESENTATION = Presentation(
    drawer=HighlanderBoard(),
    time_steps=time_steps,
    checklist=CHECKLIST,
    touches=touches,
    each=frozenset({"defend"}),
    first={
        "defense": ("reveal", "defend", "cover", "exert", "declare_successful"),
        "attack": ("attack", "play", "next_phase"),
        "draw_discard": ("draw", "next_phase", "discard"),
    },
    first_fields=frozenset({"ability", "number", "phase", "turn", "turns"}),
    often=OFTEN,
    belongs={
        "attacks": {"type": ("attack", "special_attack")},
        "defenses": {"type": ("block", "dodge", "guard")},
        "in_play": {"type": ("situation", "location", "object", "event", "persona", "pre_game")},
    },
)
