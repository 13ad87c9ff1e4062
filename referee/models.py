"""Hands Django every capability's models; nothing else."""

from referee.disputes.models import Dispute
from referee.records.models import Record, RecordPart
from referee.rulings.models import IssuedRuling

__all__ = ["Dispute", "IssuedRuling", "Record", "RecordPart"]
