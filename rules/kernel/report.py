"""The report that ``replay --json`` prints."""

from __future__ import annotations

from rules.kernel.game import Game
from rules.kernel.json_types import JsonObject
from rules.kernel.log import VERSION, Log
from rules.kernel.position import digest
from rules.kernel.replay import Replay, replay
from rules.kernel.rulebook import ruleset_hash
from rules.kernel.seats import log_for
from rules.kernel.verdict import Outcome

EXIT = {"finished": 0, "in_progress": 0, "illegal": 1, "undetermined": 2}


def outcome_json(outcome: Outcome | None) -> JsonObject | None:
    """An outcome as plain JSON values."""
    if outcome is None:
        return None
    return {
        "ranking": [list(place) for place in outcome.ranking],
        "scores": dict(outcome.scores),
        "tiebreakers": dict(outcome.tiebreakers),
    }


def report(run: Replay) -> JsonObject:
    """The whole report of a replay, as JSON values."""
    printed = run.printed()
    return {
        "log": VERSION,
        "game": run.game.name,
        "rules": run.edition,
        "ruleset": ruleset_hash(run.game.package),
        "entries": sum(1 for verdict in run.verdicts if verdict.verdict != "not_reached"),
        "status": run.status(),
        "verdicts": [verdict.to_json(n) for n, verdict in enumerate(run.verdicts, 1)],
        "declared": sorted(run.declared),
        "findings": [{"entries": list(f.entries), "message": f.message} for f in run.findings],
        "position": printed,
        "outcome": outcome_json(run.outcome()),
        "digest": digest(printed),
    }


def judge_log(game: Game, log: Log, until: int | None = None, seat: str | None = None) -> JsonObject:
    """The report on a log, for the judge or as a seat may see it. Raises ``LogError``, ``KeyError`` for a seat that is
    not in the log."""
    if seat is not None:
        if seat != "public" and seat not in log.header.seats:
            raise KeyError(seat)
        log = log_for(game, log, seat)
    return report(replay(game, log, until))
