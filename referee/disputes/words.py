"""What a dispute is about and what comes next, in words."""

from __future__ import annotations

from referee.models.disputes import Dispute, Kind, RowKind
from tournaments.messages import message as _

#: What a dispute is about.
KINDS = {
    Kind.CONTESTED: _("The reports differ"),
    Kind.ILLEGAL: _("An entry of the log is illegal"),
    Kind.UNDETERMINED: _("An entry of the log cannot be judged"),
    Kind.FINDING: _("The log contradicts itself"),
    Kind.DIFFERS: _("The log says otherwise"),
    Kind.DIVERGENCE: _("Two logs of one game part"),
    Kind.CALL: _("A table calls a judge"),
    Kind.OBSERVED: _("A roll or a card was entered differently"),
    Kind.SLOW_PLAY: _("Turns over the clock"),
    Kind.HARD_STOP: _("The hard stop: a judge decides"),
    Kind.RULES: _("A question about the rules"),
    Kind.RESULT: _("A question about the result"),
    Kind.PLAY: _("Something went wrong in play"),
    Kind.CONDUCT: _("How somebody behaves"),
    Kind.OTHER: _("Another question"),
    Kind.NOTED: _("For the judges alone"),
    Kind.DECK: _("A deck is not as its list says"),
}
#: The heading of a row.
ROWS = {
    RowKind.OPENED: _("Opened"),
    RowKind.REOPENED: _("Opened again"),
    RowKind.STATEMENT: _("Statement"),
    RowKind.SHOWN: _("Statements shown"),
    RowKind.PICTURE: _("Picture"),
    RowKind.LOG: _("Log"),
    RowKind.VERDICT: _("Verdict"),
    RowKind.POSITION: _("Position"),
    RowKind.CONFIRMED: _("Position confirmed"),
    RowKind.BRANCH: _("Branch"),
    RowKind.RULING: _("Ruling"),
    RowKind.APPEAL: _("Appeal"),
    RowKind.DECIDED: _("Appeal decided"),
    RowKind.WITHDRAWN: _("Taken back"),
    RowKind.NOTE: _("Note"),
    RowKind.ANSWERED: _("Answered"),
}
#: Who does what next, while the dispute is open.
NEXT = {
    Kind.CONTESTED: _("A judge hears both sides, and the head judge or the desk decides the result."),
    Kind.ILLEGAL: _("A judge rules on the entry, or the players take it back."),
    Kind.UNDETERMINED: _("A judge looks at the log and rules on the entry."),
    Kind.FINDING: _("A judge looks at the log and rules on the entry."),
    Kind.DIFFERS: _("A judge looks at the logs and decides whose outcome counts."),
    Kind.DIVERGENCE: _("A judge looks at both logs beside each other and asks the players the question."),
    Kind.OBSERVED: _("A judge asks both players what was rolled or shown."),
    Kind.SLOW_PLAY: _("A judge watches the table for a while."),
    Kind.HARD_STOP: _("A judge decides the match by the event’s measure."),
    Kind.CONDUCT: _(
        "A judge talks with whoever this is about. The others at the table are not told by this page."
    ),
    Kind.NOTED: _("A judge looks into it."),
    Kind.DECK: _("A judge looks at the deck check, and decides what follows."),
}
AT_THE_TABLE = _("A judge comes to the table and hears both sides.")


def next_step(dispute: Dispute) -> str:
    """Who does what next; empty where nothing is left to do."""
    return "" if dispute.resolved_at is not None else NEXT.get(Kind(dispute.kind), AT_THE_TABLE)
