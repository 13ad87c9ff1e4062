"""The table of Lanterns: the general board, and its entries as players say them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.boards.generic import Generic
from referee.boards.scene import cards_words
from tests.sixth.lanterns.texts import say
from tournaments.pages.translation import game_words


class LanternsBoard(Generic):
    """Draws by the types of the position; says entries in its own words."""

    def words(self, entry: Mapping[str, Any]) -> str | None:
        if entry.get("do") == "lay":
            said = game_words(say("lays_face_down"))
            return f"{said}: {cards_words(entry['card'])}" if entry.get("card") else said
        if entry.get("do") == "show":
            return f"{game_words(say('turns_up'))} {cards_words(entry.get('card'))}"
        return None
