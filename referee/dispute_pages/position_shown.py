"""How far the position of a dispute has come, for its page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from django.utils.safestring import SafeString

from referee.budget import QUESTION, budget
from referee.disputes.reading import Reader
from referee.models.disputes import Dispute
from referee.positions.agreeing import JUDGES, Agreement, agreement_of, told_to, whole_position
from referee.positions.page import board_of
from rules.kernel.entries import PUBLIC
from rules.kernel.log import read_header
from rules.kernel.replay import Replay
from rules.registry import load
from tournaments.messages import message as _

log = structlog.get_logger(__name__)


def position_shown(dispute: Dispute, reader: Reader) -> dict[str, Any] | None:
    """Who has told the position, what public facts they tell differently, and the board: for a judge who sees hands all
    sides put together, for everybody else as far as they may see it. None where nobody has begun one."""
    try:
        agreement = agreement_of(dispute)
    except Exception as error:  # told under other rules than today's
        log.info("a told position cannot be compared", dispute=dispute.pk, error=repr(error)[:200])
        return None
    if agreement is None:
        return None
    names = {seat.letter: seat.entrant.name for seat in dispute.match.seats.all()}
    unsure: list[str] = []
    if reader.judges:
        header, unsure = whole_position(dispute)
    else:
        seat = reader.seat or PUBLIC
        header = told_to(dispute, seat) or {}
    return {
        "told": [names.get(side, "") for side in agreement.sides if side != JUDGES],
        "by_judge": JUDGES in agreement.sides,
        "missing": [names.get(letter, letter) for letter in agreement.missing],
        "differing": _rows(agreement, names),
        "who": [_who(side, names) for side in agreement.sides],
        "agreed": agreement.agreed,
        "waits": reader.seat in agreement.missing,
        "unsure": unsure,
        "board": _board(dispute, header, names),
    }


def waiting_for(position: Mapping[str, Any]) -> list[str]:
    """Who has to go through the position next, as steps of the story."""
    missing = position["missing"]
    if missing:
        return [_("%(names)s still has to go through the position.", names=", ".join(missing))]
    return [_("Everybody went through the position; a judge can have it judged.")]


def _rows(agreement: Agreement, names: dict[str, str]) -> list[dict[str, Any]]:
    return [
        {"path": one.path, "said": [(_who(side, names), text) for side, text in one.said.items()]}
        for one in agreement.differing
    ]


def _who(side: str, names: dict[str, str]) -> str:
    return names.get(side, side) if side != JUDGES else _("The judge")


def _board(dispute: Dispute, header: dict[str, Any], names: dict[str, str]) -> SafeString | str:
    try:
        with budget(QUESTION):
            run = Replay(load(dispute.match.round.event.game), read_header(msgspec.json.encode(header)))
            return board_of(run, names)
    except Exception as error:
        log.info("a told position cannot be drawn", dispute=dispute.pk, error=repr(error)[:200])
        return ""
