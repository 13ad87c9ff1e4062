"""Logs held against the deck lists of their players, for judges who do not play in the event."""
