"""Logs judged anew: files by processes of their own."""
