"""Standings and workings as event-format JSON: the one place where figures become decimals."""

from __future__ import annotations

from fractions import Fraction

from tournaments.standings.outcome import Standings, Working


def number(value: Fraction | None) -> int | float | None:
    """A whole figure as an integer, any other to twelve decimals."""
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else round(float(value), 12)


def standings_json(standings: Standings) -> dict[str, object]:
    """`{"standings": [...], "relied_on": {...}}`."""
    return {
        "standings": [
            {
                "place": row.place,
                "entrant": row.entrant,
                "values": {name: number(value) for name, value in row.values.items()},
                "stage": row.stage,
            }
            for row in standings.rows
        ],
        "relied_on": {name: str(text) for name, text in standings.relied_on.items()},
        "after_round": standings.after_round,
    }


def working_json(working: Working) -> dict[str, object]:
    """`{"entrant": ..., "values": {name: {"value", "parts", "rule"}}}`."""
    return {
        "entrant": working.entrant,
        "place": working.place,
        "after_round": working.after_round,
        "values": {
            name: {
                "value": number(figure.value),
                "parts": [
                    {
                        "round": part.round,
                        "opponent": part.opponent,
                        "value": number(part.value),
                        "note": str(part.note),
                    }
                    for part in figure.parts
                ],
                "rule": str(figure.rule),
            }
            for name, figure in working.values.items()
        },
    }
