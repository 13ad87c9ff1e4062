"""Small requests put together to be expensive, for every door that answers a visitor; and what the search found most
expensive."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee.judging.words import plain_entry
from rules.kernel.cards import MAX_CARDS
from rules.kernel.entries import PUBLIC
from rules.kernel.seats import entry_for
from rules.kernel.selfplay import play_game
from rules.registry import games, load

#: kept by hand from what the search prints: `pytest --long -m long -s tests/hostile/test_cost.py`
KEPT = Path(__file__).with_name("most_expensive.json")
#: bytes of a request: a few kilobytes, but for a position that names each of its cards
MAX_BYTES = 64_000
#: What a deck list calls its sections, by game.
SECTIONS = {
    "looney_tunes": ("personal",),
    "nightmare_before_christmas": ("main", "locales"),
    "herocard_duel": ("attributes", "actions"),
    "herocard_nightmare": ("attributes", "actions"),
    "highlander": ("deck", "pre_game"),
}
WORDS = (
    "x" * 4_000, "a " * 2_000, "%" * 3_000, "\\" * 3_000, "(a+)+" * 600, "ß" * 2_000, "9" * 4_000, "1,2" * 1_300,
    "-1", "0", "99999999999999999999", "' OR 1=1 --", "\x00", "İ" * 2_000, "_" * 4_000,
)  # fmt: skip
ASKED = (
    "q", "page", "size", "order", "state", "status", "game", "match", "clock", "do", "entry", "record", "offset",
    "limit", "after", "format", "since", "words", "next", "ordering", "search",
)  # fmt: skip
HEADERS = {
    "Accept-Language": ("de;q=0.1," * 900, "x-" * 2_000, "zh-" + "a-" * 1_500),
    "Accept": ("text/html;q=0.1," * 500, "*/*;" * 1_000),
    "Authorization": (
        "Token " + "x" * 4_000,
        "Claim " + "a:b" * 1_300,
        "Seat " + "9" * 4_000,
        "Basic " + "e" * 4_000,
    ),
    "Cookie": (
        "a=b; " * 900,
        "sessionid=" + "x" * 4_000,
        "messages=" + "W1" * 1_500,
        "csrftoken=" + "y" * 4_000,
    ),
    "If-None-Match": ('"a",' * 1_000,),
    "If-Modified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT" * 100,),
    "Range": ("bytes=" + "0-1," * 1_000,),
    "Idempotency-Key": ("k" * 4_000,),
}


@dataclass(frozen=True)
class Request:
    """A request of a visitor. ``path``: the address as the list of addresses has it, with the name of a game in it.
    ``body``: JSON for the API, a form for a page; None where it is read. ``name``: what is dear about one that is
    kept."""

    path: str
    name: str = ""
    query: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] | None = None

    @property
    def size(self) -> int:
        return len(json.dumps([self.query, self.headers, self.body]))

    def plain(self) -> dict[str, Any]:
        return asdict(self)


def kept() -> list[Request]:
    """The most expensive request of each door that the search has found so far."""
    return [Request(**one) for one in json.loads(KEPT.read_text(encoding="utf-8"))]


def some(path: str, chance: random.Random, *, sends: bool) -> Request:
    """A request to this door, put together by chance."""
    body = _body(path, chance) if sends else None
    query = {name: chance.choice(WORDS) for name in chance.sample(ASKED, chance.randint(0, 4))}
    headers = {
        name: chance.choice(HEADERS[name]) for name in chance.sample(sorted(HEADERS), chance.randint(0, 3))
    }
    return Request(path, query=query, headers=headers, body=body)


def changed(one: Request, chance: random.Random) -> Request:
    """The same with a part of another in it."""
    other = some(one.path, chance, sends=one.body is not None)
    part = chance.choice(["query", "headers", *(["body"] * 3 if one.body is not None else [])])
    if part == "body":
        mixed = {**(one.body or {}), **dict(chance.sample(sorted((other.body or {}).items(), key=str), k=1))}
        return replace(one, name="", body=mixed)
    return replace(one, name="", **{part: {**getattr(one, part), **getattr(other, part)}})


def _body(path: str, chance: random.Random) -> dict[str, Any]:
    game = next((name for name in games() if f"/{name}/" in path), None)
    if path.startswith("api/") and game is not None:
        return question(game, chance)
    if game is not None:
        return form_of(game, chance)
    names = ("login", "password", "username", "email", "password1", "password2", "token", "name", "key", "language",
             "theme", "next", "code", "seat")  # fmt: skip
    return {name: chance.choice(WORDS) for name in chance.sample(names, 6)}


def question(game: str, chance: random.Random) -> dict[str, Any]:
    """About a position: many cards, known and unknown, lists, entries."""
    titles = [card.title for card in load(game).catalogue.cards]
    long = chance.random() < 0.3
    seats = "AB" if long else "ABCDEF"[: chance.randint(*load(game).seats)]
    # Mostly as many as are let in, and sometimes more.
    share = chance.choice([1, 1, 1, 5]) * MAX_CARDS // (2 * len(seats) + 1)

    def cards() -> list[Any]:
        unknown = {"unknown": True, "count": share}
        return chance.choice([[unknown], [chance.choice(titles)] * share, [{"unknown": True}] * share])

    lines = {
        section: chance.sample(titles, min(chance.choice([5, 20]), len(titles))) for section in SECTIONS[game]
    }
    copies = chance.choice([1, 40, 40, 1000])
    deck = {
        section: [{"card": title, "count": copies} for title in chosen] for section, chosen in lines.items()
    }
    sides = {seat: {"hand": cards(), "discard_pile": cards()} for seat in seats}
    entry = {"by": chance.choice(seats), "do": "draw", "count": chance.choice([1, 7, 1000])}
    declare = {"by": "judge", "do": "declare", "changes": [{"do": "note", "text": "x"}] * 20}
    rule = {
        "by": "judge",
        "do": "ruling",
        "on": 1,
        "decision": "correct",
        "repair": [{"do": "note", "text": "x"}],
    }
    entries = [chance.choice([entry, declare, rule])] * chance.choice([0, 1, 50])
    if long:
        entries = [*whole_game(game, chance.randint(1, 3)), *entries][: chance.choice([20, 100, 300])]
    return {
        "players": [{"seat": seat, "deck": chance.choice([None, {"sections": deck}])} for seat in seats],
        "position": None if long else chance.choice([None, {"players": sides}]),
        "entries": entries,
        "entry": entry,
        "words": chance.choice(["", "a", "a " * 90]),
    }


@lru_cache(maxsize=32)
def whole_game(game: str, seed: int) -> tuple[dict[str, Any], ...]:
    """The entries of a game in which no hidden card is named: everything in it may be many things, to its end."""
    run = play_game(load(game), f"dear {seed}", 2)
    return tuple(plain_entry(entry_for(load(game), entry, PUBLIC)) for entry in run.entries)


def form_of(game: str, chance: random.Random) -> dict[str, Any]:
    """The same by the editor's page."""
    asked = question(game, chance)
    lines = "\n".join(json.dumps(entry) for entry in asked["entries"])
    texts = {
        "seats": str(len(asked["players"])),
        "lines": lines,
        "do": chance.choice(["", "ask", "expect", "log"]),
    }
    titles = [card.title for card in load(game).catalogue.cards]
    for seat in "ABCDEF"[: len(asked["players"])]:
        texts[f"p.players.{seat}.hand"] = "\n".join([chance.choice(titles)] * chance.choice([1, 300]))
        texts[f"deck.{seat}"] = "\n".join(f"{n} {title}" for n, title in enumerate(titles[:40], 1))
    return texts
