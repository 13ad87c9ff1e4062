"""Whole days of an event, played through the site's own pages and API with faults, every choice from a seed.

`docs/decisions/0041-days-simulated-with-faults.md` says why it is built like this.
"""
