"""Head-to-head duels for two to four players."""
