"""A sixth game, which exists in the tests alone, passes what the others pass: it has a package of rules, a package of
what people see, and a line in each of the two lists, by a setting. Nothing else knows of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import time_machine
from django.test import Client
from django.utils.translation import override
from rest_framework.test import APIClient

from referee.live.answers import confirm_outcome
from referee.live.queries import live_table
from rules.card_lists import games_with_lists
from rules.kernel.replay import Replay
from rules.kernel.selfplay import log_bytes
from rules.registry import games, load
from tests.hostile import test_other_hands
from tests.referee.live import test_entries, test_moment, test_secrets, test_seen_by
from tests.referee.live.playing import match_of_game, opened, phone, play, played, state, tap
from tests.referee.positions import test_editor
from tests.referee.running import run
from tests.rules import test_entering
from tests.rules.conformance import test_coverage, test_options, test_replays, test_views
from tests.rules.conformance import test_secrets as test_views_of_secrets
from tests.tournaments.factories import actor, at, open_event, player, running_round, started, tables
from tournaments.decks.changes import submit_deck
from tournaments.decks.reading import read_deck
from tournaments.events.api import EventChoicesSerializer
from tournaments.models.results import Provenance, Result

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
GAME = "lanterns"
ROOT = Path(__file__).parents[2]

#: what every game of this project must pass, by its name alone
FOR_EVERY_GAME: list[Callable[..., None]] = [
    test_replays.test_self_played_logs_are_legal_and_end,
    test_replays.test_hidden_logs_come_to_the_same_outcome,
    test_replays.test_self_play_is_the_same_from_the_same_seed,
    test_replays.test_a_printed_position_in_a_header_gives_the_same_digest,
    test_replays.test_play_goes_on_from_a_printed_position,
    test_replays.test_a_fork_at_any_entry_is_the_log_judged_so_far,
    test_options.test_every_legal_action_is_offered,
    test_options.test_every_option_is_legal,
    test_options.test_somebody_can_always_act_until_the_game_is_over,
    test_views.test_twenty_games_are_illegal_to_nobody_who_watches,
    test_views_of_secrets.test_logs_that_differ_in_another_seats_secrets_give_the_same_bytes,
    test_views_of_secrets.test_a_seats_log_has_no_salts_and_no_hashes,
    test_views_of_secrets.test_hidden_cards_are_not_named_before_they_are_shown,
    test_coverage.test_every_verb_and_every_effect_is_used,
    test_entering.test_every_verb_says_how_it_is_entered,
    test_seen_by.test_every_verb_with_cards_says_whether_others_see_them,
    test_seen_by.test_a_new_verb_is_closed_until_it_says_otherwise,
    test_seen_by.test_whole_games_go_out_as_self_play_marked_them,
    test_moment.test_nearly_every_tap_is_among_them,
    test_entries.test_a_game_logged_live_is_judged_as_its_log_is,
    test_secrets.test_the_server_marks_as_secret_what_the_game_does,
    test_editor.test_nonsense_is_answered_in_words_and_kept,
]


@pytest.mark.parametrize("check", FOR_EVERY_GAME, ids=lambda check: check.__name__)
def test_what_every_game_passes(check: Callable[..., None], request: pytest.FixtureRequest) -> None:
    wanted = inspect.signature(check).parameters
    check(*(GAME if name in ("name", "game") else request.getfixturevalue(name) for name in wanted))


@pytest.mark.parametrize("logs", ["competitive", "assisted"])
def test_what_reaches_a_phone_depends_on_nothing_its_seat_may_not_know(logs: str) -> None:
    test_secrets.test_what_reaches_a_phone_depends_on_nothing_its_seat_may_not_know(GAME, logs, 1, 1)


def test_no_door_tells_what_another_seat_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    with time_machine.travel(at(60), tick=False):
        test_other_hands.test_no_door_tells_what_another_seat_holds(GAME, 0, monkeypatch)


def test_it_is_one_of_the_games() -> None:
    assert games()[-1] == GAME and GAME in games_with_lists()
    page = Client().get("/positions/").content.decode()
    assert "/positions/lanterns/" in page
    assert EventChoicesSerializer().fields["game"].choices[GAME] == "Lanterns"


def test_a_game_is_played_on_two_phones_to_its_result() -> None:
    """A lays what B does not see; both confirm, and what the log came to is the result of the match."""
    match = match_of_game(GAME)
    log = played(GAME, "event")
    table = opened(match, header=log.header)
    play(table, log, until=4)
    laid = msgspec.to_builtins(log.entries[3])["card"]
    mover = str(log.entries[3].by)
    rival = "B" if mover == "A" else "A"
    assert laid in str(state(table, mover)["entries"]) and laid not in str(state(table, rival)["entries"][3:])
    play(table, log)
    fresh = live_table(table.pk)
    last = fresh.record.entries
    assert confirm_outcome(fresh, phone(table, "A"), last=last, now=at(90)).state == "playing"
    assert (
        confirm_outcome(live_table(table.pk), phone(table, "B"), last=last, now=at(91)).state == "confirmed"
    )
    result = Result.objects.get(match=match, replaced_at=None)
    outcome = load(GAME).outcome(_judgment(log))
    assert outcome is not None
    first = outcome.ranking[0]
    assert result.provenance == Provenance.CONFIRMED and result.source == f"record:{table.record_id}"
    assert result.outcome["winner"] == (first[0] if len(first) == 1 else None)
    for language, said in (("en", "lays a Lantern face down"), ("de", "legt verdeckt eine Laterne")):
        reader = Client(headers={"accept-language": language})
        owner = player(match, mover).user
        assert owner is not None
        reader.force_login(owner)
        page = reader.get(f"/records/{table.record_id}/?entry=4").content.decode()
        assert f"{said}: {laid}" in page


def _judgment(log: Any) -> Any:
    """The judgment after the last entry of a log."""
    made = Replay(load(GAME), log.header)
    for entry in log.entries:
        made.push(entry)
    return made.judgment()


@pytest.mark.parametrize(
    ("language", "procedure", "column", "verb", "step"),
    [
        ("en", "Finish the round in progress.", "How bright it burns", "lay", "Finish the round."),
        (
            "de",
            "Die laufende Runde wird beendet.",
            "Wie hell sie brennt",
            "Laterne legen",
            "Die Runde zu Ende spielen.",
        ),
    ],
)
def test_an_event_of_it_is_run_in_both_languages(
    language: str, procedure: str, column: str, verb: str, step: str
) -> None:
    event = open_event(2, game=GAME, deck_lists="optional", logs="competitive")
    organiser = Client(headers={"accept-language": language})
    user = actor("olga").user
    assert user is not None
    organiser.force_login(user)
    assert procedure in organiser.get(f"/events/{event.slug}/").content.decode()
    assert column in organiser.get(f"/events/{event.slug}/card-list/").content.decode()
    body = read_deck("11 Lantern of 1\n2 Moth", GAME)
    assert list(body["sections"]) == ["lights"]
    deck = submit_deck(event.entrants.get(code="P01"), body, by=actor("player1"), now=at(-80))
    assert deck.legal is False and {one["rule"] for one in deck.violations} == {"deck"}
    match = tables(running_round(started(event)))[0]
    table = opened(match)
    desk = Client(headers={"accept-language": language})
    seated = player(match, "A").user
    assert seated is not None
    desk.force_login(seated)
    assert verb in desk.get(f"/live/{table.pk}/").content.decode()
    tap(table, "A", {"by": "table", "do": "toss", "seat": "A"})
    tap(table, "jude", {"by": "table", "do": "time_called"})
    with override(language):
        shown = state(table, "A")["procedure"]
    assert shown["steps"][0]["words"] == step and shown["steps"][0]["now"]


def test_the_position_editor_lays_it_out_and_judges() -> None:
    position = {"phase": "lay", "turn": "A", "players": {"A": {"hand": ["Moth", "Lantern of 3"]}, "B": {}}}
    api = APIClient()
    body = {"position": position, "entries": [{"by": "A", "do": "lay", "card": "Lantern of 3"}]}
    found = api.post(f"/api/v1/positions/{GAME}/", body, format="json").json()
    assert [line["verdict"]["verdict"] for line in found["lines"]] == ["legal"]
    asked = {"position": position, "entry": {"by": "A", "do": "lay", "card": "Moth"}}
    answer = api.post(f"/api/v1/positions/{GAME}/ask/", asked, format="json").json()
    assert [one["rule"] for one in answer["verdict"]["violations"]] == ["lay"]
    page = Client(headers={"accept-language": "de"}).post(
        f"/positions/{GAME}/", {"p.phase": "lay", "p.turn": "A", "p.players.A.hand": "Moth\nLantern of 3",
                                "ask_do": "lay", "ask_by": "A", "a.lay.card": "Moth", "do": "ask"}
    ).content.decode()  # fmt: skip
    for said in (
        "Eine Motte ist keine Laterne",
        "legt verdeckt eine Laterne: Moth",
        "letzte Runde",
        "auslosen",
    ):
        assert said.lower() in page.lower(), said


def test_a_log_is_judged_and_a_list_read_by_command(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(log_bytes(played(GAME, "command")))
    assert run("replay", file)[0] == 0
    cards = tmp_path / "cards.csv"
    cards.write_text("title,light\nStorm Lantern,4\n")
    code, out, _ = run("read_cards", GAME, cards)
    assert code == 0 and "Storm Lantern" in out


def test_no_other_file_knows_of_it() -> None:
    """Beside the folder of this test none says its name."""
    for folder in ("config", "docs", "locale", "referee", "rules", "static", "templates", "tournaments"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".html", ".js", ".css", ".toml", ".po"):
                assert "lanterns" not in path.read_text(encoding="utf-8").lower(), path
