"""Event files in a line or two, for the tests of standings, pairing and reading."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from tournaments.event_file import read_event
from tournaments.facts import EventFile
from tournaments.standings import standings_of


def match(text: str, **more: Any) -> dict[str, Any]:
    """`A>B`, `A<B`, `A=B`, `A!B` (both lose), `A?B` (no result yet), `A` (bye); games as `A>B 2-1-0`."""
    seats, _, games = text.partition(" ")
    for sign in "><=!?":
        if sign not in seats:
            continue
        first, second = seats.split(sign)
        made: dict[str, Any] = {"seats": [first, second], "table": None}
        if sign == "!":
            return made | {"result": "double_loss"}
        if sign == "?":
            return made | {"result": None}
        result: dict[str, Any] = {"winner": {">": first, "<": second, "=": None}[sign], **more}
        if games:
            result["games"] = [int(n) for n in games.split("-")]
        return made | {"result": result}
    return {"seats": [seats], "table": None, "result": "bye"}


def facts(
    *rounds: str | list[Any],
    rules: dict[str, Any] | None = None,
    entrants: dict[str, dict[str, Any]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """An event file's facts: rounds as `"A>B C=D E"` with commas for games, or lists of matches."""
    made_rounds, known = [], dict.fromkeys(entrants or {})
    for number, played in enumerate(rounds, start=1):
        texts = played.split(", ") if isinstance(played, str) and ", " in played else played
        texts = texts.split() if isinstance(texts, str) else texts
        matches = [match(text) if isinstance(text, str) else text for text in texts]
        made_rounds.append({"number": number, "stage": "swiss", "matches": matches})
        known.update((seat, None) for m in matches for seat in m["seats"])
    return {
        "event": 1,
        "name": "Autumn Open",
        "game": "highlander",
        "seed": "f3a9",
        "rules": rules or {},
        "entrants": [{"id": name, **(entrants or {}).get(name, {})} for name in known],
        "stages": [{"id": "swiss", "kind": "swiss"}],
        "rounds": made_rounds,
        **more,
    }


def event(*rounds: Any, **more: Any) -> EventFile:
    """The same, read."""
    return read_event(msgspec.json.encode(facts(*rounds, **more)))


def table(made: EventFile, after_round: int | None = None) -> dict[str, dict[str, Fraction | None]]:
    """Every entrant's figures."""
    return {row.entrant: row.values for row in standings_of(made, after_round).rows}


def order(made: EventFile) -> list[tuple[int, str]]:
    """Places and entrants."""
    return [(row.place, row.entrant) for row in standings_of(made).rows]


def opponents_with(records: list[str], bye_first: bool = False, drop: bool = True, **more: Any) -> EventFile:
    """H meets O1, O2 … whose records (`wins-losses-draws`, H included) are these; they then drop.

    Everybody else they meet is a filler of whom nothing else counts. With `bye_first`, H has a bye in round 1.
    """
    meetings = sorted(range(len(records)), key=lambda k: sum(map(int, records[k].split("-"))))
    rounds: dict[int, list[str]] = {1: ["H"]} if bye_first else {}
    entrants: dict[str, dict[str, Any]] = {"H": {"missed_rounds_as": "nothing"}}
    for with_h, k in enumerate(meetings, start=2 if bye_first else 1):
        wins, losses, draws = map(int, records[k].split("-"))
        signs = [">"] * (wins - (losses == 0)) + ["<"] * max(0, losses - 1) + ["="] * draws
        signs.insert(with_h - 1, "<" if losses else ">")
        name = f"O{k + 1}"
        entrants[name] = {"dropped_after": len(signs)} if drop else {"missed_rounds_as": "nothing"}
        for number, sign in enumerate(signs, start=1):
            other = "H" if number == with_h else f"F{k}.{number}"
            if other != "H":
                entrants[other] = {"missed_rounds_as": "nothing"}
            rounds.setdefault(number, []).append(f"{name}{sign}{other}")
    return event(*(rounds[number] for number in sorted(rounds)), entrants=entrants, **more)
