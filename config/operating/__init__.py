"""The page of whoever runs the site: what it is made of, how it is, what waits."""
