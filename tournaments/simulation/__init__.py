"""Plausible events made up from a seed: for trying things out, tests and benchmarks."""

from tournaments.simulation.event import simulated_event

__all__ = ["simulated_event"]
