"""What the structure of a stage demands, from its entrants in seed order and its rounds: brackets and tables of Berger.

Standings and pairing read it; nothing here knows of points.
"""
