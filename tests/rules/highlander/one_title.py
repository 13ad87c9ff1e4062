"""How many words of Highlander's card language serve one title of the catalogue: the fewer, the more general the words.

``python -m tests.rules.highlander.one_title`` says the figures and the words.
"""

from __future__ import annotations

from collections import defaultdict

from rules.highlander.cards import CARDS
from rules.highlander.language import serialization
from rules.highlander.language.one_card import AT_ONCE, IN_PLAY

Pair = tuple[str, str]
#: words that one card alone says, and that stand apart from the shared ones
OWN = AT_ONCE | IN_PLAY


def titles() -> dict[Pair, set[str]]:
    """The titles that each word serves, by the fact of a card in which it stands and the word."""
    found: dict[Pair, set[str]] = defaultdict(set)
    for card in CARDS:
        for slot in serialization.SLOTS:
            for part in getattr(card, slot):
                found[slot, part.do].add(card.title)
    return found


def of_one_title() -> dict[Pair, str]:
    """The pairs of the shared language that serve one title, with it."""
    found = titles()
    return {
        pair: next(iter(served)) for pair, served in found.items() if len(served) == 1 and pair[1] not in OWN
    }


if __name__ == "__main__":
    one = of_one_title()
    shared = [pair for pair in titles() if pair[1] not in OWN]
    print(f"{len(one)} of {len(shared)} pairs of a card's fact and a shared word serve one title")
    for (slot, word), title in sorted(one.items()):
        print(f"{slot:15} {word:28} {title}")
