"""Cards as people type them, a line each, and as logs write them.

``Title``; ``2 x Title``; ``?`` and ``3 x ?`` are backs, ``…`` "and an unknown number more"; ``Title [edition: X]``
tells cards of one title apart; ``A | B`` is one of these; ``@name`` at the end is a label others refer to; ``-`` is
an empty pile. A line that starts with ``{`` is the card as a log writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from rules.kernel.cards import IDENTITY, Catalogue

EMPTY = "-"
MORE = frozenset({"…", "...", "more"})
BACK = "?"
MAX_LINES = 400
MAX_COPIES = 200
MAX_NAMED = 6
_COUNT = re.compile(r"(\d{1,4})\s*(?:[x×]\s+|[x×]?\s*(?=\?))")
_LABEL = re.compile(r"\s@(\S{1,40})$")
_PARTS = re.compile(r"^(.*?)\s*\[(.*)\]$")


class CardText(ValueError):
    """A line that names no card; the message says how to mend it."""


def cards_of(text: str, catalogue: Catalogue, *, plain: bool = False) -> list[Any]:
    """The cards that lines of text name, as a log writes them. Raises ``CardText``."""
    lines = [line.strip() for line in text.replace("\r", "").split("\n") if line.strip()]
    if len(lines) > MAX_LINES:
        raise CardText(_("There are more than %s lines.") % MAX_LINES)
    if lines == [EMPTY]:
        return []
    cards: list[Any] = []
    for line in lines:
        cards.extend(_line(line, catalogue, plain))
    return cards


def card_of(text: str, catalogue: Catalogue, *, plain: bool = False) -> Any:
    """The one card that a text names. Raises ``CardText``."""
    cards = cards_of(text, catalogue, plain=plain)
    if len(cards) != 1 or (isinstance(cards[0], dict) and ("count" in cards[0] or "more" in cards[0])):
        raise CardText(_("One card is expected here, by its title."))
    return cards[0]


def lines_of(cards: Iterable[Any]) -> str:
    """Cards as a log writes them, as lines of text."""
    lines: list[str] = []
    for card in cards:
        line = line_of(card)
        if lines and "@" not in line and line != "…" and _without_count(lines[-1]) == line:
            before = _COUNT.match(lines[-1])
            lines[-1] = f"{(int(before[1]) if before else 1) + 1} x {line}"
        else:
            lines.append(line)
    return "\n".join(lines)


def line_of(card: Any) -> str:
    """One card as a line of text."""
    if isinstance(card, str):
        return card
    if not isinstance(card, dict):
        return msgspec.json.encode(card).decode()
    said = dict(card)
    label = said.pop("as", None)
    said = said.pop("card") if set(said) == {"card"} else said
    text = _bare(said)
    if text is None or (label is not None and (not isinstance(label, str) or " " in label)):
        return msgspec.json.encode(card).decode()
    return text if label is None else f"{text} @{label}"


def _bare(card: Any) -> str | None:
    """A card without its label; None where only JSON can say it."""
    if isinstance(card, str):
        return card
    if card == {"more": True}:
        return "…"
    if card == {"unknown": True}:
        return BACK
    if set(card) == {"unknown", "count"} and isinstance(card["count"], int):
        return f"{card['count']} x {BACK}"
    if set(card) == {"one_of"}:
        parts = [_bare(part) for part in card["one_of"]]
        return " | ".join(map(str, parts)) if len(parts) > 1 and None not in parts else None
    if isinstance(card.get("title"), str) and set(card) <= {"title", *IDENTITY}:
        said = "; ".join(f"{name}: {card[name]}" for name in IDENTITY if name in card)
        return f"{card['title']} [{said}]"
    return None


def _without_count(line: str) -> str:
    count = _COUNT.match(line)
    return line[count.end() :] if count else line


def _line(line: str, catalogue: Catalogue, plain: bool) -> list[Any]:
    if line.startswith("{"):
        try:
            return [msgspec.json.decode(line, type=dict[str, Any])]
        except (msgspec.DecodeError, RecursionError):
            raise CardText(_("This is not a card as a log writes it: %s") % line[:80]) from None
    if line in MORE:
        if plain:
            raise CardText(_("Say how many cards, not “more”."))
        return [{"more": True}]
    labelled = _LABEL.search(line)
    bare = line[: labelled.start()] if labelled else line
    counted = _COUNT.match(bare)
    count = int(counted[1]) if counted else 1
    bare = bare[counted.end() :].strip() if counted else bare
    if count > MAX_COPIES:
        raise CardText(_("%s copies are more than any table has.") % count)
    if bare == BACK and count > 1 and not labelled:
        return [{"unknown": True}] * count if plain else [{"unknown": True, "count": count}]
    card = _named(bare, catalogue)
    if not labelled:
        return [card] * count
    if count > 1:
        raise CardText(_("A label is for one card: %s") % line[:80])
    label = {"as": labelled[1]}
    return [{**card, **label} if isinstance(card, dict) and "title" not in card else {"card": card, **label}]


def _named(text: str, catalogue: Catalogue) -> Any:
    """The card that a title names; whatever says enough of it does."""
    if text == BACK:
        return {"unknown": True}
    if "|" in text:
        return {"one_of": [_named(part.strip(), catalogue) for part in text.split("|")]}
    parts = _PARTS.match(text)
    if parts:
        return {"title": _title(parts[1], catalogue), **_identity(parts[2], text)}
    return _title(text, catalogue)


def _identity(text: str, whole: str) -> dict[str, str]:
    identity = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, value = part.partition(":")
        if not colon or name.strip() not in IDENTITY:
            said = {"names": ", ".join(IDENTITY), "line": whole[:80]}
            raise CardText(_("Brackets hold %(names)s: %(line)s") % said)
        identity[name.strip()] = value.strip()
    return identity


def _title(text: str, catalogue: Catalogue) -> str:
    """A title as it is printed. Raises ``CardText`` with what it may have meant."""
    numbers = catalogue.find(text)
    if numbers:
        return catalogue.cards[numbers[0]].title
    fits = fitting(text, catalogue)
    if len(fits) == 1:
        return fits[0]
    titles = {card.title.casefold(): card.title for card in catalogue.cards}
    near = fits or [titles[title] for title in get_close_matches(text.casefold(), titles, MAX_NAMED)]
    said = [_("No card is called “%s”.") % text[:80]]
    if near:
        said.append(_("Did you mean %s?") % _(" or ").join(near[:MAX_NAMED]))
    raise CardText(" ".join([*said, _("Or declare it under “Cards not known here”.")]))


def fitting(text: str, catalogue: Catalogue) -> list[str]:
    """The titles whose words begin with the words typed, in order, or whose initials do."""
    typed = text.casefold().split()
    if not typed:
        return []
    titles: dict[str, None] = {}
    for card in catalogue.cards:
        words = card.title.casefold().split()
        if _in_order(typed, words) or (len(typed) == 1 and _initials(typed[0], words)):
            titles[card.title] = None
    return list(titles)


def fits_letters(text: str, title: str, more: str = "") -> int | None:
    """How well what is typed fits a card, the best 0: the whole title, its beginning, its initials, the beginnings of
    its words in order (those of ``more``, which tells its versions apart, count with them); None where it does not."""
    low, typed = text.casefold(), text.casefold().split()
    name = title.casefold()
    words = name.split()
    if name == low:
        return 0
    if name.startswith(low):
        return 1
    if len(typed) == 1 and _initials(typed[0], words):
        return 2
    return 3 if typed and _in_order(typed, [*words, *more.casefold().split()]) else None


def _in_order(typed: list[str], words: list[str]) -> bool:
    left = iter(words)
    return all(any(word.startswith(part) for word in left) for part in typed)


def _initials(typed: str, words: list[str]) -> bool:
    return len(typed) > 1 and "".join(word[0] for word in words).startswith(typed)
