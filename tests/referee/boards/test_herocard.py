"""The HeroCard tables: stacks, attacks, the dream, secrets, and what can be deduced."""

import json
from html import unescape
from math import isclose, sqrt

import pytest
from django.template.loader import render_to_string
from django.test import override_settings
from django.utils.translation import override

from referee.boards.scene import Scene
from referee.games.herocard.dream import RADIUS, middle
from referee.games.herocard.words import clue_words
from referee.games.presentation import drawer_of
from referee.judging.words import entry_words
from rules.herocard.nightmare.hexes import DIRECTIONS
from rules.herocard.nightmare.tracker import Clue
from rules.kernel.log import game_of, read_log
from rules.kernel.replay import Replay, replay
from rules.kernel.seats import log_for
from rules.registry import load
from tests.referee.boards.leaks import hidden_titles, own_verbs, selfplayed

DUEL, NIGHTMARE = "herocard_duel", "herocard_nightmare"
CARDS = [
    {
        "title": "Jab",
        "kind": "base_attack",
        "attribute": "body",
        "cost": 2,
        "action": "exclusive",
        "value": 3,
    },
    {"title": "Push", "kind": "attack_mod", "attribute": "body", "cost": 3, "action": "fast", "value": 4},
    {"title": "Wall", "kind": "base_block", "attribute": "mind", "cost": 1, "action": "fast", "value": 5},
]


def header(game: str, players: dict[str, object], **facts: object) -> bytes:
    whole = {
        "log": 1,
        "game": game,
        "rules": "1",
        "cards": CARDS,
        "players": [{"seat": seat} for seat in players],
        "position": {"turn": "A", "players": players} | facts,
    }
    return json.dumps(whole).encode() + b"\n"


def fighting() -> bytes:
    """A attacks B: 3 + 4 against 5. A uses 2 + 3 of 6 Body points; B has a card face down on 1 of 7 Mind points."""
    a = {
        "scores": {"body": 6, "mind": 7, "x": 8},
        "stacks": {"body": [{"card": "Jab", "as": "c1"}, {"card": "Push", "as": "c2"}]},
        "points": 2,
    }
    b = {
        "scores": {"body": 6, "mind": 7, "x": 8},
        "stacks": {"mind": [{"card": "Wall", "as": "c3"}]},
        "deployed": [{"card": "Push", "attribute": "mind", "above": 1}],
        "hand": ["Jab"],
    }
    active = {"card": "c1", "seat": "A", "kind": "base_attack", "side": "attack", "value": 3, "target": "B"}
    mod = {"card": "c2", "seat": "A", "kind": "attack_mod", "side": "attack", "value": 4}
    block = {"card": "c3", "seat": "B", "kind": "base_block", "side": "block", "value": 5}
    sequence = {"kind": "duel", "attacker": "A", "target": "B", "attack": 7, "block": 5}
    sequence |= {"cards": [active, mod, block], "sides": {"A": "attack", "B": "block"}, "targets": {"A": "B"}}
    return header(DUEL, {"A": a, "B": b}, phase="action", priority="A", sequence=sequence)


def run_for(seat: str | None, data: bytes) -> Replay:
    game = load(game_of(data))
    log = read_log(data, game.all_verbs)
    return replay(game, log if seat is None else log_for(game, log, seat))


def drawn(run: Replay, n: int = 0, seat: str | None = None) -> str:
    names = {letter: f"Player{letter}" for letter in run.seats}
    to_act = run.game.to_act(run.positions[n])
    scene = Scene(run.game, run.catalogue, run.printed(n), run.seats, names, seat, to_act)
    drawer = drawer_of(run.game.name)
    with override_settings(LANGUAGE_CODE="en"):
        return unescape(" ".join(render_to_string(drawer.template, drawer.board(scene)).split()))


def test_the_attack_against_the_block_with_each_share() -> None:
    text = drawn(run_for(None, fighting()))
    clash = text[text.index('class="clash') : text.index("</section>")]
    assert "PlayerA attacks PlayerB" in clash
    assert 'data-at="sequence.attack">7</b>' in clash and 'data-at="sequence.block">5</b>' in clash
    for value, title in ((3, "Jab"), (4, "Push"), (5, "Wall")):
        assert f'<b class="number">{value}</b><span><b>{title}</b>' in clash
    assert "Base Attack · PlayerA · against PlayerB" in clash
    assert "Priority: PlayerA" in text
    assert "2 Victory Points" in text and "3 Victory Points win" in text


def test_points_in_use_and_the_top_of_a_stack() -> None:
    text = drawn(run_for(None, fighting()))
    heaps = text[text.index('class="heaps"') :]
    assert "<b>5</b> <span" in heaps
    assert heaps.index("Push") < heaps.index("Jab")
    assert "<b>4</b> <span" in heaps[heaps.index("PlayerB") :]


def test_a_card_face_down_is_a_back_for_others() -> None:
    mine, theirs = (drawn(run_for(seat, fighting()), 0, seat) for seat in ("B", "A"))
    mine, theirs = (text[text.rindex('class="heaps"') :] for text in (mine, theirs))
    assert "Push" in mine and "Push" not in theirs
    assert "<b>1 + ?</b>" in theirs
    assert "Jab" in mine and "Jab" not in theirs


