"""The words in which a game's cards are declared, with one line and one card that uses each: ``docs/cards/<game>.md``.

Made from the code: the types of a card's facts, their docstrings and those of what carries conditions and counts out;
the cards of the catalogue, then those that scenarios declare. ``python -m tests.rules.vocabulary`` writes the pages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from rules import registry
from rules.herocard.core.reading.counting import COUNTS
from rules.herocard.core.reading.effects import Part
from rules.highlander.language import (
    conjunction,
    continuous,
    effects,
    lasting,
    marks,
    one_card,
    requirements,
    serialization,
)
from rules.highlander.language.parts import Part as HighlanderPart
from rules.kernel.cards import Card, convert_cards
from rules.looney_tunes import conditions as at_the_scene
from rules.looney_tunes.cards.language import When as AtTheScene
from rules.nightmare_before_christmas import conditions as in_town
from rules.nightmare_before_christmas.effects import When as InTown

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "cards"
SCENARIOS = ROOT / "tests" / "scenarios"
Functions = Mapping[str, Callable[..., Any]]


#: what lasts as a text of Highlander says it, beside what also holds while a card is in play
LASTING = ("prevent", "ignore", "keep", "must attack", "exert from opponent", "challenged")
#: the facts that hold what happens at once
AT_ONCE = ("on_play", "discard_to_use", "when_over", "on_leave")
#: parts of Highlander's texts that give attacks and Defenses a mark
GIVING = (conjunction.GivesMark, effects.NextAttack, effects.AdditionalAttack)


class Language(NamedTuple):
    """A game's language: what it is called, the games whose scenarios use it, the type whose facts are conditions with
    the functions that ask them, and those that count what a value names, by the field that names it."""

    title: str
    games: tuple[str, ...]
    conditions: tuple[type[msgspec.Struct], Functions] | None = None
    counts: tuple[type[msgspec.Struct], str, Functions] | None = None


LANGUAGES = {
    "looney_tunes": Language(
        "Looney Tunes", ("looney_tunes",), (AtTheScene, at_the_scene.CONDITIONS)
    ),
    "nightmare_before_christmas": Language(
        "The Nightmare Before Christmas", ("nightmare_before_christmas",), (InTown, in_town.CONDITIONS)
    ),
    "herocard": Language(
        "HeroCard", ("herocard_duel", "herocard_nightmare"), counts=(Part, "count", COUNTS)
    ),
    "highlander": Language("Highlander", ("highlander",)),
}  # fmt: skip


class Word(NamedTuple):
    """A word of the language: as it is written, what it does, and the first card that uses it with that part of it."""

    name: str
    line: str
    card: str
    part: str


def words(language: Language) -> Iterator[tuple[str, list[Word]]]:
    """Every word, under its heading."""
    if language.games == ("highlander",):
        yield from highlander_words(language)
        return
    kind = registry.load(language.games[0]).card_type
    types = [made for made in structs(kind) if made is not kind]
    yield "Facts of a card", [fact(language, kind, name) for name in own_facts(kind)]
    yield (
        "Parts of a text",
        [
            word(language, name_of(made), line_of(made), lambda part, made=made: type(part) is made)
            for made in types
        ],
    )
    if language.conditions is not None:
        when, asked = language.conditions
        yield (
            f"Conditions in `{when.__name__.lower()}`",
            [word(language, name, line_of(asked[name]), partial(says, when, name)) for name in asked],
        )
    if language.counts is not None:
        part_type, field, functions = language.counts
        yield f"What a value counts (`{field}`)", [
            word(language, name, line_of(functions[name]),
                 lambda part, name=name: isinstance(part, part_type) and getattr(part, field) == name)
            for name in functions
        ]  # fmt: skip


def highlander_words(language: Language) -> Iterator[tuple[str, list[Word]]]:
    """Every word of a language whose texts stand in several facts of a card, by the fact."""
    for heading, kinds, slots in (
        ("What a card requires (`requires`)", requirements.REQUIREMENTS, ("requires",)),
        ("What it is played with (`conjunction`)", conjunction.JOINING, ("conjunction",)),
        (
            "What happens (`on_play`, `discard_to_use`, `when_over`, `on_leave`)",
            without(effects.DOING | effects.USING, one_card.AT_ONCE),
            AT_ONCE,
        ),
        (
            "What holds while it is in play (`while_in_play`)",
            without(continuous.CONTINUOUS, one_card.IN_PLAY),
            ("while_in_play",),
        ),
        ("What happens by one card alone", one_card.AT_ONCE, AT_ONCE),
        ("What holds while one card alone is in play", one_card.IN_PLAY, ("while_in_play",)),
        ("What `lasts` without a card in play", {name: lasting.LASTING[name] for name in LASTING}, AT_ONCE),
    ):
        yield (
            heading,
            [
                word(language, name, line_of(kind), lambda part, kind=kind: type(part) is kind, slots)
                for name, kind in kinds.items()
            ],
        )
    for heading, told, uses in (
        ("What a text gives an attack or a Defense", marks.ATTACKS, _gives),
        ("What a card says of itself (`marks`)", marks.CARDS, lambda card, name: name in card.marks),
        ("What it changes of deck construction (`deck`)", marks.DECKS, lambda card, name: name in card.deck),
    ):
        yield heading, [marked(language, name, line, uses) for name, line in told.items()]


def without(kinds: Mapping[str, Any], apart: Mapping[str, Any]) -> dict[str, Any]:
    """The kinds that do not stand apart."""
    return {name: kind for name, kind in kinds.items() if name not in apart}


def marked(language: Language, name: str, line: str, uses: Callable[[Any, str], object]) -> Word:
    """A mark with the first card that uses it, and the part that gives it. Raises ``LookupError`` where none does."""
    for card in cards(language.games):
        part = uses(card, name)
        if part:
            return Word(
                name, line, card.title, name if part is True else json.dumps(said(part), ensure_ascii=False)
            )
    raise LookupError(f"no card of the catalogue or of a scenario has the mark {name}")


def _gives(card: Any, name: str) -> msgspec.Struct | None:
    """The part of a text that gives a mark."""
    for part in parts((card.conjunction, card.on_play, card.discard_to_use)):
        if name in getattr(part, "marks", ()) or (isinstance(part, GIVING) and part.what == name):
            return part
    return None


def own_facts(kind: type[Card]) -> list[str]:
    """The facts that cards of this game have beside those of all games."""
    return [name for name in kind.__struct_fields__ if name not in Card.__struct_fields__]


def fact(language: Language, kind: type[Card], name: str) -> Word:
    """A fact of a card, told in the kind's docstring, with the first card that says it. Raises ``LookupError``."""
    told = re.search(rf"``{name}``: ([^;]*?)(?:;|\. [A-Z]|\.?$)", " ".join((kind.__doc__ or "").split()))
    assert told is not None, f"{kind.__name__} does not tell what {name} is"
    (one,) = (field for field in msgspec.structs.fields(kind) if field.name == name)
    for card in cards(language.games):
        value = getattr(card, name)
        if one.required or value != one.default:
            part = json.dumps({name: said(value)}, ensure_ascii=False)
            return Word(name, f"{told[1][0].upper()}{told[1][1:]}.", card.title, part)
    raise LookupError(f"no card of the catalogue or of a scenario says {name}")


