"""The Looney Tunes table: what is drawn, and for whom."""

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

NAMES = {"A": "Ann", "B": "Ben"}
HEADER = (
    b'{"log":1,"game":"looney_tunes","rules":"1","players":[{"seat":"A"},{"seat":"B"}],"cards":['
    b'{"title":"Red Four","type":"actor","color":"red","rank":4},{"title":"Blue Five","type":"actor","color":"blue",'
    b'"rank":5}],"position":{"phase":"choose","active":"A","turn":"A","storyboard":["Long-Haired Hare"],'
    b'"players":{"A":{"hand":["Red Four"],"score":7,"deck":[{"unknown":true,"count":9}]},'
    b'"B":{"hand":["Blue Five"]}}}}\n'
)
SEND = (
    b'{"by":"A","do":"choose_scene","scene":"Long-Haired Hare"}\n'
    b'{"by":"A","do":"send","plays":[{"card":"Red Four"}],"seen_by":["A"]}\n'
)


def run_for(seat: str | None, data: bytes = HEADER + SEND) -> Replay:
    game = load(game_of(data))
    log = read_log(data, game.all_verbs)
    return replay(game, log if seat is None else log_for(game, log, seat))


def drawn(seat: str | None, n: int, data: bytes = HEADER + SEND) -> str:
    run = run_for(seat, data)
    scene = Scene(run.game, run.catalogue, run.printed(n), run.seats, NAMES, seat, judged=run.judged_at(n))
    drawer = drawer_of("looney_tunes")
    with override_settings(LANGUAGE_CODE="en"):
        return " ".join(render_to_string(drawer.template, drawer.board(scene)).split())


def test_the_start_shows_scene_hands_and_score() -> None:
    text = drawn(None, 0)
    assert "Long-Haired Hare" in text
    assert "Red Four" in text and "Blue Five" in text
    assert "7 points" in text
    assert 'data-at="players.A.deck">Deck <span class="number">9</span>' in text
    assert "Being shot" not in text


def test_a_sent_actor_lies_at_the_scene_with_its_rank() -> None:
    text = drawn(None, 2)
    assert "Being shot" in text
    assert "At the Scene: total Rank 4" in text
    assert "tone-red" in text


@pytest.mark.parametrize("seat", ["B", "public"])
def test_others_see_a_back(seat: str) -> None:
    for n in range(3):
        assert "Red Four" not in drawn(seat, n)
    assert "face down" in drawn(seat, 2)


def test_each_sees_his_own_hand() -> None:
    assert "Red Four" in drawn("A", 0) and "Blue Five" not in drawn("A", 0)
    assert "Blue Five" in drawn("B", 0) and "Red Four" not in drawn("B", 0)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"do": "send", "count": 2}, "sends 2 cards"),
        ({"do": "send", "plays": [{"card": "Red Four"}], "more": True}, "sends Red Four, and more"),
        ({"do": "draw", "count": 1}, "draws one card"),
        ({"do": "reveal", "cards": ("Red Four", "Blue Five")}, "reveals Red Four, Blue Five"),
        ({"do": "score", "taker": "A"}, "the Scene goes to A"),
        ({"do": "score"}, "nobody takes the Scene"),
        ({"do": "add_scene", "source": "hand", "card": "X"}, "lays X on the storyboard from the hand"),
        ({"do": "shuffle", "deck": "movie"}, "shuffles the Movie deck"),
    ],
)
def test_entries_in_words(entry: dict[str, object], words: str) -> None:
    assert drawer_of("looney_tunes").words(entry) == words


def test_a_deck_is_called_by_its_player() -> None:
    drawer, names = drawer_of("looney_tunes"), {"A": "Ann", "B": "Ben"}
    assert entry_words({"do": "shuffle", "deck": "A"}, drawer, names) == "shuffles the deck of Ann"
    assert entry_words({"do": "shuffle", "deck": "movie"}, drawer, names) == "shuffles the Movie deck"


def test_every_verb_of_the_game_has_words() -> None:
    from rules.kernel.entries import KERNEL_VERBS, TimeCalled

    verbs = {str(verb.__struct_config__.tag) for verb in load("looney_tunes").verbs} - {
        str(verb.__struct_config__.tag) for verb in (*KERNEL_VERBS, TimeCalled)
    }
    drawer = drawer_of("looney_tunes")
    assert [verb for verb in sorted(verbs) if not drawer.words({"by": "A", "do": verb})] == []
