"""Messages: English sentences that know what they were made from."""

import json
import pickle
from pathlib import Path

import msgspec
import pytest

from rules.kernel import texts as kernel
from rules.kernel.messages import Message, Texts, plain, plainly, recalled, sentences

EN = """
[play]
not_here = "{card} is not here"
taken_by = "“{title}” was taken by {seat}"
in_phase = "{card} in the {phase} phase"
because = "not now: {why}"
one_of = "one of {cards}"
over = "all is over"
"""
DE = """
[words]
"a card" = "eine Karte"

[lists.phase]
draw = "Zieh"

[play]
not_here = "{card} ist nicht hier"
taken_by = "{seat} nahm „{title}“"
in_phase = "in der {phase:phase}phase {card}"
because = "jetzt nicht: {why}"
one_of = "eins von {cards}"
"""


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    (tmp_path / "en.toml").write_text(EN, encoding="utf-8")
    (tmp_path / "de.toml").write_text(DE, encoding="utf-8")
    return Texts("made.up", tmp_path, kernel.TEXTS)


def test_a_message_is_its_english_sentence(texts: Texts) -> None:
    message = texts.say("taken_by", title="Holy Ground", seat="A")
    assert message == "“Holy Ground” was taken by A" and {message: 1}["“Holy Ground” was taken by A"] == 1
    assert (message.id, message.values) == ("taken_by", {"title": "Holy Ground", "seat": "A"})
    assert str(message) is message and isinstance(str(ValueError(message)), Message)
    assert type(plain(message)) is str and json.dumps(
        [message]
    ) == '["“Holy Ground” was taken by A"]'.replace("“", "\\u201c").replace("”", "\\u201d")
    assert msgspec.json.encode([message], enc_hook=plainly) == '["“Holy Ground” was taken by A"]'.encode()


def test_it_is_said_in_another_language_with_its_values(texts: Texts) -> None:
    say = texts.say
    assert say("taken_by", title="a card", seat="A").said("de") == "A nahm „a card“"
    assert say("not_here", card="a card").said("de") == "eine Karte ist nicht hier"
    assert say("not_here", card="“Ann”").said("de") == "„Ann“ ist nicht hier"
    assert say("in_phase", card="a card", phase="draw").said("de") == "in der Ziehphase eine Karte"
    assert say("because", why=say("not_here", card="a card")).said("de") == (
        "jetzt nicht: eine Karte ist nicht hier"
    )
    assert say("one_of", cards="a card, B and A").said("de") == "eins von eine Karte, B und A"
    assert say("not_here", card="a card").said("en") == "a card is not here"


def test_without_a_text_it_stays_english(texts: Texts) -> None:
    assert texts.say("over").said("de") == "all is over" == texts.say("over").said("fr")
    assert texts.say("game_is_over").said("de") == "das Spiel ist zu Ende"  # the kernel's


def test_several_are_joined_by_the_languages_word(texts: Texts) -> None:
    both = texts.joined([texts.say("not_here", card="A"), texts.say("over")], " and ")
    assert both == "A is not here and all is over"
    assert both.said("de") == "A ist nicht hier und all is over"


def test_values_of_another_kind_make_another_message(texts: Texts) -> None:
    """1 and True are equal in Python, and so are a message and its sentence; neither is said as the other."""
    assert (
        texts.say("not_here", card=1) == "1 is not here"
        and texts.say("not_here", card=True) == "True is not here"
    )
    named = texts.say("because", why=plain(texts.say("not_here", card="a card")))
    assert named.said("de") == "jetzt nicht: a card is not here"
    assert texts.say("because", why=texts.say("not_here", card="a card")).said("de") != named.said("de")


def test_messages_are_pickled() -> None:
    message = kernel.say("line_not_json", error=kernel.say("json_cut_short"))
    several = kernel.joined([message, "A"], ", ")
    for made in (message, several):
        again = pickle.loads(pickle.dumps(made))
        assert again == made and again.said("de") == made.said("de") != made


def test_a_sentence_kept_in_english_is_known_again() -> None:
    again = recalled("the game is over")
    assert isinstance(again, Message) and again.said("de") == "das Spiel ist zu Ende"
    assert type(recalled("nothing an engine says")) is str


def test_what_is_not_there_or_twice_is_an_error(texts: Texts) -> None:
    with pytest.raises(KeyError):
        texts.say("no_such_text")
    with pytest.raises(KeyError):
        texts.say("not_here")
    with pytest.raises(ValueError, match="not_here"):
        sentences({"a": {"not_here": "x"}, "b": {"not_here": "y"}})
