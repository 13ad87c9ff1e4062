"""Pairing: the facts of an event in, the next round out, with what was relaxed and for whom."""

from tournaments.pairing.outcome import Cost, PairedMatch, Pairing, Relaxed

__all__ = ["Cost", "PairedMatch", "Pairing", "Relaxed"]
