"""Events from draft to finished: entrants, rounds, clocks, results, standings."""
