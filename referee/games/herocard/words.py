"""Entries of both HeroCard games in words, after the name of who made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from referee.boards.scene import cards_words
from rules.herocard.nightmare.tracker import Clue

Said = Mapping[str, Any]
STACKS = {"body": "Body stack", "mind": "Mind stack", "x": "X stack"}
CLAIMS = {
    "scared": "says: I am scared",
    "not_scared": "says: I am not scared",
    "alive": "says: I am alive",
    "dead": "says: I am dead",
}


def clue_words(clue: Clue) -> str:
    """The content of an announcement, for the reader of the Terror Tracker; who made it stands above."""
    said = _(CLAIMS[clue.claim])
    if not clue.killers:
        return _("%(said)s, in the %(scene)s") % {"said": said, "scene": clue.scene}
    return _("%(said)s, in the %(scene)s with %(killers)s") % {
        "said": said,
        "scene": clue.scene,
        "killers": ", ".join(clue.killers),
    }


def words(entry: Said) -> str | None:
    """An entry's sentence; None for a verb that is not the games' own."""
    say = _WORDS.get(str(entry.get("do")))
    return str(say(entry)) if say is not None else None


def _card(entry: Said, key: str = "card") -> str:
    return cards_words(entry.get(key))


def _count(entry: Said) -> str:
    """Cards by name, or how many where nobody names them."""
    if entry.get("cards"):
        return cards_words(entry["cards"])
    count = entry.get("count")
    if count == 0:
        return _("nothing")
    return str(_("one card") if count == 1 else _("%(n)s cards") % {"n": count if count else "?"})


def _stack(entry: Said, key: str) -> str:
    stack = str(entry.get(key) or "")
    return _(STACKS[stack]) if stack in STACKS else stack


def _lay_out(entry: Said) -> str:
    return (
        _("lays out %s") % _card(entry, "cards") if entry.get("cards") else _("lays out the Attribute cards")
    )


def _discard(entry: Said) -> str:
    return _("discards %s") % _card(entry) if entry.get("card") else _("discards a card")


def _clear(entry: Said) -> str:
    if entry.get("card"):
        return _("clears %(card)s off the %(stack)s") % {
            "card": _card(entry),
            "stack": _stack(entry, "stack"),
        }
    return _("clears the top of the %s") % _stack(entry, "stack")


def _refresh(entry: Said) -> str:
    if entry.get("cards"):
        return _("refreshes the hand and discards %s") % _card(entry, "cards")
    return _("refreshes the hand")


def _play(entry: Said) -> str:
    if entry.get("plays"):
        return _("plays a set: %s") % ", ".join(_one(play) for play in entry["plays"])
    return _("turns up %s") % _one(entry) if entry.get("deployed") else _("plays %s") % _one(entry)


def _one(play: Said) -> str:
    said = _card(play)
    if play.get("target"):
        said = _("%(card)s against %(seat)s") % {"card": said, "seat": play["target"]}
    if play.get("attribute"):
        said = f"{said} ({_stack(play, 'attribute')})"
    return said


def _deploy(entry: Said) -> str:
    named = {"stack": _stack(entry, "attribute"), "card": _card(entry)}
    if entry.get("card"):
        return _("puts %(card)s face down on the %(stack)s") % named
    return _("puts a card face down on the %(stack)s") % named


def _waste(entry: Said) -> str:
    if entry.get("discarded"):
        return _("must waste %s and discards it") % _card(entry)
    return _("wastes %s") % _card(entry)


def _secret(entry: Said, hidden: str, shown: str) -> str:
    """A sentence with the two secret cards where the reader may see them."""
    cards = [_card(entry, key) for key in ("scene", "killer") if entry.get(key)]
    return shown % ", ".join(cards) if cards else hidden


def _kill(entry: Said) -> str:
    named = {"whom": entry.get("target"), "killer": entry.get("killer")}
    return _("announces an attack to kill %(whom)s with the %(killer)s") % named


def _put(entry: Said, what: str, key: str = "scene") -> str:
    return _("puts the %(what)s into the %(scene)s") % {
        "what": entry.get(what) or what,
        "scene": entry.get(key),
    }


def _cell(entry: Said) -> str:
    said = f"({entry.get('q')}, {entry.get('r')})"
    turn = int(entry.get("turn") or 0)
    return _("%(cell)s, turned by %(n)s sixths") % {"cell": said, "n": turn} if turn else said


def _tile(entry: Said) -> dict[str, Any]:
    return {"scene": entry.get("scene"), "cell": _cell(entry)}


def _figure(name: object) -> object:
    """A Killer by its name; the Dreamer has none."""
    return _("Dreamer") if name == "Dreamer" else name


_WORDS: dict[str, Callable[[Said], str]] = {
    "lay_out": _lay_out,
    "draw": lambda e: _("draws %s") % _count(e),
    "first": lambda e: _("records that %(seat)s goes first") % {"seat": e.get("seat")},
    "shuffle": lambda e: (
        _("shuffles the Discard stack of %(seat)s into a new deck") % {"seat": e.get("seat")}
    ),
    "discard": _discard,
    "clear": _clear,
    "done": lambda e: _("is done"),
    "refresh": _refresh,
    "play": _play,
    "pass": lambda e: _("passes"),
    "deploy": _deploy,
    "waste": _waste,
    "convert": lambda e: _("converts %(card)s of %(seat)s") % {"card": _card(e), "seat": e.get("seat")},
    "twist": lambda e: (
        _("twists %(card)s on the %(stack)s") % {"card": _card(e), "stack": _stack(e, "stack")}
    ),
    "commit": lambda e: _secret(e, _("looks at the secret cards"), _("looks at the secret cards: %s")),
    "reveal": lambda e: _secret(e, _("shows the secret cards"), _("shows the secret cards: %s")),
    "place_tile": lambda e: _("lays the %(scene)s at %(cell)s") % _tile(e),
    "place_killer": lambda e: _put(e, "killer"),
    "place_dreamer": lambda e: _put(e, _("Dreamer")),
    "move": lambda e: (
        _("moves the %(figure)s to the %(to)s") % {"figure": _figure(e.get("figure")), "to": e.get("to")}
    ),
    "lift": lambda e: _("takes up the %s") % e.get("scene"),
    "attach": lambda e: _("puts the tile back at %s") % _cell(e),
    "scare": lambda e: _("announces an attack to scare"),
    "kill": _kill,
    "announce": lambda e: _(CLAIMS.get(str(e.get("claim")), "says something about the secret cards")),
    "replace": lambda e: (
        _("replaces the hand and discards %s") % _card(e, "cards")
        if e.get("cards")
        else _("replaces the hand")
    ),
    "relief": lambda e: _("chooses to clear") if e.get("choice") == "clear" else _("chooses to draw"),
    "reconnect": lambda e: _("rejoins the dream: the %(scene)s to %(cell)s") % _tile(e),
}
