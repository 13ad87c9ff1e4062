"""What may be done at a position by those that somebody acts for: by touching the board, from a list, by forms."""
