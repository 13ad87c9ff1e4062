"""A small game that exists in the tests alone: its rules."""
