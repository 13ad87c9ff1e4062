"""The audit of a seat's cards: what a log proves of them, held against a deck list (``docs/logs/README.md``)."""
