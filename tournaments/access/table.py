"""The one table of role, state and action. Every door asks it through `may`. Pure.

A line reads: this action is open to these roles while the event is in these states. `player` means an
entrant of the event and, where the action is about somebody, that one himself.
"""

from collections.abc import Iterable
from functools import lru_cache

from tournaments.messages import Message
from tournaments.messages import message as _

#: The states of an event, as its row says them: draft, registration, check-in, running, finished, cancelled.
D, R, C, N, F, X = "draft", "registration", "check_in", "running", "finished", "cancelled"
ALL = frozenset({D, R, C, N, F, X})
PUBLISHED = ALL - {D}
BEFORE = frozenset({D, R, C})

ANYBODY, ACCOUNT, PLAYER = "anybody", "account", "player"
ORGANISER, HEAD_JUDGE, JUDGE, SCOREKEEPER = "organiser", "head_judge", "judge", "scorekeeper"
STAFF = (ORGANISER, HEAD_JUDGE, JUDGE, SCOREKEEPER)
DESK = (ORGANISER, SCOREKEEPER)
JUDGES = (ORGANISER, HEAD_JUDGE, JUDGE)
ROLES = (ANYBODY, ACCOUNT, PLAYER, *STAFF)

Row = dict[str, frozenset[str]]


def _for(roles: Iterable[str], states: Iterable[str], **others: Iterable[str]) -> Row:
    row = {role: frozenset(states) for role in roles}
    return row | {role: frozenset(where) for role, where in others.items()}


TABLE: dict[str, Row] = {
    # the event
    "view_event": _for(STAFF, ALL, anybody=PUBLISHED),
    "edit_event": _for([ORGANISER], [D, R, C, N]),
    "edit_card_list": _for([ORGANISER], [D, R, C, N]),
    "publish_event": _for([ORGANISER], [D]),
    "back_to_draft": _for([ORGANISER], [R]),
    "open_check_in": _for([ORGANISER], [R]),
    "back_to_registration": _for([ORGANISER], [C]),
    "start_event": _for([ORGANISER], [R, C]),
    "unstart_event": _for([ORGANISER], [N]),
    "finish_event": _for([ORGANISER], [N]),
    "reopen_event": _for([ORGANISER], [F]),
    "cancel_event": _for([ORGANISER], [D, R, C, N]),
    "restore_event": _for([ORGANISER], [X]),
    "copy_event": _for([ORGANISER], ALL),
    "mark_template": _for([ORGANISER], ALL),
    "set_series": _for([ORGANISER], ALL),
    "manage_webhooks": _for([ORGANISER], ALL),
    "grant_role": _for([ORGANISER], ALL),
    "name_stand_in": _for([ORGANISER], [D, R, C, N]),
    "take_role": _for([ACCOUNT], ALL),
    "view_staff": _for(STAFF, ALL),
    "announce": _for(STAFF, PUBLISHED),
    "view_journal": _for(STAFF, ALL),
    "view_desk": _for(STAFF, ALL),
    "export_staff": _for([ORGANISER, SCOREKEEPER], ALL),
    # entrants
    "register": _for([ACCOUNT], [R]),
    "add_entrant": _for(DESK, BEFORE),
    "late_entry": _for(DESK, [N]),
    "check_in": _for(DESK, [R, C, N], player=[C]),
    "check_in_many": _for(DESK, [R, C]),
    "drop": _for(DESK, [R, C, N], player=[R, C, N]),
    "return_entrant": _for(DESK, [R, C, N]),
    "no_show": _for(DESK, [C, N]),
    "disqualify": _for([ORGANISER, HEAD_JUDGE], [R, C, N]),
    "edit_entrant": _for(DESK, [D, R, C, N]),
    "mark_paid": _for(DESK, [D, R, C, N, F]),
    "forbid_pair": _for(DESK, [D, R, C, N]),
    "award_bye": _for(DESK, [D, R, C, N]),
    # after the event too: who played may want to have the own name deleted
    "make_claim_link": _for(DESK, ALL),
    "submit_deck": _for(DESK, [R, C, N], player=[R, C]),
    "remind_lists": _for(DESK, [R, C]),
    # after the deadline
    "change_locked_deck": _for(DESK, [R, C, N]),
    # where they are published: the event says when
    "view_open_decks": _for([ANYBODY], [N, F, X]),
    "check_decks": _for(JUDGES, [N]),
    "view_deck_checks": _for(JUDGES, ALL),
    "view_deck": _for([ORGANISER, HEAD_JUDGE, JUDGE], ALL, player=ALL),
    "export_decks": _for(JUDGES, ALL),
    # what logs show of the players' cards, against their lists: both are others' secrets
    "audit_decks": _for(JUDGES, ALL),
    # rounds
    "view_offer": _for(DESK, [N]),
    "offer_round": _for(DESK, [N]),
    "adjust_round": _for(DESK, [N]),
    "publish_round": _for(DESK, [N]),
    "change_published": _for(DESK, [N]),
    "withdraw_round": _for(DESK, [N]),
    "void_rounds": _for([ORGANISER], [N]),
    "start_round": _for(DESK, [N]),
    "finish_round": _for(DESK, [N]),
    "unfinish_round": _for(DESK, [N]),
    # results
    "report_result": _for([PLAYER], [N]),
    "get_notified": _for([PLAYER], [R, C, N]),
    "get_calls": _for(JUDGES, [R, C, N]),
    "enter_result": _for([ORGANISER, HEAD_JUDGE, SCOREKEEPER], [N]),
    "correct_result": _for([ORGANISER, HEAD_JUDGE, SCOREKEEPER], [N]),
    "penalise_late": _for(STAFF, [N]),
    "keep_absent": _for(DESK, [N]),
    "give_penalty": _for(JUDGES, [N]),
    # the head judge; an organiser only where there is none (penalties/head_judge.py)
    "exceed_policy": _for([ORGANISER, HEAD_JUDGE], [N]),
    "view_penalties": _for(STAFF, ALL),
    "adjust_points": _for([ORGANISER, HEAD_JUDGE], [N]),
    # clocks
    "pause_clock": _for([*DESK, HEAD_JUDGE], [N]),
    "stop_clock": _for([ORGANISER, HEAD_JUDGE], [N]),
    "reveal_end": _for([ORGANISER, HEAD_JUDGE], [N]),
    "extend_round": _for([ORGANISER, HEAD_JUDGE], [N]),
    "call_time": _for([ORGANISER, HEAD_JUDGE], [N]),
    "extend_match": _for(JUDGES, [N]),
    # judges
    "call_judge": _for([PLAYER], [N]),
    "open_dispute": _for(JUDGES, [N], player=[N]),
    "state_side": _for([PLAYER], [N]),
    "take_back_call": _for([PLAYER], [N]),
    "take_call": _for(JUDGES, [N]),
    "appeal": _for([PLAYER], [N]),
    # the head judge; an organiser only where there is none (penalties/head_judge.py)
    "decide_appeal": _for([ORGANISER, HEAD_JUDGE], [N]),
    "tick_procedure": _for(JUDGES, [N], player=[N]),
    "view_calls": _for(JUDGES, ALL),
    "rule": _for(JUDGES, [N]),
    "import_precedents": _for([ORGANISER, HEAD_JUDGE], ALL),
    "attach_log": _for(STAFF, [N], player=[N]),
    "open_live_table": _for(STAFF, [N], player=[N]),
    "log_live": _for(STAFF, [N], player=[N]),
    "show_hands": _for([PLAYER], [N]),
    "feature_table": _for([*DESK, HEAD_JUDGE], [N]),
    "close_live_table": _for(STAFF, [N]),
    "reopen_seat": _for(JUDGES, [N]),
    "view_log": _for(JUDGES, ALL),
    "note_entry": _for(JUDGES, [N, F, X], player=[N, F, X]),
    # of the series that the event is part of, whose owner may, too
    "declare_erratum": _for([HEAD_JUDGE], [R, C, N, F]),
    "view_disputes": _for(STAFF, ALL),
}

