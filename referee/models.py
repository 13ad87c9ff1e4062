"""Hands Django every capability's models; nothing else."""

from referee.disputes.models import Dispute
from referee.live.models import Ask, LiveTable, SeatCode, Tap
from referee.precedents.models import Precedent
from referee.records.models import Record, RecordPart
from referee.rulings.models import IssuedRuling

__all__ = [
    "Ask",
    "Dispute",
    "IssuedRuling",
    "LiveTable",
    "Precedent",
    "Record",
    "RecordPart",
    "SeatCode",
    "Tap",
]
