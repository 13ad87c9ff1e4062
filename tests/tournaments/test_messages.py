"""What the site says is a message: written once, where it is said, and in German as well."""

import ast
import gettext as catalogues
import json
import pickle
import re
from pathlib import Path

import pytest
from django.utils.translation import override

from rules.kernel.messages import Message as EngineMessage
from rules.kernel.texts import say
from tests.messages import messages, refusals
from tournaments.errors import Conflict
from tournaments.messages import Message, joined, message, restored, stored
from tournaments.pages.translation import in_words, translated

LOCALE = Path(__file__).parents[2] / "locale"
LANGUAGES = sorted(path.name for path in LOCALE.iterdir() if path.name != "en")
PLACE = re.compile(r"%\((\w+)\)s")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_language_lacks(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        known = catalogues.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    said = list(messages())
    lacking = sorted({f"{each.place}: {each.msgid}" for each in said if not known.get(each.msgid)})
    assert len(said) > 300 and not lacking, "\n".join(lacking)


def test_each_place_of_a_message_has_its_value() -> None:
    wrong = [
        f"{each.place}: {each.msgid}"
        for each in messages()
        if each.values is not None and set(PLACE.findall(each.msgid)) != each.values
    ]
    assert not wrong, "\n".join(wrong)


def test_every_refusal_is_a_message() -> None:
    """A text of its own beside no msgid would stay English on every page."""
    plain = []
    for call, place in refusals():
        fields = [word.value for word in call.keywords if word.arg == "fields"]
        texts = [
            *call.args[:1],
            *(text for each in fields if isinstance(each, ast.Dict) for text in each.values),
        ]
        for text in texts:
            each = [text.body, text.orelse] if isinstance(text, ast.IfExp) else [text]
            if any(isinstance(one, ast.Constant | ast.JoinedStr) for one in each):
                plain.append(place)
    assert not plain, "\n".join(plain)


def test_it_is_the_english_sentence_to_whoever_does_not_ask() -> None:
    said = message("Round %(n)s is published already.", n=3)
    assert said == "Round 3 is published already." and isinstance(said, str)
    assert json.dumps({"message": said}) == '{"message": "Round 3 is published already."}'
    assert str(Conflict(said)) == Conflict(said).message == said


@pytest.mark.parametrize(
    ("said", "german"),
    [
        (message("Round %(n)s is published already.", n=3), "Runde 3 ist schon veröffentlicht."),
        # a word is said in the reader's language, a name that looks like one is not
        (
            message("%(name)s is out already: %(state)s.", name="playing", state=message("dropped")),
            "playing ist schon draußen: ausgestiegen.",
        ),
        (
            joined("; ", [message("won"), message("drew"), "lost"]),
            "gewonnen; unentschieden; lost",
        ),
        (say("game_is_over"), "das Spiel ist zu Ende"),
        (
            message("This is not legal here: %(why)s.", why=say("game_is_over")),
            "Das ist hier nicht erlaubt: das Spiel ist zu Ende.",
        ),
        (message("Sign in first."), "Melde dich zuerst an."),
        ("Something nobody has foreseen, 100 % of it.", "Something nobody has foreseen, 100 % of it."),
        ("", ""),
    ],
)
def test_a_reader_gets_it_in_his_language(said: str, german: str) -> None:
    with override("de"):
        assert translated(said) == german == in_words(Conflict(said))
    with override("en"):
        assert translated(said) == said


def test_what_is_kept_of_it_gives_it_again() -> None:
    said = message(
        "%(name)s is %(role)s now: %(why)s",
        name="100 % Ann",
        role=message("judge"),
        why=say("cannot_be_read"),
    )
    kept = json.loads(json.dumps(stored(said)))
    again = restored(str(said), kept)
    assert isinstance(again, Message) and (again, again.msgid) == (said, said.msgid)
    assert isinstance(again.values["role"], Message) and isinstance(again.values["why"], EngineMessage)
    assert again.values["name"] == "100 % Ann" and type(again.values["name"]) is str


def test_somebodys_own_words_stay_his() -> None:
    assert stored("won") is None and restored("won", None) == "won"
    assert type(restored("won", None)) is str
    # a text that a reader may not have is not given back by what was kept of it
    assert restored("", {"msgid": "won", "values": {}}) == ""


def test_it_can_be_kept_in_a_cache() -> None:
    said = pickle.loads(pickle.dumps(message("Round %(n)s has started.", n=2)))
    assert isinstance(said, Message) and (said, said.values) == ("Round 2 has started.", {"n": 2})
