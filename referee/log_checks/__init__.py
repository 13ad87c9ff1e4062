"""Whether a log is still what it was when its code was written down: for everybody, and nothing hidden is shown."""
