"""Asking for two logs of one game, and what is known of them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.alignments.finding import pairs_of, standing_logs
from referee.models.alignments import LogPair
from referee.models.records import Record
from referee.records.listing import whose_log
from referee.records.queries import record_of
from tournaments.access import Actor, may, require
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.rounds import Match


def two_of(first: int, second: int, actor: Actor) -> tuple[Record, Record]:
    """Two logs of one game, for judges who do not play. Raises NotFound, NotAllowed."""
    one, other = record_of(first, actor), record_of(second, actor)
    require(actor, "view_log", one.match.round.event, one.match)
    if one.match_id != other.match_id or one.game_number != other.game_number or one.pk == other.pk:
        raise NotFound(_("These are not two logs of one game."))
    other.match = one.match
    return one, other


class Listed(msgspec.Struct, frozen=True):
    """Two logs of a match that can be laid beside each other, and what is known of them by now."""

    first: Record
    second: Record
    whose: tuple[str, str]
    pair: LogPair | None

    @property
    def parts(self) -> bool:
        """Whether they are known to part."""
        return self.pair is not None and self.pair.divergence_first is not None

    @property
    def agrees(self) -> bool:
        """Whether they are known to tell the same."""
        pair = self.pair
        return pair is not None and not pair.failed and pair.compared_at is not None and not self.parts


def listed_pairs(match: Match, actor: Actor) -> list[Listed]:
    """The pairs of standing logs of a match, for judges who do not play; none for anybody else."""
    if not may(actor, "view_log", match.round.event, match):
        return []
    pairs = pairs_of(standing_logs(match))
    known = {(pair.first_id, pair.second_id): pair for pair in _known(pairs)}
    seats = list(match.seats.all())
    return [
        Listed(
            one,
            other,
            (whose_log(one, seats), whose_log(other, seats)),
            _as_they_are(known.get((one.pk, other.pk)), one, other),
        )
        for one, other in pairs
    ]


def _as_they_are(pair: LogPair | None, one: Record, other: Record) -> LogPair | None:
    """What is known of two logs, unless one has grown since, by a ruling say."""
    same = pair is not None and (pair.first_head, pair.second_head) == (one.head, other.head)
    return pair if same else None


def _known(pairs: Sequence[tuple[Record, Record]]) -> list[LogPair]:
    return list(LogPair.objects.filter(first__in=[one for one, _other in pairs])) if pairs else []
