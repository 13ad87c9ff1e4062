"""The immediate effects that belong to one card alone: a file for each card, named by its Title
(``language/one_card.py``)."""

from __future__ import annotations

from rules.highlander.changes.carrying_out import Table
from rules.highlander.effects.one_card import (
    counterfeit,
    destruction,
    divine_intervention,
    feint,
    holy_ground,
    jack_donovan,
    kiss_your_butts_goodbye,
    nexus,
    pedestrian,
    run_through,
    selective_memory,
)

TABLE: Table = {
    **counterfeit.TABLE,
    **destruction.TABLE,
    **divine_intervention.TABLE,
    **feint.TABLE,
    **holy_ground.TABLE,
    **jack_donovan.TABLE,
    **kiss_your_butts_goodbye.TABLE,
    **nexus.TABLE,
    **pedestrian.TABLE,
    **run_through.TABLE,
    **selective_memory.TABLE,
}
