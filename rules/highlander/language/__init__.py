"""The language in which cards are declared: every part of a text is a small type of its own, with typed facts.

What a part does stands with the floor that carries it out: ``effects`` and ``turn`` for what happens, ``legality`` for
what is required, ``reading`` for what holds while a card lies in play."""
