"""What each door that is read asks of the table, by hand: one of these actions opens it."""

from __future__ import annotations

#: by the actions: the doors of the pages and of the API by their names
BY_ACTION: dict[tuple[str, ...], str] = {
    ("view_event",): """
        adjustments announcements! card-list-template-csv charts charts! decks! entrant! entrants entrants!
        event event-file event-rules event_rules export-adjustments export-adjustments-json export-decks
        export-decks-json export-entrants export-entrants-json export-log export-log-json export-pairings
        export-pairings-json export-prizes export-prizes-json export-results export-results-json
        export-standings history journal! late! lots match match-clock match-disputes match-live match-records
        mine penalty-policy plan! procedure record record-entry record-file record-notes record-rulings round
        round-clock rounds stage stages! standings standings! standings-file working working! card_list
        card_list_template embed event_live event_page exports match_page my_table
        own_word penalty_policy print_names print_stage
        print_standings print_tables prizes projector record_download record_entry record_offline
        record_page record_picture round_page
        round_pairings_pdf stage_page stage_pdf standings_after standings_pdf
    """,
    ("view_staff",): "staff staff! stand-in",
    ("view_desk",): """
        absent next-step desk hall entrant announcements event-jobs event_jobs precedent precedent_file precedents
        precedents! precedents_file precedents-file print_players print_slips round_slips_pdf
    """,
    ("view_journal",): "journal",
    ("view_disputes",): """
        appeals disputes disputes! export-appeals export-appeals-json export-calls export-calls-json
        export-dispute_rows export-dispute_rows-json export-disputes export-disputes-json
    """,
    ("view_penalties",): "penalties penalties! export-penalties export-penalties-json penalty",
    ("view_calls",): "floor calls judge_notifications judge-notifications",
    ("view_log",): """
        rejudge event-rejudge export-rulings export-rulings-json logs_beside logs-beside merged_download merged-log
        dispute-branches dispute-branch
    """,
    ("audit_decks",): "deck_audits deck-audits record_audit record-audit",
    ("view_deck_checks",): "deck_checks deck-checks export-deck_checks export-deck_checks-json",
    ("check_decks",): "deck_check deck-check",
    ("view_deck",): "deck",
    ("view_offer",): "offer offer!",
    ("change_published",): "change_pairing",
    ("adjust_round",): "seating",
    ("copy_event",): "event_copy",
    ("edit_event",): "event_edit plan stages",
    ("set_series",): "event_series",
    ("void_rounds",): "undo_rounds rounds-undo",
    ("manage_webhooks",): "webhooks webhooks! webhook webhook! webhook-deliveries",
    ("grant_role",): "role-links",
    ("check_in_many",): "check_in_desk",
    ("make_claim_link",): "claim_slips slip",
    ("add_entrant",): "enter_many entrant-lists",
    ("give_penalty",): "penalty_for penalty_at penalty-record",
    ("export_staff",): "saved-rounds saved-file saved_file",
    ("forbid_pair",): "forbidden-pairs",
    ("import_precedents",): "precedents_import",
    ("get_notified",): "kept_table my-notifications notifications my-penalties",
    ("view_disputes", "state_side"): "dispute dispute! dispute-position match-appeals",
    ("rule",): "dispute_branches repair",
    ("rule", "state_side"): "dispute_position picture picture!",
    ("open_dispute", "rule"): "match_disputes",
    ("log_live",): "live live-board live-cards live-verbs live_cards live_page",
}
#: doors that ask by other means, each with a test of its own, or that are of no event
OTHERWISE = """
    reports jobs job register my_deck entry-data entry_data entry_data_file decks my_penalties live-watch live_watch
    position-at-entry card-list card-list-cards-csv card-list-cards-json card_list_file event_calendar event_pdf
    record_upload what_if match_live entrant_deck
"""


def reads() -> dict[tuple[str, bool], tuple[str, ...]]:
    """By the name of a door, and whether it is one of the API: its actions. A name that both have stands for the page;
    with “!” behind it for the API."""
    return {
        (name.rstrip("!"), name.endswith("!")): actions
        for actions, names in BY_ACTION.items()
        for name in names.split()
    }
