"""Every card this project knows of Highlander, and sample decks."""

from __future__ import annotations

from rules.highlander.cards.attacks import ATTACKS
from rules.highlander.cards.defenses import DEFENSES
from rules.highlander.cards.edges import EDGES
from rules.highlander.cards.events import EVENTS
from rules.highlander.cards.pre_game import PRE_GAME
from rules.highlander.cards.situations import SITUATIONS

CARDS = (*ATTACKS, *DEFENSES, *EVENTS, *EDGES, *SITUATIONS, *PRE_GAME)
