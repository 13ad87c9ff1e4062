"""What holds at a position does not depend on what was asked before: of another position, turn or game."""

from __future__ import annotations

import random
from itertools import zip_longest
from typing import Any

import pytest
from msgspec.structs import replace

from rules.highlander.card import PLAYER, HighlanderCard
from rules.highlander.game import HighlanderGame
from rules.highlander.language.continuous import Nullify
from rules.highlander.language.effects import Counter
from rules.highlander.language.filters import Called, every
from rules.highlander.position import Choice, InPlay
from rules.highlander.reading.countering import counterable
from rules.highlander.reading.index import index
from rules.highlander.reading.looking_back import KEPT, played_in_turn, played_this_turn
from rules.highlander.reading.modifiers import on_anyone
from rules.highlander.reading.own_texts import may_hold
from rules.highlander.reading.targets import is_possible, possible
from rules.highlander.reading.weapons import icons
from rules.kernel.judgment import Judgment
from rules.kernel.replay import Replay
from rules.kernel.selfplay import play_game

GAME = HighlanderGame()
EVERY = range(len(GAME.catalogue.cards))
#: cards by which others have effect or have none
SILENCING = [
    number
    for number, card in enumerate(GAME.catalogue.cards)
    if isinstance(card, HighlanderCard)
    and ("mutual" in card.marks or any(isinstance(one, Nullify) for one in card.while_in_play))
]

#: cards that are aimed at a player
AIMED = [
    number
    for number, card in enumerate(GAME.catalogue.cards)
    if isinstance(card, HighlanderCard) and any(one.who == PLAYER for one in card.while_in_play)
]
#: how a card may come into play: mostly as any other
NEW: tuple[dict[str, Any], ...] = ({}, {}, {"condition": "disarmed"}, {"target": "A"}, {"target": "B"})


def as_if_asked_first(j: Judgment) -> str:
    """The index of a position where nothing is remembered."""
    memory, latest = j.catalogue.memory, j.catalogue.latest
    j.catalogue.memory, j.catalogue.latest = {}, None
    try:
        return held(j)
    finally:
        j.catalogue.memory, j.catalogue.latest = memory, latest


def held(j: Judgment) -> str:
    """What holds at a position: of each player, and which cards in play have effect."""
    now = index(j)
    live = {
        seat: [now.live(seat, n) for n in range(len(s.in_play))] for seat, s in j.position.players.items()
    }
    return f"{now.on} {live}"


def changed(j: Judgment, draws: random.Random) -> list[Judgment]:
    """Positions that differ from this one in a card in play of one side, the other side as it was: nullified in its
    turn, and the next turn of the same cards; lost; disarmed; another one beside it, first unknown and then told. Of
    what comes beside, one in three decides whether other cards have effect. Nothing where no card lies in play."""
    p = j.position
    sides = [(seat, side) for seat, side in p.players.items() if side.in_play]
    if not sides:
        return []
    seat, side = draws.choice(sides)
    held = list(side.in_play)
    place = draws.randrange(len(held))

    def lies(*cards: InPlay, number: int = p.number) -> Judgment:
        players = {**p.players, seat: replace(side, in_play=cards)}
        return Judgment.of(j, replace(p, players=players, number=number))

    before, card, after = held[:place], held[place], held[place + 1 :]
    still = replace(card, nullified=(p.number,))
    nullified = lies(*before, still, *after)
    # the very same cards in the next turn
    later = Judgment.of(j, replace(nullified.position, number=p.number + 1))
    known, (new,) = j.known.new(seat, 1)
    beside = lies(*held, InPlay(owner=seat, card=new))
    beside.known = known
    told = Judgment.of(beside, beside.position)
    told.known, _ = known.bind(new, (draws.choice(SILENCING if draws.random() < 1 / 3 else EVERY),))
    asked = [
        nullified,
        later,
        lies(*before, *after),
        lies(*before, replace(card, condition="disarmed"), *after),
    ]
    return [*draws.sample(asked, 2), beside, told, beside] if draws.random() < 0.5 else asked


def in_turns(*games: Replay) -> list[Judgment]:
    """Every position of the games, one of each in turn, and now and then one of before once more, or some in which one
    card in play is another."""
    draws, asked = random.Random(7), []
    for there in zip_longest(*(range(len(run.positions)) for run in games)):
        for run, n in zip(games, there, strict=True):
            if n is not None:
                asked.append(run.judged_at(n))
                asked += [run.judged_at(draws.randint(0, n))] * draws.randint(0, 1)
                asked += changed(asked[-1], draws) * draws.randint(0, 1)
    return asked


@pytest.mark.parametrize("seed", range(4))
def test_the_index_is_the_same_whatever_was_asked_before(seed: int) -> None:
    games = [play_game(GAME, f"remembered:{seed}:{n}", 2, 150) for n in range(2)]
    assert games[0].catalogue is games[1].catalogue
    seen = set()
    for j in in_turns(*games):
        wanted = as_if_asked_first(j)
        assert held(j) == wanted
        seen.add(wanted)
    assert len(seen) > 10
    assert any("False" in one for one in seen)  # some card had no effect


@pytest.mark.parametrize("seed", range(2))
def test_what_may_hold_is_no_less_than_what_holds(seed: int) -> None:
    kinds = {
        type(one)
        for card in GAME.catalogue.cards
        if isinstance(card, HighlanderCard)
        for one in card.while_in_play
    }
    said = dict.fromkeys((True, False), 0)
    for j in in_turns(play_game(GAME, f"held:{seed}", 2, 150)):
        for kind in kinds:
            may = may_hold(j, j.position, (kind,))
            said[may] += 1
            assert may or not on_anyone(j, kind), kind
    assert min(said.values()) > 100


