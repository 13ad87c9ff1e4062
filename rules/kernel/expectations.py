"""What a line of a scenario expects at its point: facts of the position, options offered, rules a deck list breaks."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.aliases import in_new_words
from rules.kernel.log import Expectation, verb_of
from rules.kernel.replay import Replay


def unmet(run: Replay, expectation: Expectation) -> list[str]:
    """In words what an expectation says and is not so."""
    messages: list[str] = []
    if expectation.facts is not None:
        printed = run.printed()
        for path, wanted in expectation.facts.items():
            seat = path.removeprefix("check_deck.")
            found = fact(printed, path) if seat == path else _broken(run, seat)
            if found != wanted or isinstance(found, bool) != isinstance(wanted, bool):
                messages.append(f"{path} is {_short(found)}, expected {_short(wanted)}")
    if expectation.options is not None:
        messages += _options(run, expectation.options)
    return messages


def _broken(run: Replay, seat: str) -> list[str] | None:
    """The rules of deck construction that a seat's deck list breaks; None where there is no list."""
    deck = run.decks.get(seat)
    return None if deck is None else [v.rule for v in run.game.check_deck(deck, run.options, run.catalogue)]


def fact(printed: Any, path: str) -> Any:
    """A fact of a printed position by dotted path; ``None`` where there is none. Keys may hold dots."""
    if path == "":
        return printed
    if isinstance(printed, dict):
        for key in sorted(printed, key=len, reverse=True):
            if path == key:
                return printed[key]
            if path.startswith(key + "."):
                return fact(printed[key], path[len(key) + 1 :])
        return None
    name, _, rest = path.partition(".")
    if isinstance(printed, list) and name.isdecimal() and int(name) < len(printed):
        return fact(printed[int(name)], rest)
    return None


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) < 200 else text[:197] + "…"


def _options(run: Replay, wanted: dict[str, Any]) -> list[str]:
    by = wanted.get("by")
    if not isinstance(by, str):
        return ["options need “by”"]
    if not all(isinstance(wanted.get(name, []), list) for name in ("include", "exclude")):
        return ["“include” and “exclude” hold lists of entries"]
    offered = [msgspec.json.decode(msgspec.json.encode(option)) for option in run.options_for(by)]
    messages = []
    include, exclude = (
        [_in_new_words(run, pattern) for pattern in wanted.get(name, [])] for name in ("include", "exclude")
    )
    for pattern in include:
        if not any(_fits(option, pattern) for option in offered):
            messages.append(f"{by} is not offered {_short(pattern)}")
    for pattern in exclude:
        if any(_fits(option, pattern) for option in offered):
            messages.append(f"{by} is offered {_short(pattern)}")
    return messages


def _in_new_words(run: Replay, pattern: Any) -> Any:
    verb = verb_of(run.game.all_verbs, pattern.get("do")) if isinstance(pattern, dict) else None
    return pattern if verb is None else in_new_words(verb.aliases, pattern)


def _fits(option: dict[str, Any], pattern: Any) -> bool:
    return isinstance(pattern, dict) and all(option.get(key) == value for key, value in pattern.items())
