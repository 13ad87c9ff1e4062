"""The Highlander table: Grids with attack and Defense over each other, both sides, First Blood as a change."""

import json
from functools import partial
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.test import override_settings

from referee.boards.scene import Scene
from referee.games.highlander.board import transition
from referee.games.presentation import drawer_of
from referee.judging.words import entry_words
from rules.kernel.log import game_of, read_log
from rules.kernel.replay import Replay, replay
from rules.kernel.seats import log_for
from rules.registry import load
from tests.referee.boards.leaks import hidden_titles, own_verbs, selfplayed

NAMES = {"A": "PlayerA", "B": "PlayerB"}


def log(players: dict[str, object], *entries: dict[str, object], **facts: object) -> bytes:
    header = {
        "log": 1,
        "game": "highlander",
        "rules": "1999.3.10",
        "players": [{"seat": "A"}, {"seat": "B"}],
        "position": {"turn": "A", "phase": "defense", "number": 5, "players": players} | facts,
    }
    return "\n".join(json.dumps(line) for line in (header, *entries)).encode() + b"\n"


def run_for(seat: str | None, data: bytes) -> Replay:
    game = load(game_of(data))
    found = read_log(data, game.all_verbs)
    return replay(game, found if seat is None else log_for(game, found, seat))


def scene(run: Replay, n: int = 0, seat: str | None = None) -> Scene:
    to_act = run.game.to_act(run.positions[n])
    before = partial(run.printed, n - 1) if n else None
    return Scene(
        run.game,
        run.catalogue,
        run.printed(n),
        run.seats,
        NAMES,
        seat,
        to_act,
        None,
        before,
        run.judged_at(n),
    )


def drawn(run: Replay, n: int = 0, seat: str | None = None) -> str:
    drawer = drawer_of(run.game.name)
    with override_settings(LANGUAGE_CODE="en"):
        return unescape(
            " ".join(render_to_string(drawer.template, drawer.board(scene(run, n, seat))).split())
        )


def grid(text: str) -> str:
    """The nine squares of the first Grid in a text as letters, Upper Left first; “.” for an empty one."""
    part = text[text.index('class="grid-area') :]
    part = part[: part.index("</span>")]
    return "".join(square.rsplit(">", 1)[1] or "." for square in part.split("</i>")[:9])


ATTACKED = {"B": {"attacks": [{"owner": "B", "card": "Upper Left Attack"}]}}


def test_the_attack_stands_on_its_square() -> None:
    text = drawn(run_for(None, log(ATTACKED)))
    assert grid(text) == "A........"
    assert "<b>pending</b>" in text


def test_a_block_lies_over_the_attack() -> None:
    """The Upper Left Block covers the four squares of that corner (reading B19)."""
    block = {"owner": "A", "card": "Upper Left Block", "against": [1], "played": 5}
    text = drawn(run_for(None, log(ATTACKED | {"A": {"defenses": [block]}})))
    assert grid(text) == "×D.DD...."
    assert '<b data-at="players.A.defenses.0.card">Upper Left Block</b>' in text


def test_a_hidden_attack_shows_its_owner_alone() -> None:
    hidden = log({"B": {"attacks": [{"owner": "B", "face_down": "Upper Left Attack"}]}})
    assert grid(drawn(run_for("B", hidden), 0, "B")) == "A........"
    for seat in ("A", "public"):
        text = drawn(run_for(seat, hidden), 0, seat)
        assert grid(text) == "?????????" and "Upper Left" not in text


def test_a_guard_used_against_nothing_stands_apart() -> None:
    """The Upper Guard covers the upper two rows (reading B19)."""
    text = drawn(
        run_for(None, log({"A": {"defenses": [{"owner": "A", "card": "Upper Guard", "played": 3}]}}))
    )
    assert grid(text) == "DDDDDD..." and "Defenses in play" in text


def test_cards_of_one_title_are_told_apart_by_their_grid() -> None:
    """A hand of two Ripostes: the one attacks Upper Left, the other Lower Right."""
    hand = [{"title": "Riposte", "grid": "AOO/OOO/OOO"}, {"title": "Riposte", "grid": "OOO/OOO/OOA"}]
    text = drawn(run_for("A", log({"A": {"hand": hand}})), 0, "A")
    assert grid(text) == "A........"
    assert grid(text[text.rindex("with-grid") :]) == "........A"
    assert 'class="grid-area' not in drawn(run_for("B", log({"A": {"hand": hand}})), 0, "B")


