"""Notes that judges and players write at entries of a log: beside it, never in it."""
