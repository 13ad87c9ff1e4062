"""Changes of a position that several verbs, cards and Phases have in common. Imports ``legality`` and ``reading``."""
