"""The hall as it stands: rows of tables, set once, with what happens at each."""
