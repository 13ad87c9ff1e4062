"""A pairing as event-format JSON."""

from __future__ import annotations

from tournaments.facts import Bracket
from tournaments.pairing.outcome import PairedMatch, Pairing
from tournaments.standings.as_json import number


def pairing_json(pairing: Pairing, seconds: float | None = None) -> dict[str, object]:
    """The answer of `pair --json`; `seconds` is what it took, measured by the caller."""
    answer: dict[str, object] = {
        "round": pairing.round,
        "stage": pairing.stage,
        "matches": [_match(match) for match in pairing.matches],
        "byes": pairing.byes,
        "unpaired": pairing.unpaired,
        "relaxed": [
            {"promise": relaxed.promise, "entrants": relaxed.entrants} for relaxed in pairing.relaxed
        ],
        "cost": {
            "squared_difference": number(pairing.cost.squared_difference),
            "lower_bound": number(pairing.cost.lower_bound),
            "proven": pairing.cost.proven,
        },
    }
    if seconds is not None:
        answer["seconds"] = round(seconds, 6)
    if pairing.over:
        answer |= {"over": True, "over_because": pairing.over_because}
    return answer


def _match(match: PairedMatch) -> dict[str, object]:
    made: dict[str, object] = {"table": match.table, "seats": match.seats, "reasons": match.reasons}
    if isinstance(match.bracket, Bracket):
        made["bracket"] = {
            "side": match.bracket.side,
            "round": match.bracket.round,
            "slot": match.bracket.slot,
        }
    return made
