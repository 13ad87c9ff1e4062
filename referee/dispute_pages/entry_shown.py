"""The entry that a dispute is about, as its reader may see the log: the board, the verdict, and what would be legal."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from referee.judging.deduced import deduced_at
from referee.judging.judged import Unreadable
from referee.judging.own_match import OwnMatchRuns, check_may_read_verdicts
from referee.judging.viewers import viewer_of
from referee.models.disputes import Dispute
from referee.records.queries import record_of
from referee.replays.drawn import Links, board_at
from referee.replays.page import (
    cards_named,
    names_of,
    replay_for,
    rulings_at,
    unknown_card,
    wanted_entry,
)
from referee.replays.steps import step_at
from tournaments.access import Actor
from tournaments.errors import NotFound


def entry_shown(dispute: Dispute, actor: Actor) -> dict[str, Any] | None:
    """The context of the entry in question; where the dispute names none, of that at which the replay opens. None
    without a log, and for who may not read it."""
    if dispute.record_id is None:
        return None
    try:
        record = record_of(dispute.record_id, actor)
        viewer = viewer_of(actor, record.match)
        check_may_read_verdicts(actor, viewer)
        judged_log = replay_for(record, viewer)
        n = wanted_entry(judged_log, "" if dispute.entry is None else str(dispute.entry))
    except (NotFound, Unreadable, OwnMatchRuns):
        return None
    names = names_of(record)
    address = reverse("referee:record_page", args=[record.pk])
    step = step_at(judged_log, n, names)
    return {
        "record": record,
        "viewer": viewer,
        "step": step,
        "unknown_card": unknown_card(record, judged_log, step),
        "cards": cards_named(judged_log, step),
        "board": board_at(judged_log, n, names, deduced_at(record, viewer, judged_log, n), Links(address)),
        "rulings": rulings_at(record, n) if n else [],
        "replay_address": address,
    }
