"""Entries of The Nightmare Before Christmas in words, after the name of who made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from referee.boards.scene import cards_words

Said = Mapping[str, Any]
ENDS = {"left": "at the left end", "right": "at the right end"}


def words(entry: Said) -> str | None:
    """An entry's sentence; None for a verb that is not the game's own."""
    say = _WORDS.get(str(entry.get("do")))
    return str(say(entry)) if say is not None else None


def _card(entry: Said, key: str = "card") -> str:
    return cards_words(entry.get(key))


def _count(entry: Said) -> str:
    """Cards by name, or how many where nobody names them."""
    if entry.get("cards"):
        return cards_words(entry["cards"])
    count = int(entry.get("count") or 0)
    return str(_("one card") if count == 1 else _("%(n)s cards") % {"n": count})


def _end(entry: Said, sentence: str) -> str:
    end = ENDS.get(str(entry.get("end")))
    return f"{sentence} {_(end)}" if end else sentence


def _shuffle(entry: Said) -> str:
    of = {"seat": entry.get("seat")}
    if entry.get("pile") == "locales":
        return _("shuffles the Locales of %(seat)s") % of
    return _("shuffles the Main Deck of %(seat)s") % of


def _commit(entry: Said) -> str:
    if entry.get("card") is None and entry.get("end") is None:
        return _("has chosen, hidden")
    if entry.get("card") is None:
        return _end(entry, _("chooses to place the new Locale"))
    return _end(entry, _("chooses %s, hidden") % _card(entry))


def _reveal(entry: Said) -> str:
    if entry.get("card") is None:
        return _end(entry, _("reveals the choice"))
    return _end(entry, _("reveals %s") % _card(entry))


def _place(entry: Said) -> str:
    if entry.get("card") is None:
        return _end(entry, _("places the new Locale"))
    return _end(entry, _("places %s") % _card(entry))


def _choose(entry: Said) -> str:
    chosen = {
        "draw": _("chooses the activity: draw a card"),
        "add": _("chooses the activity: add a Pumpkin Point"),
        "move": _("chooses the activity: move a Character"),
    }
    return chosen.get(str(entry.get("activity")), _("chooses the activity"))


def _activity(entry: Said) -> str:
    if entry.get("discard") is None:
        return _("performs the activity free")
    return _("discards %s and performs the activity") % _card(entry, "discard")


def _play(entry: Said) -> str:
    card = _card(entry)
    if entry.get("locale") is None:
        said = _("plays %s") % card
    elif entry.get("replace"):
        said = _("plays %(card)s at %(locale)s for another version of it") % _at(card, entry)
    else:
        said = _("plays %(card)s at %(locale)s") % _at(card, entry)
    number = int(entry.get("choice") or 1)
    return said if number == 1 else _("%(said)s (ability %(n)s)") % {"said": said, "n": number}


def _at(card: str, entry: Said) -> dict[str, str]:
    return {"card": card, "locale": _card(entry, "locale")}


def _function(entry: Said) -> str:
    named = {"n": int(entry.get("number") or 1), "locale": _card(entry, "locale")}
    return _("uses Function %(n)s of %(locale)s") % named


def _target(entry: Said) -> str:
    if entry.get("card") is not None and entry.get("seat"):
        return _("chooses %(card)s of %(seat)s") % {"card": _card(entry), "seat": entry["seat"]}
    if entry.get("card") is not None:
        return _("chooses %s") % _card(entry)
    return _("chooses %s") % entry["seat"] if entry.get("seat") else _("chooses every opponent")


def _look(entry: Said) -> str:
    return (
        _("looks at the hand: %s") % _card(entry, "cards") if entry.get("cards") else _("looks at the hand")
    )


_WORDS: dict[str, Callable[[Said], str]] = {
    "first_king": lambda e: _("records that %(seat)s is the first Pumpkin King") % {"seat": e.get("seat")},
    "roll": lambda e: _("throws a die: %(n)s") % {"n": e.get("value")},
    "shuffle": _shuffle,
    "remove_day": lambda e: _("begins a Day"),
    "flip": lambda e: _("turns up %s") % _card(e) if e.get("card") else _("turns up the Starting Locale"),
    "draw": lambda e: _("draws %s") % _count(e),
    "commit": _commit,
    "reveal": _reveal,
    "place": _place,
    "choose_activity": _choose,
    "activity": _activity,
    "function": _function,
    "add": lambda e: _("adds the Pumpkin Points"),
    "move": lambda e: _("moves %(card)s to %(to)s") % {"card": _card(e), "to": _card(e, "to")},
    "gather": lambda e: _("calls Characters to %s") % _card(e),
    "play": _play,
    "protect": lambda e: _("is protected by %s") % _card(e),
    "use": lambda e: _("uses the text of %s") % _card(e),
    "resolve": lambda e: _("takes the text of %s next") % _card(e),
    "turn_up": lambda e: _("turns up %s") % _count(e),
    "take": lambda e: _("takes %s") % _card(e),
    "target": _target,
    "discard": lambda e: _("discards %s") % _card(e),
    "random": lambda e: _("draws %s at random to discard") % _card(e),
    "look": _look,
    "cover": lambda e: _("puts %s face down beneath the Locale") % _card(e),
    "ask": lambda e: _("asks %(seat)s for the Scare Points") % {"seat": e.get("of")},
    "answer": lambda e: _("answers: %(n)s Scare Points") % {"n": e.get("points")},
    "examine": lambda e: _("looks through the Discard Pile of %(seat)s") % {"seat": e.get("of")},
    "arrange": lambda e: _("puts %s on top of the Discard Pile") % _card(e),
    "pass": lambda e: _("passes"),
    "end_turn": lambda e: _("ends the turn"),
}
