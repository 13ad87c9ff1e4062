"""What the logger's page says beside the board."""
