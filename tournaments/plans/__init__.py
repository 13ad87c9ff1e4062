"""Planned times: of rounds, breaks and days, and when to expect them once a round starts late."""
