"""Deck lists, good and bad: what each game says of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from rules import registry
from rules.kernel.cards import CardSpec, DeckLine, DeckList
from rules.kernel.chance import Source
from rules.kernel.game import Game
from tests.differential.facts import Fact
from tests.differential.games import line, sentences

#: the order in which lists are shared out; commits compare alike though they list the games in another order
SHARED_OUT = (
    "looney_tunes",
    "nightmare_before_christmas",
    "herocard_duel",
    "herocard_nightmare",
    "highlander",
)


def facts(count: int) -> Iterator[Fact]:
    """``count`` lists, shared out among the games."""
    names = sorted(registry.games(), key=SHARED_OUT.index)
    for number in range(count):
        name = names[number % len(names)]
        yield Fact(f"decks/{name}/{number}", lambda n=name, k=number: "\n".join(checked(n, k)))


def checked(name: str, number: int) -> Iterator[str]:
    game = registry.load(name)
    draw = Random(f"{name} {number}")
    deck = changed(game, sample(game, number), draw)
    yield line("deck", msgspec.to_builtins(deck))
    found = msgspec.to_builtins(
        game.check_deck(deck, game.options_type(), game.catalogue), enc_hook=str.__str__
    )
    yield line("violations", found)
    yield from sentences(found)


def sample(game: Game, number: int) -> DeckList:
    """A deck that self-play would choose."""
    header = game.sample_header(game.seats[0], Source(f"deck:{number}"))
    return next((player.deck for player in header.players if player.deck is not None), DeckList())


def changed(game: Game, deck: DeckList, draw: Random) -> DeckList:
    """The deck with up to six lines left out, doubled, moved, counted otherwise or named otherwise."""
    sections = {name: list(lines) for name, lines in deck.sections.items()}
    for _ in range(draw.randrange(7)):
        name = draw.choice(sorted(sections) or ["deck"])
        lines = sections.setdefault(name, [])
        act = draw.randrange(5)
        if act == 0 and lines:
            lines.pop(draw.randrange(len(lines)))
        elif act == 1 and lines:
            place = draw.randrange(len(lines))
            lines[place] = msgspec.structs.replace(lines[place], count=draw.randrange(1, 9))
        elif act == 2 and lines:
            sections.setdefault(draw.choice(["deck", "main", "personal", "pre_game"]), []).append(
                draw.choice(lines)
            )
        elif act == 3:
            lines.append(DeckLine(CardSpec(title=draw.choice(["Nobody's Card", "", "Slash"])), 2))
        else:
            lines.append(DeckLine(reference(draw.choice(list(game.catalogue.cards))), draw.randrange(1, 8)))
    return DeckList(name=deck.name, sections={name: tuple(lines) for name, lines in sections.items()})


def reference(card: Any) -> CardSpec:
    """A card named with all that tells it apart."""
    parts = {name: getattr(card, name) or None for name in ("sub_title", "variant", "edition", "grid")}
    return CardSpec(title=card.title, **parts)
