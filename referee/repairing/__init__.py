"""A judge repairs a position on its board: what is touched becomes the primitive changes of the ruling."""
