"""What a game's rules say to people (its figures, its columns, what happens when time is called), in the reader's
language: by the books of those who know the game, else by the site's own messages."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.functional import lazy
from django.utils.translation import gettext

#: gives a text in the reader's language; None where it stays as it is
Book = Callable[[str], str | None]
_books: list[Book] = []


def add_book(book: Book) -> None:
    """Adds one who knows what games say."""
    if book not in _books:
        _books.append(book)


def in_books(text: str) -> str | None:
    """A text that a game says, in the reader's language; None where no book has it."""
    said = (book(text) for book in _books)
    return next((one for one in said if one is not None), None)


def game_words(text: str) -> str:
    """A text that a game declares, in the reader's language."""
    return in_books(text) or gettext(text)


game_words_lazy = lazy(game_words, str)
