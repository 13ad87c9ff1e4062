"""Full-text search over the rulebooks and the cards.

They come with the code and change only with it, so each process keeps an index of its own in memory (SQLite's FTS5,
with its stemming and ranking), the same whatever database the site uses. The cards of an event's own list have one
beside it, kept with the catalogue that the list makes: another list is another catalogue.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from typing import Literal

import msgspec

from referee.rulebooks.books import PARTS, own_titles, parts, titles
from referee.searching import telling_words
from rules.kernel.cards import Card, Catalogue
from rules.registry import games, load

Kind = Literal["rule", "card", "definition", "reading", "log", "face"]
#: A text as it is written into an index, and as it is read out of one.
Text = tuple[str, str, str, str, Kind, str, str]
Row = tuple[str, Kind, str, str, str, str]
#: By what a catalogue remembers the index of an event's own cards.
OWN = "index_of_own_cards"
#: The best so many are given.
MOST = 50
_lock = Lock()


class Hit(msgspec.Struct, frozen=True):
    """Something the words were found in. ``kind``: the part of the rulebook, or ``face`` for a card itself, whose
    ``key`` is the last part of its address; of an entry it is the id. ``own``: it is of the event's own cards."""

    game: str
    kind: Kind
    key: str
    heading: str
    summary: str
    own: bool = False


def search(wanted: str, game: str = "", catalogue: Catalogue | None = None) -> list[Hit]:
    """The entries and cards for these words, best first; of one game or of all, at most ``MOST``; with an event's
    ``catalogue`` its own cards before those of the site. What has all of the words comes first, and of that what is
    called just so; then what has the most that is rare of them."""
    with _lock:
        # Made when a page with a search on it is opened, so that the search itself never waits for it.
        _index()
    words = telling_words(wanted)
    if not words:
        return []
    every, some = (joined.join(_term(word) for word in words) for joined in (" ", " OR "))
    hits = _matching(every, game, catalogue)
    called = wanted.strip().casefold()
    hits.sort(key=lambda hit: hit.heading.casefold() != called)
    if len(words) > 1 and len(hits) < MOST:
        hits += [hit for hit in _matching(some, game, catalogue) if hit not in hits]
    return hits[:MOST]


def _term(word: str) -> str:
    """As the index is asked for it: the word, and what begins with it; a single letter begins too much. Nothing of what
    was typed is read as syntax."""
    return f'"{word}"*' if len(word) > 1 else f'"{word}"'


def _matching(asked: str, game: str, catalogue: Catalogue | None) -> list[Hit]:
    own = [] if catalogue is None else [Hit(*row[:5], own=True) for row in _own_rows(asked, game, catalogue)]
    named = {hit.key for hit in own}
    hits, seen = own, set()
    for row in _rows(asked, game):
        # Two games of one rulebook have the same entries.
        same = (row[5], row[1], row[2])
        if same not in seen and not (row[1] == "face" and row[2] in named):
            seen.add(same)
            hits.append(Hit(*row[:5]))
    return hits[:MOST]


def _rows(asked: str, game: str) -> list[Row]:
    of_game = "AND game = ?" if game else ""
    with _lock:
        return _asked(_index(), of_game, (asked, *([game] if game else [])))


def _own_rows(asked: str, game: str, catalogue: Catalogue) -> list[Row]:
    """What is shown of an event's own cards."""
    with _lock:
        made = catalogue.memory.get(OWN)
        if made is None:
            made = catalogue.memory[OWN] = _empty()
            _put(made, _faces(game, own_titles(game, catalogue), ""))
        return _asked(made, "", (asked,))


def _asked(index: sqlite3.Connection, further: str, values: tuple[str, ...]) -> list[Row]:
    sentence = (
        "SELECT game, kind, key, heading, summary, book FROM texts "  # noqa: S608 - nothing of a user's is in it
        f"WHERE texts MATCH ? {further} ORDER BY bm25(texts, 10.0, 2.0, 1.0), length(heading) LIMIT ?"
    )
    return index.execute(sentence, (*values, 2 * MOST)).fetchall()


@lru_cache(maxsize=1)
def _index() -> sqlite3.Connection:
    """Every entry and every card, once for this process."""
    made = _empty()
    for game in games():
        book = load(game).rulebook.ledgers[0].name
        entries = [(part, entry) for part in PARTS for entry in parts(game).get(part, ())]
        _put(
            made,
            [
                (entry.heading, entry.summary, entry.id.replace("-", " "), game, part, entry.id, book)
                for part, entry in entries
            ],
        )
        _put(made, _faces(game, titles(game), book))
    return made


def _empty() -> sqlite3.Connection:
    made = sqlite3.connect(":memory:", check_same_thread=False)
    made.execute(
        "CREATE VIRTUAL TABLE texts USING fts5("
        "heading, summary, more, game UNINDEXED, kind UNINDEXED, key UNINDEXED, book UNINDEXED, "
        "tokenize='porter unicode61 remove_diacritics 2', prefix='2 3')"
    )
    return made


def _put(index: sqlite3.Connection, rows: list[Text]) -> None:
    index.executemany("INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def _faces(game: str, by_key: Mapping[str, tuple[Card, ...]], book: str) -> list[Text]:
    """The cards as they are written into an index."""
    return [
        (cards[0].title, " ".join({card.summary for card in cards}), _more(cards), game, "face", key, book)
        for key, cards in by_key.items()
    ]


def _more(cards: tuple[Card, ...]) -> str:
    """What tells the versions of a card apart, and its type."""
    names = ("sub_title", "variant", "edition", "type")
    return " ".join(sorted({str(getattr(card, name, "")) for card in cards for name in names} - {""}))
