"""Logs as they are kept: read, sealed, stored in parts."""
