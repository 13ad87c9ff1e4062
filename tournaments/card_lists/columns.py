"""Explanations of a card list's columns, for people."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.card_lists import column_texts, columns
from tournaments.pages.translation import game_words

#: Columns that mean the same in every game that has them.
SHARED: dict[str, Any] = {
    "title": _("The title as printed. Required."),
    "sub_title": _("What is printed under the title, where it tells cards apart."),
    "variant": _("A word of your own where cards of one title differ, as in their picture."),
    "edition": _("The edition, where it tells cards of one title apart."),
    "source": _("Where the facts come from; stored, not used."),
    "summary": _("The card's text in short, for whoever reads the log."),
    "text": _("The card's text in short. With it a judge declares what the card did."),
    "groups": _("Groups the card belongs to, divided by /."),
}


def columns_of(game: str) -> list[tuple[str, Any]]:
    """The columns of a game's list with what they mean, in their order."""
    own = column_texts(game)
    return [(name, game_words(own[name]) if name in own else SHARED.get(name, "")) for name in columns(game)]
