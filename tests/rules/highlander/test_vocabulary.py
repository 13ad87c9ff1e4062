"""Which words a card may be declared in: every word that a rule asks for is one of them."""

from __future__ import annotations

import re
from pathlib import Path

from rules.highlander import vocabulary

CODE = "".join(path.read_text() for path in Path("rules/highlander").rglob("*.py"))
LOOKED_UP = re.compile(r'(?:has|unused)\(\s*j,\s*[a-z.]+,\s*"([a-z_]+)"')
MARKS = re.compile(r'"([a-z_]+)" (?:not )?in [a-z]+\.marks')
DECK = re.compile(r'"([a-z_]+)" (?:not )?in [a-z]+\.deck')

#: what a judge or a lasting effect says, and no card
NOT_DECLARED = {"unrestricted"}


def test_what_rules_look_up_may_be_declared() -> None:
    words = {"while_in_play": LOOKED_UP, "marks": MARKS, "deck": DECK}
    for name, pattern in words.items():
        asked = set(pattern.findall(CODE))
        known = vocabulary.words(name) | NOT_DECLARED
        assert len(asked) > 3
        assert asked <= known, asked - known
