"""Passwords that who knows this site would try first."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

#: The site's name and what it is about. docs/security.md repeats the list.
WORDS = frozenset(
    [
        *(
            "firstblood",
            "tournament",
            "tournaments",
            "organiser",
            "organizer",
            "scorekeeper",
            "headjudge",
            "judge",
        ),
        *("player", "cardgame", "swiss", "pairing", "standings", "elimination", "projector", "decklist"),
        *("looneytunes", "nightmarebeforechristmas", "nightmare", "christmas", "herocard"),
        *("highlander", "immortal", "quickening", "therecanbeonlyone", "watcher"),
    ]
)
_OTHERS = re.compile(r"[\W\d_]+")


class NotOfThisSite:
    """Refuses a password that is one of the words above, with whatever digits and signs."""

    def validate(self, password: str, user: object = None) -> None:
        """Raises ValidationError."""
        if _OTHERS.sub("", password).casefold() in WORDS:
            raise ValidationError(self.get_help_text(), code="password_of_this_site")

    def get_help_text(self) -> str:
        return _("Your password can’t be a word from this site with digits or symbols added.")
