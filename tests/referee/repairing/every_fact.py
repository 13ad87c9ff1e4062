"""Every fact that a position of a game has, found in the engine's types, and which of them a judge can put right: by
what the repair's panel offers for a place, carried out by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from referee.entering.cards_text import CardText
from referee.entering.spec import Spec, struct_spec
from referee.positions.places import Place, nearest, place_at
from referee.repairing.besides import BAR, KINDS, SKIP, besides_of, change_besides
from referee.repairing.hand import Hand
from referee.repairing.laying import Laid, hand_of
from referee.repairing.panels import repair_panel
from referee.repairing.translating import primitive
from rules.kernel.entries import JUDGE, Declare
from rules.kernel.expectations import fact
from rules.kernel.log import Header, read_header
from rules.kernel.replay import Replay
from rules.registry import load

#: So many of the touches that a place offers are tried before it counts as out of reach.
MOST_TRIED = 40
#: What is typed where a value is typed: of each kind two, so that one is another than what stands there.
TYPED = {"words": ("A", "B"), "numbers": ("1, 2", "3"), "word": ("A", "B"), "number": ("2", "3")}
#: Words of texts and cards that no list of words has, typed as well.
SAID = {"highlander": ("dodge", "Police", "Guard", "prevent damage", "damage 1", "a Power Blow", "Ally")}
#: A place from which something is taken by its pile's name: the first card of it.
FIRST = "first"


def facts_of(spec: Spec, at: str = "") -> Iterator[str]:
    """The facts of a type as patterns: ``#`` for the number of a thing, ``*`` for a seat, a kind's name for one of
    several kinds of thing."""
    if spec.kind == "struct":
        for field in spec.fields:
            yield from facts_of(field, f"{at}.{field.name}".lstrip("."))
    elif spec.kind == "one_of":
        for name, kind in spec.kinds.items():
            yield f"{at}.{name}"
            yield from facts_of(kind, f"{at}.{name}")
    elif spec.kind in ("list", "map") and spec.item is not None:
        if spec.kind == "list":
            yield at
        yield from facts_of(spec.item, f"{at}.{'#' if spec.kind == 'list' else '*'}")
    else:
        yield at
    if spec.kind == "struct" and spec.optional:
        yield at


class Fact(msgspec.Struct, frozen=True):
    """A fact of a printed position: its pattern, its address, its type."""

    pattern: str
    at: str
    spec: Spec


def printed_facts(spec: Spec, value: Any, at: str = "", pattern: str = "") -> Iterator[Fact]:
    """The facts that a printed position says, with the patterns of ``facts_of``."""
    if at and (spec.kind not in ("struct", "one_of", "map") or (spec.kind == "struct" and spec.optional)):
        yield Fact(pattern, at, spec)
    if spec.kind == "struct" and isinstance(value, dict):
        for field in spec.fields:
            inner = f"{at}.{field.name}".lstrip("."), f"{pattern}.{field.name}".lstrip(".")
            yield from printed_facts(field, value.get(field.name), *inner)
    elif spec.kind == "one_of" and isinstance(value, dict):
        name = str(value[spec.tag_field])
        yield Fact(f"{pattern}.{name}", at, spec)
        yield from printed_facts(spec.kinds[name], value, at, f"{pattern}.{name}")
    elif spec.kind == "list" and spec.item is not None:
        for n, one in enumerate(value or ()):
            yield from printed_facts(spec.item, one, f"{at}.{n}", f"{pattern}.#")
    elif spec.kind == "map" and spec.item is not None:
        for key, one in (value or {}).items():
            yield from printed_facts(spec.item, one, f"{at}.{key}", f"{pattern}.*")


def hand_from(game: str, position: dict[str, Any], cards: tuple[dict[str, Any], ...] = ()) -> Hand:
    """A judge's hand over a position."""
    raw: dict[str, Any] = {"log": 1, "game": game, "rules": load(game).editions[-1], "position": position}
    raw |= {"players": [{"seat": seat} for seat in position["players"]], "cards": list(cards)}
    header: Header = read_header(msgspec.json.encode(raw))
    return hand_of(Laid(Replay(load(game), header), []), header)


class Reach:
    """What a judge can put right in positions of one game."""

    def __init__(self, game: str) -> None:
        self.spec = struct_spec(load(game).position_type)
        self.every = set(facts_of(self.spec))
        self.seen: set[str] = set()
        self.reached: set[str] = set()

    def probe(self, hand: Hand) -> None:
        """Tries to change each fact of a position that none before has reached."""
        moves = tuple(_moves(hand))
        for one in printed_facts(self.spec, hand.printed):
            self.seen.add(one.pattern)
            if one.pattern not in self.reached and _can_be_changed(hand, one, moves):
                self.reached.add(one.pattern)


