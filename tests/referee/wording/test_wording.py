"""German for what the engines say: every text of their code has one, and what scenarios bring up is found again."""

import re
from string import Formatter
from typing import Any

import pytest
from django.utils.translation import override

from referee.wording.book import Book
from referee.wording.books import book_of, read
from rules.kernel.errors import LogError
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.registry import games, load
from tests.referee.wording.collected import RULES, said_by
from tournaments.pages.translation import engine_words

pytestmark = pytest.mark.anywhere

FILES = read("de")
#: sections of sentences that stand nowhere in our code as they are
ELSEWHERE = ("composed", "msgspec")
SCENARIOS = RULES.parent / "tests" / "scenarios"


def sentences(name: str, *, of_code: bool = False) -> dict[str, str]:
    found: dict[str, str] = {}
    for section, texts in FILES[name].get("sentences", {}).items():
        if not (of_code and section in ELSEWHERE):
            found |= texts
    return found


def everything() -> dict[str, str]:
    return {text: said for name in FILES for text, said in sentences(name).items()}


def fields(text: str) -> list[str]:
    """The values of a form by their numbers."""
    named = [field for _, field, *_ in Formatter().parse(text) if field is not None]
    return [field or str(n) for n, field in enumerate(named)]


def test_every_text_of_the_engines_has_its_german() -> None:
    known = set(everything())
    for file in FILES.values():
        known |= set(file.get("left", ())) | set(file.get("words", {}))
        known |= {word for words in file.get("lists", {}).values() for word in words}
    lacking = [f"{place}: {text}" for text, place in said_by().items() if text not in known]
    assert not lacking, "write these into the texts of the game in referee/games:\n" + "\n".join(lacking)


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_translated_that_no_engine_says(name: str) -> None:
    said = said_by()
    stale = [
        text for text in (*sentences(name, of_code=True), *FILES[name].get("left", ())) if text not in said
    ]
    assert not stale
    code = "".join(path.read_text(encoding="utf-8") for path in RULES.rglob("*.py")).lower()
    listed = [word for words in FILES[name].get("lists", {}).values() for word in words]
    assert not [
        word
        for word in (*FILES[name].get("words", {}), *listed)
        if not all(part.lower() in code for part in re.findall(r"\w+", word))
    ]


@pytest.mark.parametrize("name", FILES)
def test_values_are_kept(name: str) -> None:
    for text, said in sentences(name).items():
        assert sorted(set(fields(said))) == sorted(fields(text)), text
        assert text.count("“{}”") == len(re.findall(r"„\{\d?(?::\w+)?\}“", said)), text


@pytest.mark.parametrize("name", FILES)
def test_a_text_that_several_engines_have_is_said_one_way(name: str) -> None:
    for other in FILES:
        mine, theirs = sentences(name), sentences(other)
        assert not [text for text in mine if text in theirs and mine[text] != theirs[text]]


def test_forms_are_told_apart_by_their_own_words() -> None:
    sentences = {
        "{} is not here": "{} ist nicht hier",
        "{} is {}": "{} ist {}",
        "no {} of “{}”": "von „{1}“ kein {0}",
        "{} in the {} phase": "in der {1:phase}phase {0}",
    }
    book = Book(sentences, {"a card": "eine Karte"}, "„“", {"phase": {"draw": "Zieh"}})
    assert book.say("draw in the draw phase") == ("in der Ziehphase draw", 8)
    assert book.say("“Ann” is not here") == ("„Ann“ ist nicht hier", 5)
    assert book.say("a card is not here") == ("eine Karte ist nicht hier", 6)
    assert book.say("no a card of “a card”") == ("von „a card“ kein eine Karte", 12)
    assert book.say("a card is not here; Ann is a card") == (
        "eine Karte ist nicht hier; Ann ist eine Karte",
        15,
    )
    assert book.say("nothing known") is None and book.say("a card") is None


def test_other_languages_and_unknown_texts_stay() -> None:
    with override("en"):
        assert engine_words("the game is over") == "the game is over"
    with override("de"):
        assert engine_words("the game is over") == "das Spiel ist zu Ende"
        assert engine_words("something an engine never says") == "something an engine never says"


ENGLISH = re.compile(
    r"\b(?:the|of|is|are|were|this|that|these|and|or|no|not|nothing|nobody|with|without|card|cards|hand|deck of|"
    r"seat|player|opponent|turn|where|which|whether|how|who|what|one|only|has|have|had|may|must|cannot|be|to|for|by|"
    r"from|there|here|it|own|first|last|now|already|yet|wants?)\b"
)
GAMES = games()


def brought_up(game: Any, data: bytes) -> set[str]:
    """Everything the engine says of a scenario's entries."""
    try:
        log = read_log(data, game.all_verbs)
        run = Replay(game, log.header)
    except LogError as error:
        return {str(error)}
    for entry in log.entries:
        run.push(entry, ask=getattr(entry, "expect", None) in ("illegal", "undetermined"))
    found = {finding.message for finding in run.findings}
    for verdict in run.verdicts:
        found |= {violation.message for violation in verdict.violations} | set(verdict.missing)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_what_scenarios_bring_up_is_said_in_german(name: str) -> None:
    game = load(name)
    book = book_of("de")
    assert book is not None
    titles = sorted({card.title for card in game.catalogue.cards}, key=len, reverse=True)
    told: set[str] = set()
    for path in sorted((SCENARIOS / name).glob("*.jsonl")):
        told |= brought_up(game, path.read_bytes())
    assert len(told) > 20
    for message in sorted(told):
        said = book.say(message)
        assert said is not None, message
        rest = re.sub("„[^“]*“", "", said[0])
        for title in titles:
            rest = rest.replace(title, "").replace("Weapon of Choice", "")
        assert not ENGLISH.search(rest), (message, said[0])
