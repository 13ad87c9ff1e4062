"""What the logger's page says beside the board."""

import pytest
from django.test import Client

from referee.logger.forms import hand_of, verb_forms
from referee.templatetags.records import turn_time
from rules.registry import load
from tests.referee.live.playing import match_of_game, opened, tap
from tests.tournaments.factories import player

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0"), (31, "31"), (99, "99"), (100, "1:40"), (599, "9:59"), (36780, "10:00+")]
)
def test_a_turn_is_counted_as_long_as_somebody_counts(seconds: int, shown: str) -> None:
    assert turn_time(seconds) == shown


def test_the_last_entry_stands_above_the_decision() -> None:
    match = match_of_game("looney_tunes", logs="assisted")
    table = opened(match)
    tap(table, "A", {"by": "table", "do": "shuffle", "deck": "movie"})
    client = Client()
    client.force_login(player(match, "B").user)  # type: ignore[arg-type]
    dock = client.get(f"/live/{table.pk}/").content.decode().split('id="live-dock"')[1]
    assert dock.index("last-line") < dock.index("turn-line")
    assert "shuffle" in dock.split("turn-line")[0]


def test_a_hand_is_named_in_words_and_taken_as_a_line() -> None:
    hand = [
        "Sally",
        "Sally",
        {"title": "Watcher", "variant": "Treatment", "edition": ""},
        {"unknown": True, "count": 3},
    ]
    state = {"position": {"players": {"A": {"hand": hand}}}}
    shown = hand_of(state, "A")
    assert [words for _line, words in shown] == ["Sally", "Watcher · Treatment"]
    assert shown[0][0] == "Sally"
    assert hand_of(state, "public") == []


def test_the_card_is_asked_for_first() -> None:
    forms = {form.do: form for form in verb_forms(load("highlander"), ("A",), ("A", "B"))}
    for verb in ("play", "attack", "defend", "discard"):
        assert forms[verb].inputs[0].name == f"a.{verb}.card"
