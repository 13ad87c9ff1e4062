"""The options of a seat: the entries that are offered, and the one that a legal entry amounts to."""
