"""The tiebreakers, a class for each."""
