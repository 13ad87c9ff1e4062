"""Where the referee's tables name people, and what they hold of a person: made known to who takes names away and hands
out one's own data."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet

from referee.disputes.pictures import erase_pictures_of
from referee.models.appeals import Appeal
from referee.models.calls import Call, CallStep, ProcedureTick
from referee.models.disputes import Dispute, DisputeRow
from referee.models.live import LiveTable, Tap
from referee.models.notes import EntryNote
from referee.models.precedents import Precedent
from referee.models.records import Record
from referee.models.rulebooks import RulebookText
from referee.models.rulings import IssuedRuling
from referee.notes.changes import erase_notes_of
from referee.original_texts.changes import erase_texts_of
from tournaments.leaving.places import ERASED, PLACES, STILL_OPEN, Place
from tournaments.leaving.queries import PARTS, Rows, rows_of
from tournaments.models.accounts import User

#: The logs themselves name nobody: their entries are by seats, and what is chained by hashes stays as it was.
OWN = (
    Place(
        Dispute,
        "event",
        ("by", "resolved_by"),
        (("question", "question_message"), ("resolution", "resolution_message")),
    ),
    Place(DisputeRow, "dispute__event", ("by",), (("text", "text_message"),)),
    Place(Appeal, "match__round__event", ("by", "decided_by"), (("words", ""), ("reason", ""))),
    Place(CallStep, "call__dispute__event", ("by",)),
    Place(ProcedureTick, "match__round__event", ("by", "taken_back_by")),
    Place(IssuedRuling, "record__match__round__event", ("by",), (("reason", ""),)),
    Place(EntryNote, "record__match__round__event", ("by", "taken_back_by"), (("text", ""),)),
    Place(Record, "match__round__event", ("by",)),
    Place(LiveTable, "record__match__round__event", ("by",)),
    Place(Tap, "table__record__match__round__event", ("label",)),
    Place(Precedent, "event", ("by",)),
    Place(RulebookText, "", ("by",)),
)


def make_known() -> None:
    """Adds them to those of the tournaments."""
    PLACES.extend(place for place in OWN if place not in PLACES)
    ERASED.extend(
        erase for erase in (erase_pictures_of, erase_texts_of, erase_notes_of) if erase not in ERASED
    )
    STILL_OPEN.extend(events for events in (_disputed, _appealed) if events not in STILL_OPEN)
    PARTS.update(
        logs=_logs, disputes_asked=_disputes, calls=_calls, appeals=_appeals, in_disputes=_in_disputes,
        rulings_issued=_rulings, rulebook_texts=_texts, entry_notes=_notes,
    )  # fmt: skip


def _disputed() -> QuerySet[Dispute, int]:
    """The events with a dispute that nobody has closed."""
    return Dispute.objects.filter(resolved_at=None).values_list("event", flat=True)


def _appealed() -> QuerySet[Appeal, int]:
    """The events with an appeal that nobody has decided."""
    return Appeal.objects.filter(decided_at=None).values_list("match__round__event", flat=True)


def _logs(user: User | None, entries: list[int]) -> Rows:
    """The logs of one's own seat; each is read whole at its record's address."""
    return rows_of(
        Record.objects.filter(entrant__in=entries),
        *("at", "match", "game_number", "seat", "entries", "status"),
        record="pk",
        event="match__round__event__slug",
    )


def _disputes(user: User | None, entries: list[int]) -> Rows:
    asked = Dispute.objects.filter(by_user=user) if user else Dispute.objects.none()
    return rows_of(asked, *("at", "match", "kind", "question", "resolved_at"), event="event__slug")


def _calls(user: User | None, entries: list[int]) -> Rows:
    return rows_of(
        Call.objects.filter(entrant__in=entries),
        "reason",
        at="dispute__at",
        words="dispute__question",
        event="dispute__event__slug",
    )


def _appeals(user: User | None, entries: list[int]) -> Rows:
    """The appeals of one's own seat."""
    own = Appeal.objects.filter(match__seats__entrant__in=entries, seat=F("match__seats__letter"))
    return rows_of(
        own, "at", "match", "against", "words", "how", "decided_at", event="match__round__event__slug"
    )


def _in_disputes(user: User | None, entries: list[int]) -> Rows:
    """What the person wrote in disputes, whoever opened them: by the account, or by the seat of one of the entries."""
    own = Q(dispute__match__seats__entrant__in=entries, seat=F("dispute__match__seats__letter"))
    written = DisputeRow.objects.filter(own | Q(by_user=user) if user else own).distinct()
    return rows_of(written, "at", "kind", "text", dispute="dispute", event="dispute__event__slug")


def _rulings(user: User | None, entries: list[int]) -> Rows:
    issued = IssuedRuling.objects.filter(by_user=user) if user else IssuedRuling.objects.none()
    return rows_of(issued, "at", "record", "entry", "decision", "reason")


def _notes(user: User | None, entries: list[int]) -> Rows:
    """The notes at entries of logs, with all their versions: by the account, or of one of the entries."""
    own = Q(entrant__in=entries) | Q(by_user=user) if user else Q(entrant__in=entries)
    return rows_of(
        EntryNote.objects.filter(own),
        *("at", "record", "entry", "text", "shown_to", "replaced_at", "taken_back_at"),
        event="record__match__round__event__slug",
    )


def _texts(user: User | None, entries: list[int]) -> Rows:
    """The rulebooks that the account brought in; their wording is none of a person's data."""
    own = RulebookText.objects.filter(owner=user) if user else RulebookText.objects.none()
    return rows_of(own, "at", "game", "name", "matched", "taken_away_at")