def test_ability_what_is_coming_and_states() -> None:
    due = [{"amount": 3, "kind": "damage", "source": "Angry Mob"}, {"amount": 2, "kind": "gain"}]
    changes = [{"amount": -4, "source": "Poison Gas"}, {"amount": 2, "source": "Scorn"}]
    side = {
        "ability": 7, "due": due, "ability_changes": changes, "disarmed": True,
        "must": [{"do": "discard", "count": 2}],
    }  # fmt: skip
    text = drawn(run_for(None, log({"A": side})))
    assert '<b class="ability">7</b>' in text
    said = ["3 damage (Angry Mob)", "gains 2", "loses 4 (Poison Gas)", "gains 2 (Scorn)"]
    places = ["due.0", "due.1", "ability_changes.0", "ability_changes.1"]
    for at, words in zip(places, said, strict=True):
        assert f'<span class="due tag" data-at="players.A.{at}">{words}</span>' in text
    # 7 - 3 damage - 4 = 0, and two gains of 2 after that
    assert '<b class="ability">4</b>' in text
    assert "disarmed" in text and "must: discard 2" in text


def test_a_card_face_down_and_what_lies_under_another() -> None:
    down = {"owner": "A", "face_down": "Forethought", "kind": "situation", "played": 4}
    dojo = {"owner": "A", "card": "Dojo", "played": 2, "under": [{"owner": "A", "face_down": "Thrust"}]}
    data = log({"A": {"in_play": [down, dojo]}})
    mine, theirs = (drawn(run_for(seat, data), 0, seat) for seat in ("A", "B"))
    assert ">Forethought</b> <small>face down</small>" in mine and "1 under or on it: Thrust" in mine
    assert "Forethought" not in theirs and "Thrust" not in theirs
    assert ">face down</b>" in theirs and "<small>1 under or on it</small>" in theirs


def called() -> bytes:
    a = {
        "ability": 10,
        "in_play": [{"owner": "A", "card": "The Kurgan"}, {"owner": "A", "card": "Ancestral Blade"}],
    }
    b = {"ability": 9, "in_play": [{"owner": "B", "card": "Master's Advice"}]}
    return log(
        {"A": a, "B": b},
        {"by": "judge", "do": "first_blood"},
        turn="B",
        phase="time_called",
        time_called=True,
    )


def test_first_blood_is_shown_as_a_change() -> None:
    """Special cards leave play, Personas stay; Master's Advice gave 2 Ability, so B falls from 9 to 7."""
    run = run_for(None, called())
    before, after = transition(scene(run, 0)), transition(scene(run, 1))
    assert before is not None and after is not None and (before.done, after.done) == (False, True)
    for change in (before, after):
        assert [(who, face.title) for who, face in change.leaves] == [
            ("PlayerA", "Ancestral Blade"),
            ("PlayerB", "Master's Advice"),
        ]
    assert after.ability == (("PlayerB", 9, 7),)
    text = drawn(run, 1)
    assert "PlayerB: Ability 9, now 7" in text
    assert "PlayerA: the hand is to be shuffled into the Endurance" in text


def test_no_hidden_name_leaks_from_a_whole_game() -> None:
    loaded, found = selfplayed("highlander", 2)
    whole = replay(loaded, found)
    last = len(found.entries)
    for seat in (None, "A", "B", "public"):
        run = whole if seat is None else replay(loaded, log_for(loaded, found, seat))
        for n in range(0, last + 1, max(1, last // 12)):
            text = drawn(run, n, seat)
            assert text.count('class="side immortal"') == 2
            for title in hidden_titles(whole, run, n):
                assert f">{title}<" not in text, (seat, n, title)


def test_every_verb_of_the_game_has_words() -> None:
    drawer = drawer_of("highlander")
    assert [verb for verb in own_verbs("highlander") if not drawer.words({"by": "A", "do": verb})] == []


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"do": "roll", "seat": "B", "value": 4}, "records that PlayerB rolls 4"),
        ({"do": "draw", "count": 1}, "draws one card"),
        ({"do": "attack", "card": "Thrust"}, "attacks: Thrust"),
        ({"do": "attack", "hidden": True, "area": "upper_left"}, "makes a hidden attack (Upper Left)"),
        ({"do": "defend", "card": "Duck", "attack": 2, "source": "exertion"},
         "defends against attack 2: Duck (from the Exertion)"),
        ({"do": "exert", "purpose": "power_blow", "number": 1}, "makes an Exertion for a Power Blow"),
        ({"do": "accept", "accept": False}, "does not take the concession"),
        ({"do": "look_at"}, "looks at a card in the hand of the opponent"),
        ({"do": "hold", "place": 2}, "puts a card under card 2"),
        ({"do": "take", "card": "Thrust"}, "keeps Thrust from the Exertion"),
        ({"do": "shuffle", "seat": "A"}, "records that PlayerA's cards were shuffled"),
    ],
)  # fmt: skip
def test_entries_in_words(entry: dict[str, object], words: str) -> None:
    assert entry_words(entry, drawer_of("highlander"), NAMES) == words
