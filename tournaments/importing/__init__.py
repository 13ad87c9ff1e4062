"""A whole event out of an event file: looked over, and taken at once."""
