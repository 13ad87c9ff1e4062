"""The verbs of all games as the buttons of a phone name them, in the reader's language."""

from __future__ import annotations

from django.utils.translation import pgettext

#: Every verb that may be tapped, for translation; each game's own words where it has some.
VERBS = (
    "accept", "activity", "add", "add scene", "announce", "answer", "arrange", "ask", "attach", "attack", "borrow",
    "call", "choose", "choose activity", "choose scene", "clear", "coin", "commit", "concede", "convert", "cover",
    "declare", "declare successful", "defend", "deploy", "discard", "done", "draw", "drop", "end turn", "examine",
    "exert", "first", "first blood", "first king", "flip", "forgo attack", "function", "gather", "give back", "hold",
    "ignore", "kill", "lay out", "lift", "look", "look at", "make attack", "move", "next phase", "no more", "pass",
    "place", "place dreamer", "place killer", "place tile", "play", "power", "power block", "power blow", "protect",
    "random", "reconnect", "recover", "refresh", "relief", "remove", "remove day", "replace", "resolve", "reveal",
    "roll", "roll actor", "scare", "score", "send", "shuffle", "take", "take back", "take powers", "target",
    "turn over", "turn up", "twist", "use", "waste", "wield",
)  # fmt: skip


def verb_words(do: str) -> str:
    """A verb of a log as a button says it."""
    words = do.replace("_", " ")
    return pgettext("verb", words) if words in VERBS else words
