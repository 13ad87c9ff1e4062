"""The whole site in one file: taken while it runs, read back, and brought into an empty database of either kind."""
