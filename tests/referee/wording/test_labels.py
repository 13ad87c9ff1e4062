"""Every verb, field and choice of the games has its German, and nothing else has."""

import pytest
from django.utils.translation import override

from referee.entering.spec import Spec, struct_spec, verb_spec
from referee.games.looney_tunes.board import TONES
from referee.wording.books import read
from referee.wording.labels import field_words, value_words, verb_words
from rules.registry import load
from tests.referee.live.playing import GAMES

pytestmark = pytest.mark.anywhere
FILES = read("de")
#: Places that a judge's change names and no position has as a field: what is stacked on a Character, a row's left end.
PLACES = {"stacked", "left_end"}
#: What a judge skips beside phases: a pending effect.
SKIPPED = {"effect"}


def specs() -> list[Spec]:
    """All that a form may ask of any game."""
    found = []
    for name in GAMES:
        game = load(name)
        parts = [
            struct_spec(game.options_type),
            struct_spec(game.position_type),
            *map(verb_spec, game.all_verbs),
        ]
        waiting = [field for part in parts for field in part.fields]
        while waiting:
            spec = waiting.pop()
            found.append(spec)
            waiting += [*spec.fields, *([spec.item] if spec.item else [])]
            waiting += [field for kind in spec.kinds.values() for field in kind.fields]
    return found


def test_every_verb_is_named() -> None:
    known: dict[str, set[str]] = {}
    for name in GAMES:
        game = load(name)
        package = game.package.rpartition(".")[2]
        tags = {str(verb.__struct_config__.tag) for verb in game.all_verbs} - set(FILES["kernel"]["verbs"])
        assert not tags - set(FILES[package]["verbs"]), name
        known.setdefault(package, set()).update(tags)
    for package, tags in known.items():
        assert set(FILES[package]["verbs"]) == tags


def test_every_field_and_choice_is_named() -> None:
    found = specs()
    assert {spec.name for spec in found} | PLACES == set(FILES["labels"]["fields"])
    words = {str(choice) for spec in found for choice in spec.choices}
    words |= {kind for spec in found for kind in spec.kinds}
    words |= SKIPPED
    words |= {spec.default for spec in found if isinstance(spec.default, str)}
    assert words - {""} == set(FILES["choices"]["values"]) - TONES | words & TONES
    assert set(FILES["choices"]["values"]) >= TONES


def test_in_words() -> None:
    with override("de"):
        assert verb_words("add_scene", "looney_tunes") == "Szene auslegen"
        assert verb_words("cover", "highlander") != verb_words("cover", "rules.nightmare_before_christmas")
        assert (verb_words("undo", "highlander"), verb_words("new_one", "x")) == (
            "zurücknehmen",
            "new one",
        )
        assert (field_words("face_down"), value_words("upper_left")) == ("verdeckt", "oben links")
    with override("en"):
        assert (verb_words("add_scene", "looney_tunes"), field_words("face_down")) == (
            "add scene",
            "face down",
        )
        assert value_words("upper_left") == "upper left"