@pytest.mark.parametrize("seed", range(2))
def test_what_was_played_in_the_turn_is_told_by_type_as_by_the_cards(seed: int) -> None:
    said = dict.fromkeys((True, False), 0)
    for j in in_turns(play_game(GAME, f"played:{seed}", 2, 150)):
        for kind in sorted(KEPT):
            played = any(card.type == kind for card in played_this_turn(j))
            assert played_in_turn(j, j.position, kind) == played
            said[played] += 1
    assert min(said.values()) > 10


@pytest.mark.parametrize("seed", range(2))
def test_a_target_is_possible_where_there_is_one(seed: int) -> None:
    words = ("attack", "player", every("situation"), every("persona"), every("hand_icon"), every("edge"))
    said = dict.fromkeys((True, False), 0)
    for j in in_turns(play_game(GAME, f"targets:{seed}", 2, 150)):
        for what in words:
            for whose in ("", "you", "opponent"):
                choice = Choice(seat="A", what=what, whose=whose)
                assert is_possible(j, choice) == bool(possible(j, choice))
                said[is_possible(j, choice)] += 1
    assert min(said.values()) > 100


def test_a_card_that_a_log_declares_is_told_from_those_remembered_before() -> None:
    start = play_game(GAME, "remembered:declared", 2, 0).judged_at(5)
    attack = HighlanderCard(title="Of This Log Too", type="attack", groups=("Nobody Else",))
    seat, opponent = start.seats
    before = icons(start, opponent)
    assert not counterable(start, seat, attack)
    answer = Counter(what=Called("Nobody Else"))
    told = HighlanderCard(title="Of This Log", type="object", hand_icons=1, discard_to_use=(answer,))
    j = Judgment.of(start, start.position)
    j.catalogue = start.catalogue.with_cards([told])
    (number,) = j.catalogue.find("Of This Log")
    lies = beside(j, opponent, number)
    lies.position = replace(lies.position, number=lies.position.number + 1)  # it may be used in a later turn
    for _ in range(2):
        assert counterable(lies, seat, attack)
        assert icons(lies, opponent) == before + 1
        lies.catalogue.memory.clear()
    assert not counterable(start, seat, attack)


def beside(j: Judgment, seat: str, number: int) -> Judgment:
    """The position with this card in play beside those that lie there, known as what it is."""
    p, (known, (new,)) = j.position, j.known.new(seat, 1)
    side = p.players[seat]
    cards = (*side.in_play, InPlay(owner=seat, card=new))
    again = Judgment.of(j, replace(p, players={**p.players, seat: replace(side, in_play=cards)}))
    again.known, _ = known.bind(new, (number,))
    return again


def silenced_by(number: int) -> list[int]:
    """Cards that have no effect beside this one, wherever they lie: those that it nullifies, or its own Title."""
    card = GAME.catalogue.cards[number]
    assert isinstance(card, HighlanderCard)
    what = [one.what for one in card.while_in_play if isinstance(one, Nullify)]
    others = [(n, one) for n, one in enumerate(GAME.catalogue.cards) if isinstance(one, HighlanderCard)]
    return [n for n, one in others if one.title == card.title or any(map(one.is_a, what))]


@pytest.mark.parametrize("number", SILENCING)
def test_a_card_that_keeps_others_from_having_effect_is_asked_each_time(number: int) -> None:
    start = play_game(GAME, "remembered:beside", 2, 0).judged_at(5)
    draws = random.Random(number)
    silenced = silenced_by(number)
    for _ in range(10):
        seats = draws.choices(start.seats, k=3)
        silencing = beside(start, seats[0], number)
        first, second = draws.choices(silenced, k=2)
        both = beside(silencing, seats[1], first)
        for j in (
            start,
            silencing,
            both,
            beside(both, seats[2], second),
            both,
            beside(start, seats[1], first),
            start,
        ):
            wanted = as_if_asked_first(j)
            assert held(j) == wanted


@pytest.mark.parametrize("number", [*SILENCING, *AIMED])
def test_cards_that_come_one_by_one_are_asked_as_if_they_lay_there(number: int) -> None:
    start = play_game(GAME, "remembered:come", 2, 0).judged_at(5)
    turn = start.position.number
    draws = random.Random(number)
    extras = (*NEW, {"nullified": (turn,)}, {"nullified": (turn - 1,)})
    for _ in range(40):
        others = silenced_by(number) if number in SILENCING else EVERY
        faces = [number, *draws.choices(others, k=3)]
        known, new = start.known.new("A", len(faces))
        p, open_cards, asked_with = start.position, [], known
        for card, face in draws.sample(list(zip(new, faces, strict=True)), len(faces)):
            seat = draws.choice(start.seats)
            how = {"target": seat} if face in AIMED and draws.random() < 0.5 else draws.choice(extras)
            side = p.players[seat]
            lies = replace(side, in_play=(*side.in_play, InPlay(owner=seat, card=card, **how)))
            # known while it was in the hand; or as it comes, and others that lie there with it; or by nobody yet
            open_cards.append((card, face))
            told = draws.random()
            for one, what in open_cards if told < 0.8 else ():
                known, _ = known.bind(one, (what,))
                open_cards = []
            before = Judgment.of(start, p)
            before.known = known if told < 0.5 else asked_with
            assert held(before) == as_if_asked_first(before)
            p = replace(p, players={**p.players, seat: lies})
            for at in (p, replace(p, number=turn + 1), p) if draws.random() < 0.3 else (p,):
                j = Judgment.of(start, at)
                j.known = known
                assert held(j) == as_if_asked_first(j)
            asked_with = known
