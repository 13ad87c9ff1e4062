"""The presentation of each game, a package each: its board, its words in every language, its steps at a live table."""
