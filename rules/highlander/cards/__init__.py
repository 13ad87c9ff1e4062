"""Every card this project knows of Highlander, and sample decks."""

from __future__ import annotations

from rules.highlander.cards import named_attacks, named_events, named_stays
from rules.highlander.cards.ability import ABILITY
from rules.highlander.cards.answers import ANSWERS
from rules.highlander.cards.arms import ARMS
from rules.highlander.cards.attacks import ATTACKS
from rules.highlander.cards.combat import COMBAT
from rules.highlander.cards.defenses import DEFENSES
from rules.highlander.cards.dice import DICE
from rules.highlander.cards.edges import EDGES
from rules.highlander.cards.editions import with_editions
from rules.highlander.cards.events import EVENTS
from rules.highlander.cards.hands import HANDS
from rules.highlander.cards.immortals import IMMORTALS
from rules.highlander.cards.keeping import KEPT
from rules.highlander.cards.names import with_known_names
from rules.highlander.cards.plots import PLOTS
from rules.highlander.cards.pre_game import PRE_GAME
from rules.highlander.cards.situations import SITUATIONS
from rules.highlander.cards.using import USING
from rules.kernel.cards import declared

NAMED = (*named_attacks.NAMED, *named_events.NAMED, *named_stays.NAMED)
CARDS = declared(
    with_known_names(
        with_editions(
            (
                *ATTACKS,
                *DEFENSES,
                *EVENTS,
                *EDGES,
                *SITUATIONS,
                *PRE_GAME,
                *ABILITY,
                *DICE,
                *HANDS,
                *KEPT,
                *ANSWERS,
                *PLOTS,
                *USING,
                *NAMED,
                *COMBAT,
                *IMMORTALS,
                *ARMS,
            )
        )
    )
)