def dreaming(**facts: object) -> bytes:
    players = {
        "A": {"scene": "Lake", "killer": "Zombie"},
        "B": {"scene": "Farm", "killer": "Beast"},
        "C": {"scene": "Cabin", "killer": "Cultist"},
    }
    dream = [{"scene": "Lake", "q": 0, "r": 0, "exits": [0, 2, 4]}, {"scene": "Farm", "q": 1, "r": 0}]
    killers = {"Zombie": "Farm", "Beast": "Lake"}
    return header(NIGHTMARE, players, dream=dream, killers=killers, dreamer="Farm", **facts)


def test_the_dream_lies_as_its_cells_say() -> None:
    text = drawn(run_for(None, dreaming()))
    dream = text[text.index("<svg") : text.index("</svg>")]
    assert dream.count("<polygon") == 2
    assert dream.count('class="door"') == 6
    lake, farm = dream.index(">Lake<"), dream.index(">Farm<")
    assert lake < dream.index(">Beast<") < farm < dream.index(">Dreamer<") < dream.index(">Zombie<")
    assert 'class="active"' in dream[lake:farm]
    assert "Lake: Beast; Farm: Dreamer, Zombie" in dream


def test_neighbours_touch_in_the_direction_of_their_side() -> None:
    """East lies to the right, then clockwise; every neighbour is two apothems away."""
    at = [middle(q, r) for q, r in DIRECTIONS]
    assert all(isclose((x * x + y * y) ** 0.5, RADIUS * sqrt(3)) for x, y in at)
    assert at[0] == (RADIUS * sqrt(3), 0)
    signs = [(x > 0.1) - (x < -0.1) for x, _y in at], [(y > 0.1) - (y < -0.1) for _x, y in at]
    assert signs == ([1, 1, -1, -1, -1, 1], [0, 1, 1, 0, -1, -1])


@pytest.mark.parametrize(("seat", "own"), [("A", "Zombie"), ("B", "Beast"), ("public", "")])
def test_secret_cards_show_to_their_player_alone(seat: str, own: str) -> None:
    text = drawn(run_for(seat, dreaming()), 0, seat)
    for killer in ("Zombie", "Beast", "Cultist"):
        assert (f"<dt>Killer</dt><dd>{killer}</dd>" in text) is (killer == own)
    assert text.count("<dd>secret</dd>") == (6 if seat == "public" else 4)


@pytest.mark.parametrize(("game", "players"), [(g, n) for g in (DUEL, NIGHTMARE) for n in (2, 3, 4)])
def test_no_hidden_name_leaks_from_whole_games(game: str, players: int) -> None:
    loaded, log = selfplayed(game, players)
    whole = replay(loaded, log)
    last = len(log.entries)
    for seat in (None, "A", "B", "public"):
        run = whole if seat is None else replay(loaded, log_for(loaded, log, seat))
        for n in range(0, last + 1, max(1, last // 8)):
            text = drawn(run, n, seat)
            assert text.count('class="side hero') == players
            for title in hidden_titles(whole, run, n):
                assert f">{title}<" not in text, (seat, n, title)


@pytest.mark.parametrize("game", [DUEL, NIGHTMARE])
def test_every_verb_of_the_game_has_words(game: str) -> None:
    drawer = drawer_of(game)
    assert [verb for verb in own_verbs(game) if not drawer.words({"by": "A", "do": verb})] == []


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"do": "draw", "count": 3}, "draws 3 cards"),
        ({"do": "draw", "count": 0}, "draws nothing"),
        ({"do": "discard"}, "discards a card"),
        ({"do": "clear", "stack": "body"}, "clears the top of the Body stack"),
        ({"do": "play", "card": "Jab", "target": "B"}, "plays Jab against Ben"),
        ({"do": "play", "plays": [{"card": "Jab", "target": "B"}, {"card": "Push"}]},
         "plays a set: Jab against Ben, Push"),
        ({"do": "deploy", "attribute": "x"}, "puts a card face down on the X stack"),
        ({"do": "convert", "seat": "B", "card": "Wall"}, "converts Wall of Ben"),
        ({"do": "commit"}, "looks at the secret cards"),
        ({"do": "place_tile", "scene": "Lake", "q": 1, "r": -1, "turn": 2},
         "lays the Lake at (1, -1), turned by 2 sixths"),
        ({"do": "place_dreamer", "scene": "Lake"}, "puts the Dreamer into the Lake"),
        ({"do": "kill", "target": "B", "killer": "Beast"}, "announces an attack to kill Ben with the Beast"),
        ({"do": "announce", "claim": "not_scared"}, "says: I am not scared"),
        ({"do": "relief", "choice": "clear"}, "chooses to clear"),
    ],
)  # fmt: skip
def test_entries_in_words(entry: dict[str, object], words: str) -> None:
    assert entry_words(entry, drawer_of(NIGHTMARE), {"A": "Ann", "B": "Ben"}) == words


@pytest.mark.parametrize(
    ("language", "killers", "told"),
    [
        ("en", ("Beast", "Zombie"), "says: I am not scared, in the Farm with Beast, Zombie"),
        ("en", (), "says: I am not scared, in the Farm"),
        ("de", ("Beast",), "sagt: Ich bin nicht erschrocken, in: Farm, mit Beast"),
    ],
)
def test_a_clue_of_the_tracker_is_told_in_the_readers_language(
    language: str, killers: tuple[str, ...], told: str
) -> None:
    clue = Clue(6, "B said it was not scared in the Farm", "not_scared", "Farm", killers)
    with override(language):
        assert clue_words(clue) == told
