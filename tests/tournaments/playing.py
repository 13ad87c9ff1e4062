"""Events of any stages, played round by round through what `pair` answers: for the tests of stages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tournaments.event_file import read_event
from tournaments.facts import EventFile
from tournaments.pairing import pair_next_round, pairing_json
from tournaments.standings import standings_json, standings_of

Decide = Callable[[dict[str, Any]], Any]
"""From a match of two seats or more to its result."""


def field(size: int, *stages: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An event of P001, P002 …, seeded in this order, with these stages."""
    return {
        "event": 1,
        "seed": "f3a9",
        "rules": {"first_round": "seed", **more.pop("rules", {})},
        "entrants": [{"id": f"P{n:03}", "seed": n} for n in range(1, size + 1)],
        "stages": [{"id": stage["kind"], **stage} for stage in stages],
        "rounds": [],
        **more,
    }


def name(number: int) -> str:
    return f"P{number:03}"


def number(entrant: str) -> int:
    return int(entrant[1:])


def read(made: dict[str, Any]) -> EventFile:
    return read_event(msgspec.json.encode(made))


def paired(made: dict[str, Any]) -> dict[str, Any]:
    """The answer of `pair --json`."""
    answer: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(pairing_json(pair_next_round(read(made))))
    )
    return answer


def favourite(match: dict[str, Any]) -> Any:
    """The better seed wins; at larger tables everybody comes in by seed."""
    seats = sorted(match["seats"])
    return {"winner": seats[0]} if len(seats) == 2 else {"ranking": [[seat] for seat in seats]}


def underdog(match: dict[str, Any]) -> Any:
    return {"winner": max(match["seats"])}


def add_round(made: dict[str, Any], answer: dict[str, Any], decide: Decide = favourite) -> None:
    """What `pair` answered as a round of the file, with results."""
    matches = []
    for match in answer["matches"]:
        alone = len(match["seats"]) == 1
        kept = {key: match[key] for key in ("table", "seats", "bracket") if key in match}
        matches.append(kept | {"result": "bye" if alone else decide(match)})
    in_bracket = {match["seats"][0] for match in matches if "bracket" in match and len(match["seats"]) == 1}
    matches += [{"table": None, "seats": [e], "result": "bye"} for e in answer["byes"] if e not in in_bracket]
    made["rounds"].append({"number": answer["round"], "stage": answer["stage"], "matches": matches})


def play(made: dict[str, Any], rounds: int = 1000, decide: Decide = favourite) -> list[dict[str, Any]]:
    """Pair and play so many rounds, or until the event is over; the answers."""
    answers = []
    for _ in range(rounds):
        answer = paired(made)
        if answer.get("over"):
            break
        answers.append(answer)
        add_round(made, answer, decide)
    return answers


def drop(made: dict[str, Any], entrant: str, **more: Any) -> None:
    """The entrant leaves after the last round there is."""
    row = next(row for row in made["entrants"] if row["id"] == entrant)
    row.update(more or {"dropped_after": len(made["rounds"])})


def seats(answer: dict[str, Any]) -> list[list[str]]:
    return [match["seats"] for match in answer["matches"]]


def pairs(answer: dict[str, Any]) -> set[frozenset[int]]:
    """Who meets whom, by seed."""
    return {frozenset(map(number, match["seats"])) for match in answer["matches"] if len(match["seats"]) > 1}


def at(answer: dict[str, Any]) -> dict[tuple[str, int, int], list[int]]:
    """Who is where in the bracket, by seed."""
    return {
        (m["bracket"]["side"], m["bracket"]["round"], m["bracket"]["slot"]): sorted(map(number, m["seats"]))
        for m in answer["matches"]
    }


def standing(made: dict[str, Any]) -> list[tuple[int, int]]:
    """Place and entrant, by seed."""
    return [(row.place, number(row.entrant)) for row in standings_of(read(made)).rows]


def table(made: dict[str, Any]) -> list[dict[str, Any]]:
    """The answer of `standings --json`."""
    answer: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(standings_json(standings_of(read(made))))
    )
    rows: list[dict[str, Any]] = answer["standings"]
    return rows


def points(made: dict[str, Any]) -> dict[int, Any]:
    """Match points by entrant."""
    return {number(row["entrant"]): row["values"]["match_points"] for row in table(made)}
