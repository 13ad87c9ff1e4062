"""Tells open pages that something changed: a version for each event and topic, and a stream of them."""
