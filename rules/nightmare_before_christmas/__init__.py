"""The Nightmare Before Christmas Trading Card Game."""
