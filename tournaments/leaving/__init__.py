"""Leaving the site: one's own data as a file, and one's account and name taken away."""
