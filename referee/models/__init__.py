"""The tables of the database, a module for each capability. They import one another and nothing else of the app."""

from referee.models.alignments import LogPair
from referee.models.appeals import Appeal
from referee.models.audits import DeckAudit
from referee.models.calls import Call, CallStep, ProcedureTick
from referee.models.citations import Citation
from referee.models.disputes import Dispute, DisputeRow
from referee.models.live import Ask, LiveTable, SeatCode, Tap
from referee.models.notes import EntryNote
from referee.models.pictures import DisputePicture
from referee.models.precedents import Precedent, PrecedentCheck, PrecedentMention
from referee.models.records import NotedLog, PlayedCard, Record, RecordPart
from referee.models.rejudging import Rejudged, SeenRuleset
from referee.models.rulebooks import RulebookPassage, RulebookText
from referee.models.rulings import IssuedRuling

__all__ = [
    "Appeal",
    "Ask",
    "Call",
    "CallStep",
    "Citation",
    "DeckAudit",
    "Dispute",
    "DisputePicture",
    "DisputeRow",
    "EntryNote",
    "IssuedRuling",
    "LiveTable",
    "LogPair",
    "NotedLog",
    "PlayedCard",
    "Precedent",
    "PrecedentCheck",
    "PrecedentMention",
    "ProcedureTick",
    "Record",
    "RecordPart",
    "Rejudged",
    "RulebookPassage",
    "RulebookText",
    "SeatCode",
    "SeenRuleset",
    "Tap",
]
