"""What would follow from a ruling: shown before it is confirmed. Nothing is written, and nobody waits for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from referee.games.presentation import drawer_of
from referee.judging.judged import judged
from referee.judging.words import entry_words, who_did
from referee.models.records import Record
from referee.records.adoption import result_if_judged
from referee.rulings.changes import Prepared, WantedRuling, check_ruling, prepare_ruling
from referee.rulings.entry import goes_against
from rules.kernel.replay import Replay
from rules.kernel.report import outcome_json
from tournaments.access import Actor
from tournaments.models.rounds import Match
from tournaments.results.following import Assumed, Follows, what_follows


class Line(msgspec.Struct, frozen=True):
    """An entry of the log, with its verdict."""

    n: int
    who: str
    words: str
    verdict: str


class Effects(Follows, frozen=True, kw_only=True):
    """What would follow from a ruling, for its log as well.

    ``gone``: entries that are no longer part of the play; ``added``: those that are judged once more after the ruling.
    ``status`` and ``outcome``: what the log comes to, before and after. ``against``: it goes against the engine.
    """

    gone: list[Line]
    added: list[Line]
    status: tuple[str, str]
    outcome: tuple[dict[str, Any] | None, dict[str, Any] | None]
    against: bool


def ruling_effects(record: Record, wanted: WantedRuling, *, by: Actor, now: datetime) -> Effects:
    """The effects of a ruling, as ``issue_ruling`` would make it. Raises as that does."""
    prepared = prepare_ruling(record, wanted, by=by, now=now)

    def assumed(match: Match) -> Assumed:
        known = Record.objects.get(pk=record.pk)
        known.match = match
        check_ruling(known, prepared, by=by, match=match)
        return result_if_judged(known, prepared.judgment, match)

    follows = what_follows(record.match, assumed)
    return _effects(record, prepared, follows)


def _effects(record: Record, prepared: Prepared, follows: Follows) -> Effects:
    run, fork = judged(record).run, prepared.fork
    names = {seat.letter: seat.entrant.name for seat in record.match.seats.all()}
    stays = set(fork.active_entries)
    gone = [n for n in run.active_entries if n not in stays]
    first = prepared.wanted.seen + prepared.rulings + 1
    return Effects(
        **msgspec.structs.asdict(follows),
        gone=_lines(run, gone, names),
        added=_lines(fork, range(first, len(fork.entries) + 1), names),
        status=(run.status(), fork.status()),
        outcome=(outcome_json(run.outcome()), outcome_json(fork.outcome())),
        against=goes_against(prepared.wanted.decision, prepared.before),
    )


def _lines(run: Replay, numbers: Sequence[int], names: dict[str, str]) -> list[Line]:
    drawer = drawer_of(run.game.name)
    return [
        Line(
            n,
            who_did(str(run.entries[n - 1].by), names),
            entry_words(run.entries[n - 1], drawer, names),
            run.verdicts[n - 1].verdict,
        )
        for n in numbers
    ]
