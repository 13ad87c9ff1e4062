"""A card that the site does not know, declared by its title and a few facts: what its name says of it is filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from types import NoneType
from typing import Any, get_type_hints

import msgspec
from django.utils.translation import gettext as _

from referee.entering.cards_text import CardText
from referee.entering.read import value_of
from referee.entering.spec import Spec, spec_of
from referee.positions.document import Document
from referee.positions.finding import FEWEST, belonging
from referee.positions.panel import NewCard, NewFact
from referee.positions.places import Place
from referee.wording.labels import field_words, value_words
from rules.kernel.cards import Card
from rules.registry import load

#: The fields of the form for it begin so.
PREFIX = "new."
#: A fact that fewer than one card in so many has is not asked for.
FEW = 10
#: A fact of more different values than these is typed.
MOST_VALUES = 20
#: What every card has besides its game's own facts.
_COMMON = frozenset({*Card.__struct_fields__})


@lru_cache(maxsize=8)
def _facts(game: str) -> tuple[tuple[Spec, tuple[str, ...]], ...]:
    """The facts that a new card is told by: plain ones that many cards of the game have, each with the values that the
    game's cards have of it."""
    loaded = load(game)
    hints = get_type_hints(loaded.card_type, include_extras=True)
    made = []
    for field in msgspec.structs.fields(loaded.card_type):
        if field.name in _COMMON:
            continue
        told = [getattr(card, field.name) for card in loaded.catalogue.cards]
        values = Counter(str(one) for one in told if type(one) in (str, int) and one not in ("", 0))
        if sum(values.values()) * FEW < len(told) or any(
            type(one) not in (str, int, NoneType) for one in told
        ):
            continue
        spec = spec_of(field.name, hints[field.name])
        if spec.kind in ("choice", "number", "word"):
            spec.required = field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
            known = tuple(sorted(values)) if len(values) <= MOST_VALUES else ()
            made.append((spec, known))
    return tuple(made)


def new_card(document: Document, title: str, belongs: Mapping[str, tuple[str, ...]]) -> NewCard | None:
    """The form for a card of this title, with what its words and its place say of it."""
    title = " ".join(title.split())
    if not title:
        return None
    words = title.casefold().split()
    numbers = [word for word in words if word.isdecimal()]
    facts = []
    for spec, known in _facts(document.game.name):
        choices = tuple(
            (str(one), value_words(one)) for one in (spec.choices or known if spec.kind != "number" else ())
        )
        value = next((one for one, _words in choices if one.casefold().replace("_", " ") in words), "")
        if not value and spec.name in belongs:
            value = belongs[spec.name][0]
        if not value and spec.required and choices:
            value = _usual(document.game.name, spec.name)
        if not value and spec.kind == "number" and numbers:
            value = numbers.pop(0)
        facts.append(NewFact(spec.name, field_words(spec.name), choices, value, spec.kind == "number"))
    return NewCard(title[:100], tuple(facts))


def new_card_for(document: Document, place: Place, title: str) -> NewCard | None:
    """The form for a card that nothing fits, to be put at this place."""
    return new_card(document, title, belonging(document, place)) if len(title.strip()) >= FEWEST else None


@lru_cache(maxsize=64)
def _usual(game: str, name: str) -> str:
    """The value of a fact that most cards of a game have."""
    counted = Counter(str(getattr(card, name, "")) for card in load(game).catalogue.cards)
    return next((value for value, _n in counted.most_common() if value), "")


def declare(document: Document, sent: Mapping[str, str]) -> str:
    """Adds the card that a form tells to those the document declares; gives its title. Raises ``CardText``."""
    game = document.game
    title = " ".join(sent.get(f"{PREFIX}title", "").split())[:100]
    specs = {spec.name: spec for spec, _known in _facts(game.name)}
    card: dict[str, Any] = {"title": title}
    for name, spec in specs.items():
        text = sent.get(PREFIX + name, "").strip()
        if text:
            card[name] = value_of(spec, text)
    try:
        msgspec.convert(card, game.card_type)
    except msgspec.ValidationError as error:
        raise CardText(str(error)) from None
    line = msgspec.json.encode(card).decode()
    before = document.texts.get("cards", "").rstrip("\n")
    document.texts["cards"] = f"{before}\n{line}".lstrip("\n")
    return title


def declare_titled(document: Document, place: Place, title: str) -> str:
    """Declares a card by its title alone, with what its words and its place say of it. Raises ``CardText``."""
    card = new_card_for(document, place, title)
    if card is None:
        raise CardText(_("Type two letters of a card."))
    facts = {PREFIX + fact.name: fact.value for fact in card.fields}
    return declare(document, {f"{PREFIX}title": card.title, **facts})


def last_declared(document: Document) -> Any:
    """The card that was declared last."""
    line = document.texts["cards"].rsplit("\n", 1)[-1]
    return msgspec.json.decode(line, type=document.game.card_type)


def told(sent: Mapping[str, str]) -> bool:
    """Whether a form tells of a new card."""
    return bool(sent.get(f"{PREFIX}title", "").strip())
