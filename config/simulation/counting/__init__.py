"""Standings and brackets counted out a second time, from an exported event file alone: plainly, slowly, and after
docs/event-files.md and docs/pairing.md instead of the site's code."""
