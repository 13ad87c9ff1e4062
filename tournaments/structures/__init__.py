"""The structure of a stage, from its entrants in seed order and its rounds: brackets and Berger tables.

Standings and pairing read it; nothing here knows of points.
"""
