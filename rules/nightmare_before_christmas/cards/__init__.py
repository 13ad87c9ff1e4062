"""Card declarations: those the rulebooks name, and the project's own for demonstration."""