def _can_be_changed(hand: Hand, one: Fact, moves: tuple[str, ...]) -> bool:
    place = nearest(hand.document, one.at)
    if place is None:
        return False
    offers = [(said, "") for said in _offers(hand, place)] if place.at == one.at else []
    thing = place_at(hand.document, one.at.rpartition(".")[0])
    if place.spec.kind == "card" and thing is not None and thing.is_thing:
        offers += [(said, "") for said in _offers(hand, thing)]
    offers += [(f"set {one.at}", typed) for typed in _typed(hand, one) if _is_typed(hand, place)]
    offers += [
        (said, "") for said in moves if said.endswith(f" {one.at}") or said.startswith(f"{FIRST} {one.at} ")
    ]
    if one.spec.kind == "list":
        besides = hand.run.game.places_besides(hand.run.position)
        offers += [(said, "") for said in moves if said.split(" ")[2] in besides]
    return any(_changes(hand, one, said, typed) for said, typed in offers[:MOST_TRIED])


def _typed(hand: Hand, one: Fact) -> tuple[str, ...]:
    """What may be typed: words that the game knows, else any."""
    game = hand.run.game
    known = (
        game.vocabulary(hand.run.judgment(), hand.run.position, one.spec.names) if one.spec.names else None
    )
    if known:
        return tuple(sorted(map(str, known))[:2])
    said = SAID.get(game.name, ()) if one.spec.kind in ("word", "words") else ()
    return (*TYPED.get(one.spec.kind, ()), *said)


def _is_typed(hand: Hand, place: Place) -> bool:
    return repair_panel(hand, {}, place).types


def _offers(hand: Hand, place: Place) -> Iterator[str]:
    """The words of every button that the panel shows for a place, or for the pairs of it; what can be skipped."""
    panel = repair_panel(hand, {}, place)
    if panel.number is not None:
        yield from (f"step {panel.place.at} {by}" for by in (1, -1))
    for button in (*panel.choices, *panel.actions):
        yield button.change
    for said, _words in (*panel.options, *panel.moves, *panel.rare_moves):
        yield said
    if place.spec.kind == "pairs" and not place.key:
        for chip in panel.parts:
            pair = place_at(hand.document, chip.at)
            if pair is not None:
                yield from _offers(hand, pair)
    yield f"{KINDS[0]} {hand.run.game.all_verbs[0].__struct_config__.tag}"
    yield from (f"{SKIP} {phase}" for phase, _words in besides_of(hand, {}).skips)


def _moves(hand: Hand) -> Iterator[str]:
    """The moves that the panels of A's cards in hand offer, and those of every other card that lies alone or on top."""
    for name in sorted(hand.document.texts):
        place = nearest(hand.document, name.removeprefix("p.")) if name.startswith("p.") else None
        if place is None or place.spec.kind not in ("cards", "card"):
            continue
        card = nearest(hand.document, f"{place.at}.0") if place.is_pile else place
        if card is not None:
            panel = repair_panel(hand, {}, card)
            for said, _words in (*panel.moves, *panel.rare_moves):
                yield said
                if place.is_pile:
                    yield said.replace(f"move {card.at} ", f"{FIRST} {place.at} ")


def _changes(hand: Hand, one: Fact, said: str, typed: str) -> bool:
    """Whether a touch makes another thing of a fact."""
    word, source, *_rest = said.split(" ")
    try:
        besides = change_besides({"do": BAR, BAR: word, "verb": source} if word in KINDS else {word: source})
        if besides is not None:
            return _makes_another(hand, one, [besides])
        if word == FIRST:
            made = primitive(hand, said.replace(f"{FIRST} {source} ", f"move {source}.0 ", 1))
        else:
            made = primitive(hand, said, typed)
    except CardText:
        return False
    return _makes_another(hand, one, made)


def _makes_another(hand: Hand, one: Fact, made: list[dict[str, Any]]) -> bool:
    """Whether the engine makes the changes, and something else is printed at the address then. A value has no other
    where the thing that it tells of is gone."""
    run = hand.run.fork(0)
    verdict = run.push(msgspec.convert({"by": JUDGE, "do": "declare", "changes": made}, Declare))
    printed, around = run.printed(), one.at.rpartition(".")[0]
    is_there = one.spec.kind in ("card", "cards") or not around or fact(printed, around) is not None
    return verdict.verdict == "legal" and is_there and fact(printed, one.at) != fact(hand.printed, one.at)
