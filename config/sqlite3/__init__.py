"""The database of a site that has no other: SQLite as Django has it."""
