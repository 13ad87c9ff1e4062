"""An event as a tournament file of FIDE (TRF16 with JaVaFo's lines), for programs that pair by the Dutch system."""

from __future__ import annotations

from tournaments.facts import EventFile, Match, Result
from tournaments.pairing import pair_next_round

#: opponent, colour and result of a round in which somebody was not there
ABSENT = "0000 - Z"
POINTS = {"1": 1.0, "+": 1.0, "U": 1.0, "=": 0.5}


def trf_of(event: EventFile) -> str:
    """The event's rounds so far; who does not play in the next one is marked absent there.

    The first seat has white; a match counts 1, ½ or 0 whatever its games. What both lost is written as if neither had
    come: these programs know no other result without a point.
    """
    numbers = {entrant.id: n for n, entrant in enumerate(event.entrants, 1)}
    cells: dict[str, list[str]] = {entrant: [] for entrant in numbers}
    for played in event.rounds:
        for match in played.matches:
            for seat, cell in cells_of(match, numbers).items():
                cells[seat].append(cell)
        for row in cells.values():
            row += [ABSENT] * (played.number - len(row))
    pairing = pair_next_round(event)
    present = {seat for match in pairing.matches for seat in match.seats} | set(pairing.byes)
    lines = [f"012 {event.name}", f"XXR {event.rules.swiss_rounds}", "XXC white1"]
    for entrant, row in cells.items():
        number, points = numbers[entrant], sum(POINTS.get(cell[-1], 0.0) for cell in row)
        if entrant not in present:
            row = [*row, ABSENT]
        rating = event.entrants[number - 1].rating or 0
        lines.append(
            f"001 {number:4} m    {entrant:33} {rating:4} {'':3} {'':11} {'':10} {points:4.1f} {number:4}"
            + "".join(f"  {cell}" for cell in row)
        )
    return "\n".join(lines) + "\n"


def cells_of(match: Match, numbers: dict[str, int]) -> dict[str, str]:
    """What each seat's line says of a match: opponent, colour, result."""
    if len(match.seats) == 1:
        return {match.seats[0]: "0000 - U"}
    first, second = match.seats
    if not isinstance(match.result, Result):
        one = other = "-"
    elif match.result.winner is None:
        one = other = "="
    else:
        won, lost = ("+", "-") if match.result.kind in ("no_show", "forfeit") else ("1", "0")
        one, other = (won, lost) if match.result.winner == first else (lost, won)
    return {first: f"{numbers[second]:4} w {one}", second: f"{numbers[first]:4} b {other}"}
