"""How the parts of a rulebook are called."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.rulebooks.books import Part
from referee.rulebooks.index import Kind
from rules.kernel.cards import CarriedOut

#: Of one entry, or of a card itself.
KINDS: dict[Kind, str | Promise] = {
    "rule": _("rule"),
    "definition": _("definition"),
    "card": _("ruling on a card"),
    "reading": _("reading of an unclear place"),
    "log": _("rule for logs"),
    "face": _("card"),
}
#: How much of a card's text the engine carries out.
CARRIED_OUT: dict[CarriedOut, str | Promise] = {
    "all": _("The engine carries its text out."),
    "part": _("The engine carries a part of its text out; what else it did a judge declares."),
    "nothing": _("Its text is left to a judge, who declares what it did."),
}
#: Of all entries of a part.
PART_TITLES: dict[Part, str | Promise] = {
    "rule": _("Rules"),
    "definition": _("Definitions"),
    "card": _("Rulings on cards"),
    "reading": _("Readings of unclear places"),
    "log": _("Rules for logs"),
}
