"""The position at an entry of a stored log, as its reader may see it: where the editor starts from a replay."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.judging.viewers import viewer_of
from referee.models.records import Record
from referee.replays.page import replay_for, wanted_entry
from tournaments.access import Actor


def position_at(record: Record, entry: str | None, actor: Actor) -> tuple[dict[str, Any], int]:
    """A header whose position is the one after that entry, by the actor's own view of the log, and the entry's number;
    ``None`` or an empty text is where the replay page opens. Raises NotFound."""
    judged_log = replay_for(record, viewer_of(actor, record.match))
    header: dict[str, Any] = msgspec.to_builtins(judged_log.log.header)
    n = wanted_entry(judged_log, entry)
    header["position"] = judged_log.run.printed(n)
    return header, n
