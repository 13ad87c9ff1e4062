"""Which parts of the site are at work: each says so every few seconds, as a row."""