def said(value: Any) -> Any:
    """A part of a card as a list would say it: without what it leaves at its default."""
    if isinstance(value, HighlanderPart):
        return serialization.said(value)
    if isinstance(value, tuple):
        return [said(inner) for inner in value]
    if not isinstance(value, msgspec.Struct):
        return value
    tag, field = value.__struct_config__.tag, value.__struct_config__.tag_field
    facts = {one.name: (getattr(value, one.name), one) for one in msgspec.structs.fields(value)}
    told = {name: said(fact) for name, (fact, one) in facts.items() if one.required or fact != one.default}
    return {field: tag, **told} if tag is not None else told


def says(when: type[msgspec.Struct], name: str, part: Any) -> bool:
    """Whether a part is a condition that says this fact."""
    return isinstance(part, when) and getattr(part, name) != getattr(when(), name)


def word(
    language: Language, name: str, line: str, uses: Callable[[Any], bool], slots: tuple[str, ...] = ()
) -> Word:
    """A word with the first card that uses it, in one of these facts (left out: anywhere). Raises ``LookupError`` where
    none does."""
    for card in cards(language.games):
        for part in parts(tuple(getattr(card, slot) for slot in slots) if slots else card):
            if uses(part):
                return Word(name, line, card.title, json.dumps(said(part), ensure_ascii=False))
    raise LookupError(f"no card of the catalogue or of a scenario uses {name}")


@lru_cache(maxsize=4)
def cards(games: tuple[str, ...]) -> tuple[Card, ...]:
    """The cards of the catalogue, then those that scenarios declare."""
    found: list[Card] = []
    for name in games:
        game = registry.load(name)
        found += game.catalogue.cards
        for path in sorted((SCENARIOS / name).glob("*.jsonl")):
            header = json.loads(path.read_text(encoding="utf-8").split("\n", 1)[0])
            found += convert_cards(game.card_type, header.get("cards", []))
    return tuple(found)


def parts(value: Any) -> Iterator[msgspec.Struct]:
    """Every struct within a card."""
    if isinstance(value, tuple):
        for inner in value:
            yield from parts(inner)
    elif isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from parts(getattr(value, name))


def structs(hint: Any) -> list[type[msgspec.Struct]]:
    """The structs that a value of a type may be made of, each once, in the order of their facts."""
    found: dict[type[msgspec.Struct], None] = {}

    def look(at: Any) -> None:
        if isinstance(at, type) and issubclass(at, msgspec.Struct):
            if at not in found:
                found[at] = None
                for inner in get_type_hints(at, include_extras=True).values():
                    look(inner)
        elif get_origin(at) in (Union, UnionType, tuple, Annotated):
            for inner in get_args(at):
                look(inner)

    look(hint)
    return list(found)


def name_of(made: type[msgspec.Struct]) -> str:
    """How a part is written: by its tag, or by what kind of object it is where only one kind may stand there."""
    tag = made.__struct_config__.tag
    return str(tag) if tag is not None else made.__name__


def line_of(made: Any) -> str:
    """The first sentence of a docstring."""
    text = " ".join((made.__doc__ or "").split())
    assert text, f"{made} has no docstring"
    return re.split(r"(?<!\bSt)\. ", text)[0].rstrip(".").replace("``", "`") + "."


def page(language: Language) -> str:
    """The page of a game's language."""
    lines = [
        f"# The language of {language.title} cards",
        "",
        "Made from the code by `python -m tests.rules.vocabulary`: every word with one card that uses it, of the"
        " project's cards or of a scenario. What each fact may hold:"
        " [docs/logs](../logs/README.md).",
    ]
    for heading, found in words(language):
        lines += ["", f"## {heading}", "", "| word | does | a card that uses it |", "| --- | --- | --- |"]
        lines += [
            f"| `{one.name}` | {one.line} | **{one.card}**: `{one.part.replace('|', chr(92) + '|')}` |"
            for one in found
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name, language in LANGUAGES.items():
        (PAGES / f"{name}.md").write_text(page(language), encoding="utf-8")
