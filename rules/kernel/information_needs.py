"""Facts about cards that must be known before an entry is judged or carried out for good."""

from __future__ import annotations

import msgspec

from rules.kernel.cards import Card, Catalogue
from rules.kernel.counting import Args, Test
from rules.kernel.knowledge import Knowledge
from rules.kernel.solver import decide

#: one rule of several that are asked together: its id, its test (of the same cards and arguments), its message
Part = tuple[str, Test, str]


class Need(msgspec.Struct, frozen=True, gc=False):
    """Something only the identity of ``cards`` can settle. ``claim``: a false answer is a finding, not a violation.
    ``parts``: the rules that ``test`` puts together, asked one by one only to name the one that is broken. ``known``:
    the entry does something else for each face, so that the cards must be known before it is carried out."""

    rule: str
    test: Test
    cards: tuple[int, ...]
    args: Args
    message: str
    missing: str
    claim: bool = False
    parts: tuple[Part, ...] = ()
    known: bool = False

    def settled(self, known: Knowledge, catalogue: Catalogue) -> bool | None:
        """The answer, as far as it can be given now."""
        if self.known and any(card not in known.faces for card in self.cards):
            return None
        return decide(known, catalogue, self.test, self.cards, self.args)

    def broken(self, known: Knowledge, catalogue: Catalogue) -> list[tuple[str, str]]:
        """Rule and message of what is wrong, once the test is known to fail."""
        problems = [
            (rule, message)
            for rule, test, message in self.parts
            if decide(known, catalogue, test, self.cards, self.args) is False
        ]
        return problems or [(self.rule, self.message)]


def anything(*cards: Card) -> bool:
    """Test: always holds; the cards only have to be known."""
    return True
