"""The lowest floor: what cards say, what a position is, and what can be read of it. Nothing here changes anything."""
