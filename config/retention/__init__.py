"""What the site keeps only for a time: how long, how much of it is due to go, and deleting it."""
