"""Calls for a judge, from the raised hand to the answer, and what a table without a log does at time."""
