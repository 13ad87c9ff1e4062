"""Shared by all pages: context, the reader's settings, forms, actors."""
