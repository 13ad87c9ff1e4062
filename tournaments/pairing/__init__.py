"""Pairing: the facts of an event in, the next round out, with what was relaxed and for whom."""

from tournaments.pairing.as_json import pairing_json
from tournaments.pairing.next_round import is_over, pair_next_round, rounds_for
from tournaments.pairing.outcome import Cost, PairedMatch, Pairing, Relaxed
from tournaments.pairing.promises import OVER, PROMISES, REASONS
from tournaments.pairing.refused import PairingRefused

__all__ = [
    "OVER",
    "PROMISES",
    "REASONS",
    "Cost",
    "PairedMatch",
    "Pairing",
    "PairingRefused",
    "Relaxed",
    "is_over",
    "pair_next_round",
    "pairing_json",
    "rounds_for",
]