# Staff who play: what they may not do at a table of their own, or for themselves.
RECUSED_AT_OWN_TABLE = frozenset(
    {
        "enter_result",
        "correct_result",
        "penalise_late",
        "give_penalty",
        "exceed_policy",
        "decide_appeal",
        "adjust_points",
        "extend_match",
        "change_locked_deck",
        "check_decks",
        "rule",
        "take_call",
        "view_log",
        "audit_decks",
        "award_bye",
        "change_published",
        "close_live_table",
        "reopen_seat",
    }
)
# What is open at the tables of an organiser who plays to who stands in there, where he does not play himself.
FOR_STAND_IN = frozenset(
    {
        "enter_result",
        "correct_result",
        "penalise_late",
        "give_penalty",
        "exceed_policy",
        "decide_appeal",
        "extend_match",
        "rule",
        "take_call",
    }
)
# And what would show them a pairing, or let them shape it, or a hand, before the other players see it.
CLOSED_TO_PLAYERS = frozenset(
    {
        *("view_offer", "adjust_round", "view_log", "view_deck", "export_decks", "check_decks"),
        *("view_deck_checks", "audit_decks", "note_entry"),
    }
)


@lru_cache(maxsize=2000)
def all_open(state: str, roles: frozenset[str], about: bool, about_own: bool, plays: bool) -> frozenset[str]:
    """Every action of the table that is open in this state; it follows from nothing else."""
    return frozenset(
        action for action in TABLE if state in states_open(action, roles, about, about_own, plays)
    )


def states_open(
    action: str, roles: frozenset[str], about: bool, about_own: bool, plays: bool
) -> frozenset[str]:
    """The states in which these roles open the action."""
    row = TABLE[action]
    counted = set(roles)
    if about and not about_own:
        counted.discard(PLAYER)
    if action in RECUSED_AT_OWN_TABLE and about_own:
        counted.clear()
    if action in CLOSED_TO_PLAYERS and plays:
        counted.difference_update(STAFF)
    return frozenset().union(*(row[role] for role in counted if role in row))


def refusal_of(action: str) -> Message:
    """The refusal for somebody to whom the action is never open."""
    if action == "note_entry":
        return _("Notes are written by the players of the match and by judges who do not play in this event.")
    if action in ("view_log", "audit_decks"):
        return _("This needs a judge who does not play in this event.")
    if action in CLOSED_TO_PLAYERS:
        return _("Only staff who do not play may see or change a pairing before it is published.")
    if action in RECUSED_AT_OWN_TABLE:
        return _("This needs staff with the right role: one who does not play at this table.")
    return _("You may not do this in this event. Ask the organiser for the role it needs.")
