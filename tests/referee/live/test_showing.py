"""What brings hidden cards to light, by the verbs of each game."""

import msgspec
import pytest

from referee.live.showing import SHOWN, shows
from rules.kernel.entries import Entry
from rules.kernel.log import decoder
from rules.registry import load
from tests.referee.live.playing import GAMES

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
        assert shows(game, _read(game, line)), line
    for line in DECIDED[game]:
        assert not shows(game, _read(game, line)), line


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_named_is_one_of_the_game(game: str) -> None:
    verbs = {str(verb.__struct_config__.tag): verb.__struct_fields__ for verb in load(game).all_verbs}
    for verb, argument in SHOWN[game].items():
        assert verb in verbs
        assert argument is None or argument in verbs[verb]
