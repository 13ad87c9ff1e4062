"""What each verb says of how it is entered: who enters it, and what brings hidden cards to light."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from rules.kernel.entering import JUDGE, SEAT, SEAT_DECIDES, TABLE, Entered
from rules.kernel.entries import Entry, undeclared
from rules.kernel.game import Game, Verb
from rules.kernel.log import decoder
from rules.registry import games, load

GAMES = games()
SEEN = {
    "highlander": [
        {"by": "A", "do": "draw", "count": 3},
        {"by": "B", "do": "look", "attack": 1},
        {"by": "A", "do": "reveal", "attack": 1, "card": "Lower Left Attack"},
        {"by": "table", "do": "turn_over", "count": 2},
        {"by": "table", "do": "roll", "seat": "A", "value": 4},
        {"by": "A", "do": "take", "source": "endurance"},
    ],
    "nightmare_before_christmas": [
        {"by": "A", "do": "draw", "count": 1},
        {"by": "A", "do": "turn_up", "count": 3},
        {"by": "table", "do": "random", "card": "Sally"},
        {"by": "table", "do": "first_king", "seat": "A"},
    ],
    "herocard_duel": [
        {"by": "A", "do": "draw", "count": 1},
        {"by": "A", "do": "clear", "stack": "body", "card": "Feint"},
        {"by": "table", "do": "first", "seat": "B"},
    ],
    "herocard_nightmare": [
        {"by": "A", "do": "commit", "scene": "Lake", "killer": "Cultist"},
        {"by": "B", "do": "draw"},
    ],
    "looney_tunes": [
        {"by": "A", "do": "draw"},
        {"by": "A", "do": "reveal", "cards": ["Bugs Bunny"]},
        {"by": "table", "do": "roll", "card": "Daffy Duck"},
        {"by": "A", "do": "add_scene"},
    ],
}
DECIDED = {
    "highlander": [
        {"by": "A", "do": "attack", "card": "Lower Left Attack"},
        {"by": "A", "do": "pass"},
        {"by": "A", "do": "next_phase"},
        {"by": "A", "do": "take", "card": "Dodge"},
        {"by": "table", "do": "shuffle", "seat": "A"},
    ],
    "nightmare_before_christmas": [
        {"by": "A", "do": "commit", "card": "Town Square", "end": "left"},
        {"by": "A", "do": "end_turn"},
    ],
    "herocard_duel": [{"by": "A", "do": "clear", "stack": "body"}, {"by": "A", "do": "pass"}],
    "herocard_nightmare": [{"by": "A", "do": "scare"}],
    "looney_tunes": [{"by": "A", "do": "add_scene", "source": "hand"}, {"by": "table", "do": "score"}],
}


def _read(game: str, line: dict[str, object]) -> Entry:
    return decoder(load(game).all_verbs).decode(msgspec.json.encode(line))  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", GAMES)
def test_what_was_seen_and_what_was_decided(game: str) -> None:
    for line in SEEN[game]:
        assert _read(game, line).reveals(), line
    for line in DECIDED[game]:
        assert not _read(game, line).reveals(), line


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_says_how_it_is_entered(game: str) -> None:
    for verb in load(game).all_verbs:
        said = verb.entered
        assert not undeclared(verb), verb
        assert said.by and set(said.by) <= {SEAT, TABLE, JUDGE}, verb
        assert isinstance(said.reveals, bool) or said.reveals in verb.__struct_fields__, verb
        assert said.confirmed or SEAT not in said.by or TABLE in said.by, (
            f"{verb}: only the table's is confirmed"
        )


def _game_with(verb: type[Entry]) -> type[Game]:
    class Broken(Game):
        verbs: ClassVar[dict[type[Entry], Verb]] = {
            verb: Verb(lambda j, e: None, lambda ctx, position, e, plan: position)
        }

    return Broken


def test_a_verb_that_does_not_say_who_enters_it_does_not_import() -> None:
    class Peek(Entry, frozen=True, tag="peek"):
        closed = True
        card: str | None = None

    with pytest.raises(TypeError, match="Peek lacks entered"):
        _game_with(Peek)


def test_nor_does_one_with_cards_that_does_not_say_who_sees_them() -> None:
    class Peek(Entry, frozen=True, tag="peek"):
        entered = SEAT_DECIDES
        card: str | None = None

    with pytest.raises(TypeError, match="Peek lacks closed"):
        _game_with(Peek)


def test_what_a_verb_above_it_says_is_not_taken_for_its_own() -> None:
    class Peek(Entry, frozen=True, tag="peek"):
        entered = SEAT_DECIDES

    class Glance(Peek, frozen=True, tag="glance"):
        pass

    assert not undeclared(Peek)
    assert undeclared(Glance)


@pytest.mark.parametrize(
    ("reveals", "said", "seen"),
    [(False, "X", False), (True, None, True), ("card", None, False), ("card", "X", True)],
)
def test_a_verb_reveals_never_always_or_where_its_argument_is_given(
    reveals: bool | str, said: Any, seen: bool
) -> None:
    class Clear(Entry, frozen=True, tag="clear"):
        entered = Entered((SEAT,), reveals)
        closed = False
        card: str | None = None

    assert Clear(by="A", card=said).reveals() is seen
