"""The rules engines: pure Python, no clock, no network, no randomness of their own."""
