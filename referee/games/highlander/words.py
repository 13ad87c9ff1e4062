"""Entries of Highlander in words, after the name of who made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from referee.boards.scene import cards_words

Said = Mapping[str, Any]
PURPOSES = {
    "attack": "for an Attack",
    "defense": "for a Defense",
    "power_blow": "for a Power Blow",
    "power_block": "for a Power Block",
    "nothing": "for nothing",
}
AREAS = {
    "upper_left": "Upper Left",
    "upper_center": "Upper Center",
    "upper_right": "Upper Right",
    "middle_left": "Middle Left",
    "middle_center": "Middle Center",
    "middle_right": "Middle Right",
    "lower_left": "Lower Left",
    "lower_center": "Lower Center",
    "lower_right": "Lower Right",
}


def words(entry: Said) -> str | None:
    """An entry's sentence; None for a verb that is not the game's own."""
    say = _WORDS.get(str(entry.get("do")))
    return str(say(entry)) if say is not None else None


def _card(entry: Said) -> str:
    return cards_words(entry.get("card"))


def _cards(entry: Said) -> str:
    """Cards by name, or how many where nobody names them."""
    if entry.get("cards"):
        return cards_words(entry["cards"])
    count = entry.get("count")
    return str(_("one card") if count == 1 else _("%(n)s cards") % {"n": count if count else "?"})


def _detail(entry: Said) -> str:
    """Where a card came from and the area chosen for it, as an addition to a sentence."""
    details = []
    if entry.get("area") in AREAS:
        details.append(_(AREAS[entry["area"]]))
    if entry.get("source") == "exertion":
        details.append(_("from the Exertion"))
    return f" ({', '.join(str(one) for one in details)})" if details else ""


def _attack(entry: Said) -> str:
    if not entry.get("hidden"):
        return _("attacks: %s") % _card(entry) + _detail(entry)
    if entry.get("card"):
        return _("makes a hidden attack: %s") % _card(entry) + _detail(entry)
    return _("makes a hidden attack") + _detail(entry)


def _defend(entry: Said) -> str:
    named = {"card": _card(entry), "n": entry.get("attack")}
    return _("defends against attack %(n)s: %(card)s") % named + _detail(entry)


def _exert(entry: Said) -> str:
    purpose = str(entry.get("purpose"))
    named = {"what": _(PURPOSES[purpose]) if purpose in PURPOSES else purpose}
    return _("makes an Exertion %(what)s") % named


def _use(entry: Said) -> str:
    return _("discards card %s in play to use it") % entry.get("place")


def _target(entry: Said) -> str:
    if not entry.get("place"):
        return _("names %s as the target") % entry.get("seat")
    return _("names as target card %(n)s of %(seat)s") % {"n": entry.get("place"), "seat": entry.get("seat")}


def _under(entry: Said, hidden: str, shown: str) -> str:
    """A card put under another or taken from there, by name where the reader may know it."""
    if not entry.get("card"):
        return hidden % entry.get("place")
    return shown % {"card": _card(entry), "n": entry.get("place")}


def _look_at(entry: Said) -> str:
    where = _("the hand") if entry.get("zone", "hand") == "hand" else _("the Endurance")
    if entry.get("card"):
        return _("sees %(card)s in %(where)s of the opponent") % {"card": _card(entry), "where": where}
    return _("looks at a card in %s of the opponent") % where


def _look(entry: Said) -> str:
    named = {"n": entry.get("attack"), "card": _card(entry)}
    if entry.get("card"):
        return _("looks at hidden attack %(n)s: %(card)s") % named
    return _("looks at hidden attack %(n)s") % named


def _take(entry: Said) -> str:
    card = _card(entry) if entry.get("card") else _("a card")
    if entry.get("source", "exertion") == "exertion":
        return _("keeps %s from the Exertion") % card
    return _("takes %s out of the Endurance") % card


def _borrow(entry: Said) -> str:
    where = _("the hand") if entry.get("zone", "hand") == "hand" else _("the Endurance")
    card = _card(entry) if entry.get("card") else _("a card")
    return _("borrows %(card)s from %(where)s of the opponent") % {"card": card, "where": where}


def _power(entry: Said) -> str:
    if entry.get("what") == "attack":
        return _("uses the Persona Power for an additional attack")
    return _("uses the Persona Power: Defense %s is a Power Block") % entry.get("defense")


def _numbered(text: str, key: str) -> Callable[[Said], str]:
    return lambda entry: _(text) % entry.get(key)


_WORDS: dict[str, Callable[[Said], str]] = {
    "roll": lambda e: (
        _("records that %(seat)s rolls %(value)s") % {"seat": e.get("seat"), "value": e.get("value")}
    ),
    "draw": lambda e: _("draws %s") % _cards(e),
    "discard": lambda e: _("discards %s") % _card(e),
    "no_more": lambda e: _("has no more such cards to discard"),
    "carry_out": _numbered("carries out number %s of what must be done", "number"),
    "play": lambda e: (
        _("plays a card face down") if e.get("face_down") and not e.get("card") else _("plays %s") % _card(e)
    ),
    "take_powers": lambda e: _("takes the loser's Persona Power"),
    "target": _target,
    "attack": _attack,
    "turn_up": lambda e: _("turns up card %(n)s: %(card)s") % {"n": e.get("place"), "card": _card(e)},
    "hold": lambda e: _under(e, _("puts a card under card %s"), _("puts %(card)s under card %(n)s")),
    "take_back": lambda e: _under(
        e, _("takes a card from under card %s"), _("takes %(card)s from under card %(n)s")
    ),
    "look_at": _look_at,
    "ignore": lambda e: _("ignores the Event"),
    "forgo_attack": lambda e: _("forgoes an attack, to make a later one"),
    "look": _look,
    "power": _power,
    "take": _take,
    "borrow": _borrow,
    "give_back": lambda e: _("gives the borrowed card back"),
    "wield": lambda e: (
        _("takes the weapon in one hand") if e.get("hands") == 1 else _("takes the weapon in both hands")
    ),
    "remove": lambda e: _("removes %s from the game") % _card(e),
    "make_attack": lambda e: (
        _("makes a hidden attack") if e.get("hidden") else _("makes an attack without a card")
    ),
    "power_blow": _numbered("makes attack %s a Power Blow", "attack"),
    "defend": _defend,
    "cover": lambda e: (
        _("uses Defense %(d)s against attack %(n)s too") % {"d": e.get("defense"), "n": e.get("attack")}
    ),
    "power_block": _numbered("makes Defense %s a Power Block", "defense"),
    "drop": _numbered("drops the Guard, Defense %s", "defense"),
    "declare_successful": _numbered("lets attack %s succeed", "attack"),
    "call": lambda e: _("has played the Defenses and asks for the hidden attacks"),
    "reveal": lambda e: _("shows hidden attack %(n)s: %(card)s") % {"n": e.get("attack"), "card": _card(e)},
    "exert": _exert,
    "turn_over": lambda e: _("sees the cards of the Exertion: %s") % _cards(e),
    "done": lambda e: _("plays nothing more from the Exertion"),
    "use": _use,
    "recover": lambda e: _("rolls to recover the weapon"),
    "pass": lambda e: _("lets the chance pass"),
    "next_phase": lambda e: _("goes on to the next Phase"),
    "shuffle": lambda e: _("records that %(seat)s's cards were shuffled") % {"seat": e.get("seat")},
    "concede": lambda e: _("offers to concede"),
    "accept": lambda e: (
        _("takes the concession") if e.get("accept", True) else _("does not take the concession")
    ),
    "first_blood": lambda e: _("invokes First Blood"),
}
