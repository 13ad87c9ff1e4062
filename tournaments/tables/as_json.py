"""All matches of a round as the API tells of them: what MatchSerializer makes of one, of plain values for thousands."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from tournaments.models.rounds import Round
from tournaments.tables.seated import pairings_of, results_by_match, tables_of

#: What is told of a result beside its outcome.
RESULT = ("id", "provenance", "unchallenged", "reason", "source", "at", "by", "replaced_at")


def matches_json(round: Round, part: slice | None = None) -> list[dict[str, Any]]:
    """By table, byes last; of many a part."""
    results, pairings, slug = results_by_match(round, *RESULT), pairings_of(round), round.event.slug
    zone = timezone.get_current_timezone()
    matches = []
    for table in tables_of(round)[part or slice(None)]:
        result = None
        if table.match in results:
            outcome, *said = results[table.match]
            result = {"outcome": outcome, **dict(zip(RESULT, said, strict=True))}
            result["at"] = _moment(result["at"].astimezone(zone))
        matches.append(
            {
                "id": table.match,
                "event": slug,
                "round": round.number,
                "table": table.number,
                "table_range": table.mark.range,
                "is_bye": table.is_bye,
                "state": table.state,
                **pairings[table.match],
                "seats": [
                    {"letter": player.letter, "entrant": player.code, "name": player.name}
                    for player in table.players
                ],
                "result": result,
            }
        )
    return matches


def _moment(at: datetime) -> str:
    """As a serializer's field writes it, without asking for the zone at each of thousands."""
    said = at.isoformat()
    return said[:-6] + "Z" if said.endswith("+00:00") else said
