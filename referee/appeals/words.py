"""Appeals in words."""

from __future__ import annotations

from referee.models.appeals import Against, How
from tournaments.messages import message as _

#: What an appeal is about.
AGAINST = {
    Against.RULING: _("A ruling on an entry of a log"),
    Against.ANSWER: _("A judge’s answer"),
    Against.RESULT: _("A result"),
}
#: What became of it.
HOW = {
    How.UPHELD: _("The decision stands"),
    How.CHANGED: _("Decided otherwise"),
    How.WITHDRAWN: _("Taken back"),
    How.VOID: _("There was nothing left to decide"),
}
APPEALED = _("Appealed to the head judge.")
