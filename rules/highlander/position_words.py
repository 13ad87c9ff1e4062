"""The words that a position of Highlander may say: what holds of attacks, what must be done, what lasts, of what kind a
card is. Those of the cards' texts are taken from the cards themselves, those of the rules stand here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

from rules.highlander import grid, words
from rules.highlander.card import TRICK, HighlanderCard
from rules.highlander.changes.duende import TAKEN
from rules.highlander.effects import EFFECTS
from rules.highlander.language import continuous, serialization
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language.deprecated_words import DEPRECATED
from rules.highlander.language.filters import Type
from rules.highlander.language.marks import AttackMark
from rules.highlander.language.parts import Part
from rules.highlander.legality import preventions
from rules.highlander.position import UNCOUNTED, Phase
from rules.highlander.position_values import REMOVE, Shown, Used, way
from rules.highlander.reading.last_defenses import OF_THE_NEXT
from rules.highlander.reading.targets import SPECIAL_WORDS
from rules.highlander.turn.targets import THEN
from rules.highlander.verbs import Purpose
from rules.kernel.cards import Catalogue
from rules.kernel.name_checks import unknown_name

#: fields whose words are all told here, by the kind that the field's type names
PLAIN: dict[str, frozenset[str]] = {
    "must": frozenset(
        {"choke", "discard", "draw", "draw_cards", "mill", "replace", "roll", "search", "shuffle"}
    ),
    "exertion": frozenset({*get_args(Purpose), "keep", "cost"}),
    "phase": frozenset(get_args(Phase)),
    "type": frozenset(get_args(Type)),
    "zone": frozenset({"hand", "endurance"}),
    "side": frozenset({"you", "opponent"}),
    "won": frozenset(
        {
            "ability",
            "conceded",
            "first blood",
            "first blood ability",
            "head",
            "highest ability",
            "unprotected",
        }
    ),
    "made": frozenset({*grid.AREAS, "countered", "stays in play", TAKEN}),
    "choice": frozenset({*THEN, "discard"}),
}
#: what holds of attacks and Defenses
MARKS = frozenset(get_args(AttackMark))
WAYS = frozenset(get_args(Used)) - {""}
#: of what lasts: whole sayings of the rules, and those that go on with something
LASTING = frozenset(
    {lasting_effects.Unrestricted.do, lasting_effects.PowerUsed.do, lasting_effects.PowersUnknown.do,
     lasting_effects.WithAnothersCard.do, lasting_effects.ExertFromOpponent.do, "last held",
     lasting_effects.LoseAttack.do, lasting_effects.Excused.do, *(f"last {what}" for what in OF_THE_NEXT)}
)  # fmt: skip
#: what is prevented by the rules, or by texts of kinds that no card here has
PREVENTED = frozenset(
    {"attacks", "attacks_as_blocks", "blocks", "damage", "damaging events", "damaging special cards", "defenses",
     "defense exertions", "drawing", "hand", "open attacks", "other exertions", "recovering", "special attacks",
     "special cards", *preventions.AREA_ATTACKS}
)  # fmt: skip
#: of what is discarded, searched or targeted, beside types, groups and titles
MEASURES = frozenset(
    {*words.KINDS, *words.TOGETHER, *map(str, SPECIAL_WORDS), UNCOUNTED, "hand", "endurance", "title in play",
     "title of a situation", "special"}
)  # fmt: skip


def words_of(kind: str) -> frozenset[str] | None:
    """The words of a kind, where the rules alone tell them; None where cards tell some, or for another kind."""
    return {**PLAIN, "mark": MARKS, "way": WAYS}.get(kind)


def name_problem(catalogue: Catalogue, kind: str, name: str) -> str | None:
    """Why a word is none of its kind; empty where it is one, None where this kind has no words of its own."""
    if kind in PLAIN:
        return "" if name in PLAIN[kind] else unknown_name(name, PLAIN[kind])
    test = TESTS.get(kind)
    if test is None:
        return None
    holds, known = test(catalogue, name)
    return "" if holds else unknown_name(name, known)


Found = tuple[bool, frozenset[str]]


def _said(catalogue: Catalogue) -> frozenset[str]:
    """Everything that the texts of the cards name beside their verbs, whole and word by word."""
    memory = catalogue.memory
    said: frozenset[str] | None = memory.get("said_by_texts")
    if said is None:
        whole = {serialization.what_of(effect) for effect in _effects(catalogue)} - {""}
        said = memory["said_by_texts"] = frozenset(whole | {word for one in whole for word in one.split()})
    return said


def _effects(catalogue: Catalogue) -> Iterator[Part]:
    for card in catalogue.cards:
        if isinstance(card, HighlanderCard):
            for name in serialization.SLOTS:
                yield from getattr(card, name)


def _mark(catalogue: Catalogue, name: str) -> Found:
    return name in MARKS, MARKS


def _named(catalogue: Catalogue) -> frozenset[str]:
    """Types, groups and titles of the cards there are."""
    memory = catalogue.memory
    names_known: frozenset[str] | None = memory.get("named_by_cards")
    if names_known is None:
        cards = [card for card in catalogue.cards if isinstance(card, HighlanderCard)]
        names = {name for card in cards for name in (card.type, card.title, *card.groups)}
        names_known = memory["named_by_cards"] = frozenset(names | {TRICK})
    return names_known


def _measure(catalogue: Catalogue, name: str) -> Found:
    """Of what kind a card is: every word of it, or several with ``|`` between, one with ``!`` before it."""
    known = MEASURES | PLAIN["type"]
    there = known | _named(catalogue) | _said(catalogue)
    parts = (one for word in name.split() for one in word.removeprefix("!").split("|"))
    return name in there or all(one in there for one in parts), known


def _title(catalogue: Catalogue, name: str) -> Found:
    special = frozenset({"Hand Icons", "the Persona Power", "a Power Blow", *PLAIN["type"]})
    return name in special or name in _named(catalogue), _named(catalogue)


def _group(catalogue: Catalogue, name: str) -> Found:
    groups = frozenset(g for c in catalogue.cards if isinstance(c, HighlanderCard) for g in c.groups)
    return name in groups, groups


def _way(catalogue: Catalogue, name: str) -> Found:
    said = way(name)
    if isinstance(said, Shown):
        return _measure(catalogue, said.what.text)[0], WAYS
    return name in WAYS, WAYS | {REMOVE}


def _lasts(catalogue: Catalogue, name: str) -> Found:
    """Whether a lasting effect is one that a card's text or the rules give."""
    heads = frozenset({*continuous.CONTINUOUS, *DEPRECATED})
    head, _, rest = name.partition(" ")
    if (
        name in LASTING
        or name in _said(catalogue)
        or isinstance(serialization.lasting(name), lasting_effects.ByPower)
    ):
        return True, LASTING
    if head in GOING_ON:
        return GOING_ON[head](catalogue, rest), LASTING
    said = heads | {one.partition(" ")[0] for one in _said(catalogue)}
    known = LASTING | heads | set(GOING_ON)
    return head in said and (not rest or rest in _said(catalogue)), known


#: sayings of the rules that go on: with squares, a Phase, the title of a Persona
GOING_ON: dict[str, Callable[[Catalogue, str], bool]] = {
    "block": lambda catalogue, rest: rest.isascii() and rest.isdigit() and int(rest) < 512,
    "skipped": lambda catalogue, rest: rest in PLAIN["phase"],
    "power": lambda catalogue, rest: rest in _named(catalogue),
    "prevent": lambda catalogue, rest: rest in _said(catalogue) or rest in PREVENTED,
    "free_blows": lambda catalogue, rest: rest in _said(catalogue),
}


def _then(catalogue: Catalogue, name: str) -> Found:
    """Whether the effect of a roll consists of verbs of card texts, each with its number where it has one."""
    known = frozenset({*EFFECTS, *DEPRECATED, "rearm", "break"})
    parts = [word for word in name.split() if not word.removeprefix("-").isdigit()]
    return all(word in known or word in _said(catalogue) for word in parts), known


TESTS: dict[str, Callable[[Catalogue, str], Found]] = {
    "mark": _mark,
    "measure": _measure,
    "title": _title,
    "group": _group,
    "way": _way,
    "lasts": _lasts,
    "then": _then,
}
