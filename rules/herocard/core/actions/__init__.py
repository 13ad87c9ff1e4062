"""What players do, one file for each concern of the rulebook: what is legal, and what it does."""
