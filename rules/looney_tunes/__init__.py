"""Looney Tunes Trading Card Game."""
