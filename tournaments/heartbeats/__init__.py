"""Heartbeats: each part of the site writes a row every few seconds while it is at work."""
