"""Logs judged by their engine, as somebody may see them: who sees what, in which words, what can be deduced."""
