"""What may be done now: the entries that are offered, and the one that a legal entry amounts to."""
