"""The page of one dispute: its story, who does what next, and what the reader may do."""
