"""Which action of the table each door of logs and rulings asks for; as ``tournaments.access.doors``."""

from __future__ import annotations

from referee.models.disputes import Dispute
from referee.models.live import LiveTable
from referee.models.records import Record
from tournaments.access.doors import ANYONE, API, COMPUTING, FINDERS, PAGES
from tournaments.exports.listing import LISTED, Listed, table
from tournaments.messages import message as _
from tournaments.models.rounds import Match

EXPORTS = (
    Listed(
        _("Calls for a judge"),
        _("Table, reason, who answered what and when. None of a table of your own."),
        table("calls", "referee-api"),
        needs="view_disputes",
    ),
    Listed(
        _("Disputes"),
        _("The question, where in the log, how it ended. None of a table of your own."),
        table("disputes", "referee-api"),
        needs="view_disputes",
    ),
    Listed(
        _("What happened in disputes"),
        _("Questions, statements, notes and answers, a line each, as far as you may read them."),
        table("dispute_rows", "referee-api"),
        needs="view_disputes",
    ),
    Listed(
        _("Appeals"),
        _("Who appealed against what, and what the head judge decided. None of a table of your own."),
        table("appeals", "referee-api"),
        needs="view_disputes",
    ),
    Listed(
        _("Rulings"),
        _("Rulings on entries of logs: the decision, its reason, and what the engine said."),
        table("rulings", "referee-api"),
        needs="view_log",
    ),
)


def make_known() -> None:
    """Adds these doors to the others'."""
    PAGES.update(
        {
            "position_editor": ANYONE,
            "position_games": ANYONE,
            "record_upload": ("attach_log",),
            "record_adopt": ("rule",),
            "merge_logs": ("rule",),
            "rejudge": ("view_log",),
            "rejudge_adopt": ("rule",),
            "series_rejudge": ANYONE,
            "rule_entry": ("rule",),
            "note_entry": ("note_entry",),
            "take_back_note": ("note_entry",),
            "what_if": ANYONE,
            "repair": ("rule",),
            "match_live": ("open_live_table",),
            "live_answered": ("rule",),
            "live_staff": ("feature_table", "close_live_table", "reopen_seat"),
            "answer_call": ("rule",),
            "audit_dispute": ("rule",),
            "deck_audits": ("audit_decks",),
            "match_disputes": ("open_dispute", "rule"),
            "settle": ("rule",),
            "appeal": ("appeal",),
            "decide_appeal": ("decide_appeal",),
            "dispute_step:state": ("state_side",),
            "dispute_step:picture": ("state_side", "rule"),
            "dispute_position": ("state_side", "rule"),
            "store_position": ("rule",),
            "dispute_branches": ("rule",),
            "erase_picture": ("state_side", "rule"),
            "dispute_step:show": ("rule",),
            "dispute_step:note": ("rule",),
            "dispute_step:reopen": ("rule",),
            "precedents_import": ("import_precedents",),
            "call": ("call_judge", "take_back_call"),
            "procedure_tick": ("tick_procedure",),
            "call_step:take": ("take_call",),
            "call_step:hand-over": ("take_call",),
            "call_step:coming": ("take_call",),
            "call_step:here": ("take_call",),
            "call_step:done": ("take_call",),
            "own_texts": ANYONE,
            "check_log": ANYONE,
        }
    )
    API.update(
        {
            "POST positions": ANYONE,
            "POST position-legal": ANYONE,
            "POST position-ask": ANYONE,
            "POST position-file": ANYONE,
            "POST answer-call": ("rule",),
            "POST audit-dispute": ("rule",),
            "POST deck-audits": ("audit_decks",),
            "POST match-disputes": ("open_dispute", "rule"),
            "POST match-appeals": ("appeal",),
            "DELETE match-appeals": ("appeal",),
            "POST appeal-decision": ("decide_appeal",),
            "POST dispute-statements": ("state_side",),
            "POST dispute-pictures": ("state_side", "rule"),
            "POST dispute-position": ("state_side", "rule"),
            "POST dispute-position-stored": ("rule",),
            "POST dispute-branches": ("rule",),
            "POST share-branch": ("rule",),
            "POST rule-by-branch": ("rule",),
            "DELETE picture": ("state_side", "rule"),
            "POST dispute-notes": ("rule",),
            "POST dispute-show": ("rule",),
            "POST dispute-reopen": ("rule",),
            "POST match-call": ("call_judge",),
            "DELETE match-call": ("take_back_call",),
            "POST call-step": ("take_call",),
            "POST procedure": ("tick_procedure",),
            "DELETE procedure": ("tick_procedure",),
            "POST precedents": ("rule",),
            "POST merged-log": ("rule",),
            "POST event-rejudge": ("view_log",),
            "POST event-rejudge-adopt": ("rule",),
            "POST series-rejudge": ANYONE,
            "POST import-precedents": ("import_precedents",),
            "POST check-precedents": ("import_precedents",),
            "POST match-records": ("attach_log",),
            "POST match-live": ("open_live_table",),
            "POST rule": ("rule",),
            "POST rule-effects": ("rule",),
            "POST adopt-outcome": ("rule",),
            "POST entry-notes": ("note_entry",),
            "PUT entry-note": ("note_entry",),
            "DELETE entry-note": ("note_entry",),
            "POST what-if": ("view_log",),
            "POST live-feature": ("feature_table",),
            "POST live-close": ("close_live_table",),
            "POST live-reopen": ("reopen_seat",),
        }
    )
    COMPUTING.update({"POST positions", "POST position-legal", "POST position-ask", "POST position-file"})
    COMPUTING.add("POST check-precedents")
    LISTED.extend(one for one in EXPORTS if one not in LISTED)
    FINDERS["record_id"] = _match_of_record
    FINDERS["table_id"] = _match_of_table
    FINDERS["dispute_id"] = _match_of_dispute


def _match_of_record(number: int) -> Match | None:
    record = Record.objects.select_related("match__round__event").filter(pk=number).first()
    return None if record is None else record.match


def _match_of_dispute(number: int) -> Match | None:
    dispute = Dispute.objects.select_related("match__round__event").filter(pk=number).first()
    return None if dispute is None else dispute.match


def _match_of_table(number: int) -> Match | None:
    tables = LiveTable.objects.select_related("record__match__round__event")
    table = tables.filter(pk=number).first()
    return None if table is None else table.record.match
