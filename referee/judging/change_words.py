"""The primitive changes of a ruling or a declared effect as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from referee.boards.scene import cards_words
from referee.wording.labels import field_words, value_words

Names = Mapping[str, str]
#: As much of a sentence's part is said.
LONGEST = 300


def change_words(change: Mapping[str, Any], names: Names) -> str:
    """What a change does, with the players' names. ``change`` is one as the engine reads it."""
    words = _WORDS.get(str(change.get("change")))
    return words(change, names)[:LONGEST] if words else str(change.get("change"))[:40]


def place_words(path: object, names: Names) -> str:
    """A place of a position: whose it is, and what; numbers count from 1, as on the table."""
    parts = str(path or "").split(".")
    who = ""
    if parts[0] == "players" and len(parts) > 1:
        who, parts = names.get(parts[1], parts[1]), parts[2:]
    said = " · ".join(str(int(part) + 1) if _is_number(part) else field_words(part) for part in parts)
    said = said[:1].upper() + said[1:]
    return f"{who}: {said}" if who and said else who or said


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdecimal() and len(part) < 5


def _card(change: Mapping[str, Any]) -> str:
    card = change.get("card")
    return cards_words(card) if card is not None else _("the card there")


def _value(value: Any, names: Names) -> str:
    if value is None or value in ("", [], {}):
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str):
        return names.get(value, value_words(value))
    if isinstance(value, list | tuple):
        return ", ".join(_value(one, names) for one in value)
    if isinstance(value, Mapping) and "at" in value:
        said_at = {"card": _card(value), "place": place_words(value["at"], names)}
        return _("%(card)s (%(place)s)") % said_at
    if isinstance(value, Mapping):
        said = (
            (field_words(str(key)), inner)
            for key, inner in value.items()
            if inner is not False and inner not in (None, "", [])
        )
        return " ".join(f"{key} {_value(inner, names)}" for key, inner in said)
    return str(value)


def _move(change: Mapping[str, Any], names: Names) -> str:
    said = {"from": place_words(change.get("from"), names), "to": place_words(change.get("to"), names)}
    if change.get("card") is not None:
        text = _("%(card)s goes from %(from)s to %(to)s") % (said | {"card": _card(change)})
    elif str(change.get("from") or "").rpartition(".")[2].isdecimal():
        text = _("The card at %(from)s goes to %(to)s") % said
    else:
        text = _("A card nobody saw goes from %(from)s to %(to)s") % said
    return text + (_(", on top") if change.get("place") == "top" else "")


def _set(change: Mapping[str, Any], names: Names) -> str:
    said = {"fact": place_words(change.get("fact"), names), "value": _value(change.get("value"), names)}
    if change.get("value") is None and said["fact"].rpartition(" ")[2].isdecimal():
        return _("%(fact)s is no longer there") % said
    return _("%(fact)s is now %(value)s") % said


def _add(change: Mapping[str, Any], names: Names) -> str:
    by = change.get("by")
    said = f"+{by}" if isinstance(by, int | float) and by > 0 else str(by).replace("-", "\N{MINUS SIGN}")
    return _("%(fact)s changes by %(by)s") % {"fact": place_words(change.get("fact"), names), "by": said}


def _name(change: Mapping[str, Any], names: Names) -> str:
    if change.get("from") is not None:
        said = {"from": place_words(change.get("from"), names), "card": _card(change)}
        return _("One card of %(from)s is %(card)s") % said
    said = {"fact": place_words(change.get("fact"), names), "card": _card(change)}
    return _("%(fact)s is the card %(card)s") % said


def _turn(change: Mapping[str, Any], names: Names) -> str:
    said = {"card": _card(change), "fact": place_words(change.get("fact"), names)}
    return _("%(fact)s: %(card)s is turned over") % said


def _skip(change: Mapping[str, Any], names: Names) -> str:
    return _("%(phase)s is skipped") % {"phase": value_words(change.get("phase"))}


def _forbid(change: Mapping[str, Any], names: Names) -> str:
    return _("Forbidden: %(what)s") % {"what": _barred(change, names)}


def _permit(change: Mapping[str, Any], names: Names) -> str:
    return _("Allowed: %(what)s") % {"what": _barred(change, names)}


def _barred(change: Mapping[str, Any], names: Names) -> str:
    seat = str(change.get("seat") or "")
    said = [names.get(seat, seat) or _("everybody"), str(change.get("verb")).replace("_", " ")]
    if change.get("until"):
        said.append(_("until the end of: %(period)s") % {"period": value_words(change["until"])})
    return ", ".join(said)


def _note(change: Mapping[str, Any], names: Names) -> str:
    return _("Note: %(text)s") % {"text": change.get("text") or ""}


_WORDS: dict[str, Callable[[Mapping[str, Any], Names], str]] = {
    "move": _move,
    "set": _set,
    "add": _add,
    "name": _name,
    "turn": _turn,
    "skip": _skip,
    "forbid": _forbid,
    "permit": _permit,
    "note": _note,
}
