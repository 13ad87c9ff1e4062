"""What the logger's page says beside the board."""

import re

import msgspec
import pytest
from django.test import Client
from django.utils.translation import override

from referee.live.live_replay import forget
from referee.live.queries import forget_tables, live_table
from referee.live.undo import undo_entry
from referee.models.live import LiveTable
from referee.templatetags.records import turn_time
from referee.touching.forms import bare_forms, entry_of, hand_of, verb_forms
from rules.kernel.cards import CardRef
from rules.kernel.log import Log
from rules.registry import games, load
from tests.referee.live.playing import match_of_game, opened, phone, play, played, sent, tap
from tests.tournaments.factories import at, player

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture(autouse=True)
def cold() -> None:
    """No running replay is left of a table before."""
    forget()
    forget_tables()


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


def test_a_card_that_may_be_several_is_offered_as_each_of_them() -> None:
    """Nobody has said which Police it is: its player sees it. Labels, backs and "and more" are no cards to name."""
    police = [{"title": "Police", "variant": "Counter Damage"}, {"title": "Police", "variant": "Exertion"}]
    hand = [
        {"one_of": police},
        {"one_of": police, "as": "c1"},
        {"card": {"title": "Watcher", "variant": "Treatment"}, "as": "c2"},
        {"card": "Slash", "as": "c3"},
        {"unknown": True, "as": "c4"},
        {"more": True},
    ]
    shown = hand_of({"position": {"players": {"A": {"hand": hand}}}}, "A")
    assert [words for _line, words in shown] == [
        "Police · Counter Damage",
        "Police · Exertion",
        "Slash",
        "Watcher · Treatment",
    ]
    assert dict(shown).keys() == {
        "Police [variant: Counter Damage]",
        "Police [variant: Exertion]",
        "Slash",
        "Watcher [variant: Treatment]",
    }


@pytest.mark.parametrize("name", games())
def test_every_version_of_every_card_has_a_button_of_its_own(name: str) -> None:
    game = load(name)
    catalogue = game.catalogue
    refs = [catalogue.reference(number) for number in range(len(catalogue.cards))]
    shown = hand_of({"position": {"players": {"A": {"hand": [{"one_of": refs}]}}}}, "A")
    assert len({words for _line, words in shown}) == len({line for line, _words in shown}) == len(refs)
    verb = next(verb for verb in game.all_verbs if "card" in verb.__struct_fields__)
    do = str(verb.__struct_config__.tag)
    for line, words in shown:
        assert words.strip()
        said = entry_of(game, catalogue, {"by": "A", "do": do, f"a.{do}.card": line})
        assert len(catalogue.find(msgspec.convert(said["card"], CardRef))) == 1  # type: ignore[arg-type]


def test_the_card_is_asked_for_first() -> None:
    forms = {form.do: form for form in verb_forms(load("highlander"), ("A",), ("A", "B"))}
    for verb in ("play", "attack", "defend", "discard"):
        assert forms[verb].inputs[0].name == f"a.{verb}.card"


def test_on_a_phone_passed_around_every_line_names_whose_it_is() -> None:
    """Both commit at once in a competitive event; each line is sent for the one it names."""
    log = played("herocard_nightmare", "touched")
    table = opened(match_of_game("herocard_nightmare", logs="competitive"), "shared", header=log.header)
    until = next(n for n, entry in enumerate(log.entries) if entry.do == "commit")
    play_shared(table, log, until)
    names = {letter: player(table.record.match, letter).label for letter in "AB"}
    dock = dock_of(table, "A").split('id="ways"')[1].split('id="touched"')[0]
    for letter, name in names.items():
        assert f'data-way="commit" data-by="{letter}"' in " ".join(dock.split())
        assert re.search(rf"<b>\s*{name}\s*</b>\s*Commit", dock)


def play_shared(table: LiveTable, log: Log, until: int) -> None:
    """A log's first entries, all by the one phone."""
    for n, entry in enumerate(log.entries[:until]):
        tap(table, "A", sent(entry), after=n, key=f"s{n}")


def dock_of(table: LiveTable, letter: str) -> str:
    """What is within reach of the thumb on that player's phone."""
    client = Client()
    client.force_login(player(table.record.match, letter).user)  # type: ignore[arg-type]
    page = client.get(f"/live/{table.pk}/").content.decode()
    return page.split('id="live-dock"')[1].split('id="own-hand"')[0]


def test_who_is_asked_reads_what_is_to_be_taken_back_as_he_may_know_it() -> None:
    """The question stands where the thumb is, says the entry, and tells no card that was drawn."""
    log = played("looney_tunes", "short0", 8)
    drawn = next(n for n, entry in enumerate(log.entries, 1) if entry.do == "draw")
    entry = log.entries[drawn - 1]
    table = opened(match_of_game("looney_tunes", logs="assisted"), header=log.header)
    play(table, log, drawn)
    who = str(entry.by)
    other = "B" if who == "A" else "A"
    undo_entry(live_table(table.pk), phone(table, who), on=drawn, key="back", now=at(9))
    asked = dock_of(table, other)
    assert "Yes, take it back" in asked and "draws" in asked.split("Yes, take it back")[0]
    assert not [card for card in entry.cards if str(card) in asked]  # type: ignore[attr-defined]
    assert "Yes, take it back" not in dock_of(table, who)


def test_when_the_game_is_over_the_result_and_the_way_back_are_at_the_thumb() -> None:
    """What ended the game by mistake can be taken back, and a judge be called, before the result is confirmed."""
    log = played("looney_tunes", "short0", 8)
    table = opened(match_of_game("looney_tunes", logs="assisted"), header=log.header)
    play(table, log)
    mine = dock_of(table, "A")
    assert "Yes, that is the result" in mine and 'aria-label="Call a judge"' in mine
    assert " back</button>" in mine


def test_the_forms_of_one_tap_are_kept_for_each_language_and_seat() -> None:
    game = load("highlander")

    def words(acts_for: tuple[str, ...], language: str) -> dict[str, str]:
        with override(language):
            return {do: form.words for do, form in bare_forms(game, acts_for, ("A", "B"), language).items()}

    english, german = words(("A",), "en"), words(("A",), "de")
    assert english["concede"] != german["concede"]
    assert words(("A",), "en") == english
    with override("en"):
        alone = {form.do: form.words for form in verb_forms(game, ("A",), ("A", "B")) if form.bare}
        judge = {form.do for form in verb_forms(game, ("judge",), ("A", "B")) if form.bare}
    assert english == alone
    assert set(words(("judge",), "en")) == judge != set(english)
