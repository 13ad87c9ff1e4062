"""Both HeroCard games as people see them."""

from referee.games.herocard import dream_touch, duel_steps, nightmare_steps
from referee.games.herocard.board import HeroBoard
from referee.games.herocard.deducing import SharedTracker
from referee.games.herocard.dream import HeroNightmareBoard
from referee.games.herocard.touch import touches
from referee.games.presentation import Presentation

_VERBS = {
    "action": ("pass", "play"),
    "discard": ("discard", "done"),
    "draw": ("draw",),
    "clear": ("clear", "done"),
}
_OFTEN = (
    "turn", "phase", "priority", "players.*.hand", "players.*.scores.body", "players.*.scores.mind",
    "players.*.scores.x", "players.*.stacks.body", "players.*.stacks.mind", "players.*.stacks.x", "players.*.points",
    "players.*.deck", "players.*.discard",
)  # fmt: skip
_FIRST = frozenset({"active", "number", "phase", "priority", "scores", "turn"})
DUEL = Presentation(
    drawer=HeroBoard(),
    time_steps=duel_steps.time_steps,
    checklist=duel_steps.CHECKLIST,
    first_fields=_FIRST | {"points"},
    often=_OFTEN,
    touches=touches,
    first=_VERBS,
)
NIGHTMARE = Presentation(
    drawer=HeroNightmareBoard(),
    time_steps=nightmare_steps.time_steps,
    checklist=nightmare_steps.CHECKLIST,
    first_fields=_FIRST | {"dreamer", "killers"},
    named={"tile": "dream.*.scene"},
    often=("dream", "dreamer", "killers", *_OFTEN, "players.*.scene", "players.*.killer"),
    deduce=SharedTracker,
    touches=dream_touch.touches,
    first=_VERBS | {"move": ("move", "done")},
    more=dream_touch.exits,
)
