"""Ratings over events: worked out from the facts of finished events, kept for persons who agreed to be shown."""
