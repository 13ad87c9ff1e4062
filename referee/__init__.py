"""Logs of games judged: records, replays, rulings."""
