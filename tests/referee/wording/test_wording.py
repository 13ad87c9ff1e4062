"""What the engines say in German: every sentence that scenarios bring up, with nothing English left in it."""

import re
from typing import Any

import pytest
from django.utils.translation import override

from referee.positions.document import document_from, header_of
from rules.kernel.errors import LogError
from rules.kernel.log import read_log
from rules.kernel.messages import Message
from rules.kernel.replay import Replay
from rules.kernel.texts import say
from rules.registry import games, load
from tests.rules.texts.collected import RULES
from tournaments.decks.checks import check_of_game
from tournaments.errors import Invalid
from tournaments.events.game_options import check_game_options
from tournaments.pages.translation import translated

pytestmark = pytest.mark.anywhere

SCENARIOS = RULES.parent / "tests" / "scenarios"
ENGLISH = re.compile(
    r"\b(?:the|of|is|are|were|this|that|these|and|or|no|not|nothing|nobody|with|without|card|cards|hand|deck of|"
    r"seat|player|opponent|turn|where|which|whether|how|who|what|one|only|has|have|had|may|must|cannot|be|to|for|by|"
    r"from|there|here|it|own|first|last|now|already|yet|wants?)\b"
)
GAMES = games()


def test_the_reader_decides_and_what_no_engine_says_stays() -> None:
    with override("en"):
        assert translated(say("game_is_over")) == "the game is over"
    with override("de"):
        assert translated(say("game_is_over")) == "das Spiel ist zu Ende"
        assert translated("the game is over") == "the game is over"


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
    titles = sorted({card.title for card in game.catalogue.cards}, key=len, reverse=True)
    told: set[str] = set()
    for path in sorted((SCENARIOS / name).glob("*.jsonl")):
        told |= brought_up(game, path.read_bytes())
    assert len(told) > 20
    for message in sorted(told):
        assert isinstance(message, Message), message
        german = message.said("de")
        rest = re.sub("„[^“]*“", "", german)
        for title in titles:
            rest = rest.replace(title, "").replace("Weapon of Choice", "")
        assert german != message and not ENGLISH.search(rest), (message, german)


def test_what_a_decoder_says_is_german_too() -> None:
    """A deck list, options and cards of the wrong form: nothing of the decoder's own English reaches a page."""
    with override("de"):
        with pytest.raises(Invalid) as deck:
            check_of_game("highlander", {"sections": 3})
        assert translated(deck.value.message) == (
            "Die Deckliste ist nicht lesbar: sections muss ein Objekt sein, nicht eine ganze Zahl"
        )
        with pytest.raises(Invalid) as options:
            check_game_options("highlander", {"nonsense": 1})
        assert "keine Option heißt „nonsense“" in translated(options.value.message)
        for cards, why in (
            ('{"title": 3}', "[0].title muss ein Text sein, nicht eine ganze Zahl"),
            ('{"title', "der Text bricht ab"),
        ):
            errors = header_of(document_from(load("looney_tunes"), {"cards": cards})).errors
            assert why in errors["cards"]
