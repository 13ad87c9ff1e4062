"""The scopes of API tokens, each a set of the table's actions, in all events or some.

A token never gives more than its account has: the table is asked as ever, and what the token's scopes leave out is
refused. An action that is named in no scope here belongs to *everything* alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from tournaments.access.table import TABLE


class Scope(TextChoices):
    """A scope that a token can be made for. Each includes what anybody may see."""

    READ = "read", _("Read: what the account may see")
    REGISTRATION = "registration", _("Registration: players, check-in, deck lists")
    RESULTS = "results", _("Results: report, enter and correct them")
    ROUNDS = "rounds", _("Rounds: pairings and clocks")
    EVERYTHING = "everything", _("Everything the account may do")


#: What every token may: see published events, and drafts of its own.
ALWAYS = frozenset({"view_event", "view_open_decks"})

#: `make_claim_link` and the doors of live tables are in none of these: what they give away is good without the token.
ACTIONS: dict[str, frozenset[str]] = {
    Scope.READ: frozenset(
        {
            "view_staff",
            "view_journal",
            "view_desk",
            "export_staff",
            "view_deck",
            "view_deck_checks",
            "audit_decks",
            "export_decks",
            "view_offer",
            "view_calls",
            "view_log",
            "view_disputes",
            "view_penalties",
        }
    ),
    Scope.REGISTRATION: frozenset(
        {
            "register",
            "add_entrant",
            "late_entry",
            "check_in",
            "check_in_many",
            "drop",
            "return_entrant",
            "no_show",
            "edit_entrant",
            "forbid_pair",
            "award_bye",
            "submit_deck",
            "change_locked_deck",
            "remind_lists",
        }
    ),
    Scope.RESULTS: frozenset({"report_result", "enter_result", "correct_result", "adjust_points"}),
    Scope.ROUNDS: frozenset(
        {
            "view_offer",
            "offer_round",
            "adjust_round",
            "publish_round",
            "withdraw_round",
            "start_round",
            "finish_round",
            "unfinish_round",
            "pause_clock",
            "stop_clock",
            "reveal_end",
            "extend_round",
            "extend_match",
            "call_time",
        }
    ),
    Scope.EVERYTHING: frozenset(TABLE),
}


@dataclass(frozen=True)
class Grant:
    """The rights of one token: these actions, in these events; `events` is None for all. `token` is its number."""

    token: int
    scopes: frozenset[str]
    events: frozenset[int] | None = None

    @property
    def actions(self) -> frozenset[str]:
        """The actions of the table that the token does not rule out."""
        return actions_of(self.scopes)

    @property
    def is_whole(self) -> bool:
        """Whether it leaves nothing of the account out."""
        return Scope.EVERYTHING in self.scopes and self.events is None

    def is_for(self, event_id: int) -> bool:
        """Whether the account counts in this event when it comes with the token."""
        return self.events is None or event_id in self.events


def actions_of(scopes: Iterable[str]) -> frozenset[str]:
    """The actions that these scopes open. A scope of no name here opens nothing."""
    return ALWAYS.union(*(ACTIONS.get(scope, frozenset()) for scope in scopes))
