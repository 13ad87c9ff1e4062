"""Series: events whose places give points in one table."""
