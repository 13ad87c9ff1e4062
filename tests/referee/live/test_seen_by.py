"""Every entry that holds a secret goes out with ``seen_by``: in whole games of every kind, and verb by verb.

The other side of the comparison is self-play, which marks what chance and hidden cards turn out to be in a place of
its own (``fill``), and the documents of the logs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from referee.live.verbs import described, seen_by_for
from rules.kernel.cards import CardRef
from rules.kernel.entering import SEAT
from rules.kernel.entries import TABLE, Entry
from rules.kernel.replay import Replay
from rules.registry import load
from tests.referee.live.playing import GAMES, played

SEEDS = 8
#: verbs that the documents of the logs call hidden, with the arguments that make them so
HIDDEN: dict[str, dict[str, dict[str, Any]]] = {
    "highlander": {
        "draw": {"cards": ["X"]},
        "hold": {"place": 1, "card": "X"},
        "take_back": {"place": 1, "card": "X"},
        "borrow": {"card": "X"},
        "look": {"attack": 1, "card": "X"},
        "look_at": {"card": "X"},
        "take": {"source": "endurance", "card": "X"},
        "play": {"face_down": True, "card": "X"},
        "attack": {"hidden": True, "card": "X"},
    },
    "nightmare_before_christmas": {
        "draw": {"count": 1, "cards": ["X"]},
        "commit": {"end": "left"},
        "look": {"cards": ["X"]},
        "cover": {"card": "X"},
    },
    "herocard_duel": {"draw": {"cards": ["X"]}, "deploy": {"attribute": "body", "card": "X"}},
    "herocard_nightmare": {
        "draw": {"cards": ["X"]},
        "deploy": {"attribute": "body", "card": "X"},
        "commit": {"killer": "X"},
    },
    "looney_tunes": {
        "draw": {"cards": ["X"]},
        "send": {"plays": [{"card": "X"}]},
        "look": {"cards": ["X"]},
    },
}
#: the same verbs where nothing of them is hidden
OPEN: dict[str, dict[str, dict[str, Any]]] = {
    "highlander": {
        "draw": {"count": 2},
        "take": {"source": "exertion", "card": "X"},
        "play": {"card": "X"},
        "attack": {"card": "X", "area": "upper_left"},
    },
    "nightmare_before_christmas": {"draw": {"count": 2}, "commit": {}},
    "herocard_duel": {"draw": {"count": 2}, "deploy": {"attribute": "body"}},
    "herocard_nightmare": {"draw": {"count": 2}, "commit": {}},
    "looney_tunes": {"draw": {"count": 2}, "send": {"count": 2}},
}


def verbs(game: str) -> Iterator[type[Entry]]:
    """The verbs of a game that a seat enters."""
    for verb in load(game).all_verbs:
        if SEAT in verb.entered.by:
            yield verb


def tag(verb: type[Entry]) -> str:
    return str(verb.__struct_config__.tag)


def names_cards(verb: type[Entry]) -> bool:
    """Whether an argument may name a card, by its type or by being called a secret."""
    fields = msgspec.structs.fields(verb)
    return any(name_of_card(field.type) or field.name in verb.secret for field in fields)


def name_of_card(hint: Any) -> bool:
    parts = getattr(hint, "__args__", ())
    if hint == CardRef or set(CardRef.__args__) <= set(parts):
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return any(name_of_card(field.type) for field in msgspec.structs.fields(hint))
    return any(name_of_card(part) for part in parts)


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_with_cards_says_whether_others_see_them(game: str) -> None:
    said = [verb for verb in verbs(game) if names_cards(verb)]
    assert len(said) > 3
    unsaid = [tag(verb) for verb in said if not {"closed", "secret"} & vars(verb).keys()]
    assert not unsaid, "say closed = True, False or the argument that hides them"


@pytest.mark.parametrize("game", GAMES)
def test_a_new_verb_is_closed_until_it_says_otherwise(game: str) -> None:
    class Peek(Entry, frozen=True, tag="peek"):
        card: str | None = None

    assert seen_by_for(load(game), Peek(by="A", card="X"), None) == ("A",)
    assert seen_by_for(load(game), Peek(by="A"), None) is None
    assert seen_by_for(load(game), Peek(by=TABLE, card="X"), None) is None


@pytest.mark.parametrize("game", GAMES)
def test_exactly_the_verbs_that_the_documents_call_hidden_are_closed(game: str) -> None:
    closed = {tag(verb) for verb in verbs(game) if names_cards(verb) and verb.closed and verb.secret}
    assert closed == HIDDEN[game].keys()
    told = {one["do"]: one for one in described(load(game))["verbs"]}
    assert {do for do, one in told.items() if one["secret"] and "seat" in one["by"]} == closed
    start = Replay(load(game), played(game).header).position
    for kind, expected in ((HIDDEN, ("A",)), (OPEN, None)):
        for do, arguments in kind[game].items():
            verb = next(verb for verb in verbs(game) if tag(verb) == do)
            entry = msgspec.convert({"by": "A", "do": do, **arguments}, verb)
            assert seen_by_for(load(game), entry, start) == expected, (do, arguments)


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_go_out_as_self_play_marked_them(game: str) -> None:
    met: set[str] = set()
    for seed in range(SEEDS):
        log = played(game, f"seen{seed}")
        run = Replay(load(game), log.header)
        for n, entry in enumerate(log.entries, 1):
            bare = msgspec.structs.replace(entry, seen_by=None)
            assert seen_by_for(run.game, bare, run.position) == entry.seen_by, (seed, n, entry)
            if entry.seen_by is not None:
                met.add(entry.do)
            run.push(entry)
    assert len(met) >= 2
