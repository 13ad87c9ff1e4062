"""The fields that all are measured on: the same size gives the same field."""

from __future__ import annotations

from tournaments.facts import EventFile
from tournaments.pairing.field import Field, field_of
from tournaments.simulation import simulated_event

ROUNDS = 4


def field_to_pair(players: int) -> tuple[EventFile, Field]:
    """A made-up event after four rounds, with late entries, byes and drops, and the field of its fifth."""
    event = simulated_event(players, ROUNDS, "figures")
    return event, field_of(event, ROUNDS + 1, last=False)
