"""The reasons for a change of a pairing that are given most often: one tap each."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.messages import Message
from tournaments.messages import message as _

COMMON: dict[str, Message] = {
    "apart": _("Family or club: they should not meet."),
    "again": _("They have met before."),
    "late": _("Somebody came late or left."),
    "place": _("A certain table is needed."),
}


def reason_sent(sent: Mapping[str, str]) -> str:
    """The reason of a form: own words before one of those above. Empty where none was given."""
    return sent.get("reason", "").strip() or COMMON.get(sent.get("common", ""), "")
