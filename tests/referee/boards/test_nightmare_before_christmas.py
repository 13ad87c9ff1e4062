"""The towns of The Nightmare Before Christmas: what is drawn, for whom, and the final count."""

import json
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import override_settings

from referee.boards.scene import Scene
from referee.games.presentation import drawer_of
from referee.judging.words import entry_words
from rules.kernel.log import game_of, read_log
from rules.kernel.replay import Replay, replay
from rules.kernel.seats import log_for
from rules.registry import load
from tests.referee.boards.leaks import hidden_titles, own_verbs, selfplayed

GAME = "nightmare_before_christmas"
CARDS = [
    {"title": "Home", "type": "Locale", "scare_threshold": 0, "starting": True, "starting_hand": 5},
    {"title": "Mill", "type": "Locale", "scare_threshold": 4},
    {"title": "Pond", "type": "Locale", "scare_threshold": 9},
    {"title": "Bat", "type": "Character", "scare_number": 3},
    {"title": "Cat", "type": "Character", "scare_number": 2},
    {"title": "Owl", "type": "Character", "scare_number": 1},
    {"title": "Extra", "type": "Surprise", "scare_number": 2},
    {"title": "Cart", "type": "Creation", "scare_number": 1},
]
TOWN_A = {
    "locales": [
        {"card": "Home", "characters": ["Cat"], "under": ["Owl"]},
        {"card": "Mill", "characters": [{"card": "Bat", "as": "c1"}]},
        {"card": "Pond"},
    ],
    "stacks": [{"on": "c1", "cards": ["Extra"]}],
    "creations": ["Cart"],
    "pumpkin_points": 4,
    "hand": ["Owl"],
}


def header(**facts: object) -> bytes:
    """A position: A has 2 + (3 + 2) + 1 = 8 Scare Points, its Home and its Mill (5 of 4) are Active, not its Pond."""
    position = {"turn": "A", "king": "B", "players": {"A": TOWN_A, "B": {"hand": ["Cat"]}}} | facts
    whole = {"log": 1, "game": GAME, "rules": "1", "cards": CARDS, "position": position}
    whole["players"] = [{"seat": "A"}, {"seat": "B"}]
    return json.dumps(whole).encode() + b"\n"


def run_for(seat: str | None, data: bytes) -> Replay:
    game = load(game_of(data))
    log = read_log(data, game.all_verbs)
    return replay(game, log if seat is None else log_for(game, log, seat))


def drawn(run: Replay, n: int = 0, seat: str | None = None) -> str:
    names = {letter: f"Player{letter}" for letter in run.seats}
    to_act = run.game.to_act(run.positions[n])
    scene = Scene(run.game, run.catalogue, run.printed(n), run.seats, names, seat, to_act)
    drawer = drawer_of(GAME)
    with override_settings(LANGUAGE_CODE="en"):
        return unescape(" ".join(render_to_string(drawer.template, drawer.board(scene)).split()))


def test_the_row_with_what_lies_beneath() -> None:
    text = drawn(run_for(None, header()))
    assert text.index("Home") < text.index("Mill") < text.index("Pond")
    assert text.index("Mill") < text.index("Bat") < text.index("+ Extra") < text.index("Pond")
    assert "beneath, face down</small> Owl" in text
    assert text.count("place active") == 2
    assert "8 Scare Points" in text
    assert '<b class="number">4</b> of 6' in text
    assert "11 Days left" in text
    assert text.index("PlayerB") < text.index("Pumpkin King")
    assert "The final count" not in text


def test_a_locale_has_a_window_for_each_point_of_its_threshold() -> None:
    """The Mill's 4 are all lit by 3 + 2, none of the Pond's 9 is; a Starting Locale's 0* needs none."""
    text = drawn(run_for(None, header()))
    windows = [
        part[: part.index("</span>")] for part in text.split('class="windows" aria-hidden="true">')[1:]
    ]
    assert [(row.count("<i"), row.count("full")) for row in windows] == [(4, 4), (9, 0)]


def test_the_race_is_of_scare_points() -> None:
    """8 against 0: the best is the measure, and leads."""
    text = drawn(run_for(None, header()))
    lanes = text[text.index('class="race"') : text.index("</ol>")]
    assert lanes.index('class="leads"') < lanes.index("PlayerA") < lanes.index('<rect width="100"')
    assert lanes.index("PlayerB") < lanes.index('<rect width="0"') and '<b class="number">8</b>' in lanes


def test_an_empty_hand_is_counted_as_none() -> None:
    empty = header(players={"A": TOWN_A | {"hand": []}, "B": {"hand": []}})
    assert drawn(run_for(None, empty)).count('Hand <span class="number">0</span>') == 2


@pytest.mark.parametrize("seat", ["B", "public"])
def test_others_see_backs(seat: str) -> None:
    text = drawn(run_for(seat, header()), 0, seat)
    assert "Owl" not in text
    assert "face down" in text
    assert "Bat" in text and "+ Extra" in text


def test_the_final_count_and_its_working() -> None:
    text = drawn(run_for(None, header(phase="over", stage="over", turn=None, winner="A", winners=["A"])))
    at = text.index("The final count")
    count = text[at : text.index("</section>", at)]
    assert count.index("PlayerA") < count.index("PlayerB")
    assert '<dt>Scare Points</dt><dd class="number">8</dd>' in count
    for term in ("Home 2", "Mill 5", "Cart 1"):
        assert f">{term}</span>" in count
    assert '<dt>Active Locales</dt><dd class="number">2</dd><dd class="small soft">Home, Mill</dd>' in count
    assert '<dt>Their thresholds</dt><dd class="number">4</dd><dd class="small soft">0* + 4</dd>' in count


@pytest.mark.parametrize("players", [2, 3, 6])
def test_no_hidden_name_leaks_from_whole_games(players: int) -> None:
    game, log = selfplayed(GAME, players)
    whole = replay(game, log)
    last = len(log.entries)
    for seat in (None, "A", "B", "public"):
        run = whole if seat is None else replay(game, log_for(game, log, seat))
        for n in range(0, last + 1, max(1, last // 8)):
            text = drawn(run, n, seat)
            assert text.count('class="side town"') == players
            for title in hidden_titles(whole, run, n):
                assert f">{title}<" not in text, (seat, n, title)


def test_every_verb_of_the_game_has_words() -> None:
    drawer = drawer_of(GAME)
    assert [verb for verb in own_verbs(GAME) if not drawer.words({"by": "A", "do": verb})] == []


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"do": "first_king", "seat": "B"}, "records that Ben is the first Pumpkin King"),
        ({"do": "commit"}, "has chosen, hidden"),
        ({"do": "place", "card": "Mill", "end": "left"}, "places Mill at the left end"),
        ({"do": "activity"}, "performs the activity free"),
        ({"do": "activity", "discard": "Cat"}, "discards Cat and performs the activity"),
        ({"do": "function", "locale": "Mill", "number": 2}, "uses Function 2 of Mill"),
        ({"do": "play", "card": "Bat", "locale": "Mill"}, "plays Bat at Mill"),
        ({"do": "target", "seat": "B"}, "chooses Ben"),
        ({"do": "target"}, "chooses every opponent"),
        ({"do": "ask", "of": "B"}, "asks Ben for the Scare Points"),
        ({"do": "draw", "count": 1}, "draws one card"),
        ({"do": "turn_up", "count": 2, "cards": ["Bat", "Cat"]}, "turns up Bat, Cat"),
    ],
)
def test_entries_in_words(entry: dict[str, object], words: str) -> None:
    assert entry_words(entry, drawer_of(GAME), {"A": "Ann", "B": "Ben"}) == words
