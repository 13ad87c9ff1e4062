"""Self-played games, entry by entry: verdicts, sentences, options, positions, and what each seat sees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec
from django.utils import translation

from rules import registry
from rules.kernel.entries import PUBLIC, TABLE
from rules.kernel.log import Log, read_log
from rules.kernel.position import digest
from rules.kernel.replay import Replay, replay
from rules.kernel.report import report
from rules.kernel.seats import hidden_log, log_for
from rules.kernel.selfplay import log_bytes, play_game
from tests.differential.facts import Fact

LANGUAGES = ("en", "de")


def facts(count: int) -> Iterator[Fact]:
    """``count`` games of each game: the log as it was written, judged as it is and as a table would have kept it."""
    for name in registry.games():
        for number in range(count):
            yield Fact(f"games/{name}/{number}/log", lambda n=name, k=number: played(n, k).decode())
            for kind in ("open", "hidden"):
                yield Fact(
                    f"games/{name}/{number}/{kind}",
                    lambda n=name, k=number, h=kind: "\n".join(judged(n, k, h)),
                )


@lru_cache(maxsize=4)
def played(name: str, number: int) -> bytes:
    """The bytes of a self-played game's log; in every third of them time is called."""
    game = registry.load(name)
    low, high = game.seats
    players = min(high, low + number % 3)
    called = 5 + number * 7 % 90 if number % 3 == 2 else None
    run = play_game(game, f"differential:{number}", players, called)
    return log_bytes(Log(run.header, tuple(run.entries)))


def judged(name: str, number: int, kind: str) -> Iterator[str]:
    """The game's log judged entry by entry, and the reports of all who look at it."""
    game = registry.load(name)
    log = read_log(played(name, number), game.all_verbs)
    if kind == "hidden":
        log = hidden_log(game, log)
    yield from course(name, log)
    for seat in (*log.header.seats, PUBLIC):
        yield f"-- as {seat}"
        yield from reported(replay(game, log_for(game, log, seat)))


def course(name: str, log: Log) -> Iterator[str]:
    """Every entry with its verdict, what could be done after it, and the position's digest."""
    run = Replay(registry.load(name), log.header)
    yield line("start", run.printed())
    for n, entry in enumerate(log.entries, 1):
        verdict = run.push(entry)
        yield line(str(n), verdict.to_json(n))
        yield from sentences(verdict.to_json(n))
        for seat in (*log.header.seats, TABLE):
            yield line(f"{n} {seat}", [msgspec.to_builtins(option) for option in run.options_for(seat)])
        yield f"{n} {digest(run.printed())}"
    yield from reported(run)


def reported(run: Replay) -> Iterator[str]:
    """A whole report, but for the hash of the rules' own bytes."""
    found = report(run)
    found.pop("ruleset")
    for name, value in found.items():
        yield line(name, value)
    yield from sentences(found["verdicts"])
    yield from sentences(found["findings"])


def sentences(found: Any) -> Iterator[str]:
    """What the engines say in words, in every other language."""
    for text in sorted(set(messages(found))):
        for language in LANGUAGES[1:]:
            with translation.override(language):
                yield f"{language}: {in_language(text, language)}"


def in_language(text: str, language: str) -> str:
    """A message in a language; by the book of sentences in a commit whose engines say plain texts."""
    said = getattr(text, "said", None)
    if said is not None:
        return str(said(language))
    books = import_module("referee.wording.books")
    found = books.said(text) if hasattr(books, "said") else None
    return text if found is None else found if isinstance(found, str) else found[0]


def messages(found: Any) -> Iterator[str]:
    """Every message and every missing thing in a piece of JSON."""
    if isinstance(found, dict):
        for name, value in found.items():
            if name in ("message", "missing") and isinstance(value, str):
                yield value
            else:
                yield from messages(value)
    elif isinstance(found, list | tuple):
        for value in found:
            yield from ([value] if isinstance(value, str) else messages(value))


def line(name: str, value: Any) -> str:
    """A value on one line."""
    return f"{name}: {json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)}"
