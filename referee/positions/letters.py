"""Names told by their first letters: which is meant, and where one ends in a line of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.entering.cards_text import fits_letters

#: A name has no more words.
MOST_WORDS = 8


def first_fitting(names: Sequence[tuple[str, str]], letters: str) -> str:
    """The first of each pair whose second the letters fit best, of several the foremost; empty where none does."""
    ranked = [
        (rank, n) for n, (_one, name) in enumerate(names) if (rank := fits_letters(letters, name)) is not None
    ]
    return names[min(ranked)[1]][0] if ranked else ""


def heads(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The beginning of a line that may be a name, the longest first, each with the words that are left."""
    for many in range(min(len(words), MOST_WORDS), 0, -1):
        yield " ".join(words[:many]), words[many:]
