"""The rules of an event's day: the edition, and the errata of its series."""
