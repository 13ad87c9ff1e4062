"""A policy as plain values, as it is kept, exported and sent. Pure."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["caution", "warning", "game_loss", "match_loss", "disqualification"]
#: From the mildest to the heaviest.
KINDS: tuple[Kind, ...] = ("caution", "warning", "game_loss", "match_loss", "disqualification")
#: Those that change what somebody has won.
LOSSES: tuple[Kind, ...] = ("game_loss", "match_loss")
#: A text in one language for all, or by the code of each language.
Text: TypeAlias = str | dict[str, str]

#: The infractions for which the site has short ways.
TARDINESS, DECK_ERROR, SLOW_PLAY = "tardiness", "deck_error", "slow_play"


class Example(msgspec.Struct, frozen=True):
    """A case that this infraction is about; without `game` one of any game."""

    text: Text
    game: str = ""


class Infraction(msgspec.Struct, frozen=True):
    """Something that is punished: `steps` are the penalties for the first time in an event, the second and so on; the
    last stays. For being late they are those for coming before a game is lost. `name` is empty where it is the site's
    own (`words.py`)."""

    id: str
    what: Text
    steps: tuple[Kind, ...]
    name: Text = ""
    examples: tuple[Example, ...] = ()


class Policy(msgspec.Struct, frozen=True):
    """A catalogue of infractions and what becomes of game losses.

    `both_at_once`: both players of a match lose the same game: it counts for neither, or for both. `several_at_once`:
    one player loses the same game several times over: one game is lost, or one for each. `in_one_game`: what stands
    for a game loss where a match is one game; `points_taken` match points, where that is said. `shown_days`: how long
    other events of the series show a penalty.
    """

    infractions: tuple[Infraction, ...]
    both_at_once: Literal["cancel", "count"] = "cancel"
    several_at_once: Literal["heaviest", "each"] = "heaviest"
    in_one_game: Literal["warning", "match_points", "match_loss"] = "match_points"
    points_taken: int = 1
    shown_days: int = 365

    def infraction(self, id: str) -> Infraction | None:
        """The infraction of this name; None where the policy has none."""
        return next((each for each in self.infractions if each.id == id), None)
