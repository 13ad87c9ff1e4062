"""HeroCard where a deck list is closed: nobody else knows the size of the Action deck, and legal play stays legal."""

from __future__ import annotations

from typing import Any

import pytest

from rules.herocard.core.reading.verbs import Clear, Done, Draw, Pass, PlayCards, Refresh, Shuffle
from rules.herocard.duel.game import HeroCardDuel
from rules.herocard.nightmare.game import HeroCardNightmare
from rules.kernel.chance import Source
from rules.kernel.entries import TABLE, Entry
from rules.kernel.game import Game
from rules.kernel.judgment import Judgment
from rules.kernel.log import Header, Log, Player
from rules.kernel.replay import Replay, replay
from rules.kernel.seats import log_for
from rules.kernel.selfplay import play_game


class Drawing:
    """Prefers drawing and refreshing now and then, so that decks run out often."""

    def prefer(self, j: Judgment, options: list[Entry], source: Source) -> list[Entry]:
        wanted: list[Entry] = [entry for entry in options if isinstance(entry, Refresh | Draw)]
        return wanted if source.below(2) == 0 else []


class DrawingDuel(Drawing, HeroCardDuel):
    """Duels with much drawing."""


class DrawingNightmare(Drawing, HeroCardNightmare):
    """Nightmares with much drawing."""


GAMES: list[Game] = [HeroCardDuel(), HeroCardNightmare(), DrawingDuel(), DrawingNightmare()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("seed", "call_time"), [("one", None), ("two", 60)])
def test_a_legal_game_is_legal_in_every_view(
    game: Game, players: int, seed: str, call_time: int | None
) -> None:
    run = play_game(game, seed, players, call_time)
    log = Log(run.header, tuple(run.entries))
    for seat in ("public", *run.seats):
        view = replay(game, log_for(game, log, seat))
        assert view.status() in ("finished", "undetermined"), (seat, view.verdicts[(view.stopped or 1) - 1])
        assert view.outcome() == run.outcome(), seat


# -- by hand ----------------------------------------------------------------------------------------------------------


def table(**hero: Any) -> Replay:
    """A duel in A's Discard phase, A's deck unknown, two cards on its Discard stack, and one in play."""
    scores = {"body": 10, "mind": 10, "x": 10}
    side = {"scores": scores, "hand": [], "discard": [], "stacks": {"body": [], "mind": [], "x": []}}
    position = {
        "turn": hero.pop("turn", "A"),
        "phase": hero.pop("phase", "discard"),
        "players": {"A": {**side, "discard": ["Shotgun", "Dig In"], **hero}, "B": side},
    }
    header = Header(
        log=1, game="herocard_duel", rules="1", players=(Player("A"), Player("B")), position=position
    )
    return Replay(HeroCardDuel(), header)


IN_PLAY = {"stacks": {"body": ["Shotgun"], "mind": [], "x": []}}


def draw(count: int, by: str = "A") -> Draw:
    return Draw(by=by, count=count)


def judged(run: Replay, *entries: Entry) -> list[str]:
    return [run.push(entry).verdict for entry in entries]


def shuffled(seat: str = "A") -> Shuffle:
    return Shuffle(by=TABLE, seat=seat)


def test_fewer_cards_drawn_may_be_the_whole_deck() -> None:
    run = table(**IN_PLAY)
    assert judged(run, draw(1), shuffled(), draw(2)) == ["legal"] * 3
    assert run.position.phase == "clear"
    assert run.position.players["A"].deck == ()


def test_fewer_cards_drawn_may_be_all_that_was_wanted() -> None:
    for entry, phase in ((Clear(by="A", stack="body"), "action"), (Done(by="A"), "action")):
        run = table(**IN_PLAY)
        assert judged(run, draw(1), entry) == ["legal"] * 2
        assert run.position.phase == phase
    run = table()
    assert judged(run, draw(1), Pass(by="A")) == ["legal"] * 2
    assert run.position.priority == "B"


def test_a_second_draw_wants_a_shuffle_first() -> None:
    run = table()
    assert judged(run, draw(1), draw(1)) == ["legal", "illegal"]
    assert run.verdicts[-1].violations[0].rule == "draw.deck"


def test_the_deck_of_a_player_that_does_not_draw_is_not_shuffled() -> None:
    assert judged(table(), shuffled("B")) == ["illegal"]
    run = table()
    assert judged(run, draw(3), shuffled()) == ["legal", "legal"]  # the three were the last
    run = table()
    assert judged(run, draw(3), Pass(by="A"), shuffled()) == ["legal", "legal", "illegal"]
    assert run.verdicts[-1].violations[0].rule == "draw.phase"


def test_the_player_is_offered_both_readings() -> None:
    run = table(**IN_PLAY)
    judged(run, draw(1))
    assert run.game.to_act(run.position) == ("A",)
    offered = run.options_for("A")
    assert draw(0) in offered
    assert Done(by="A") in offered
    assert draw(1) not in offered


def test_fewer_cards_than_a_refresh_wants_are_undetermined_and_the_deck_is_empty() -> None:
    run = table(phase="action", hand=["Prayer", "Prayer", "Prayer"])
    assert judged(run, Refresh(by="A"), draw(1)) == ["legal", "undetermined"]
    assert run.game.to_act(run.position) == (TABLE,)
    assert judged(run, shuffled()) == ["legal"]
    # two cards lay there, three came from the hand
    assert len(run.position.players["A"].deck) == 5
    assert judged(run, draw(1)) == ["illegal"]
    run = table(phase="action", hand=["Prayer", "Prayer", "Prayer"])
    assert judged(run, Refresh(by="A"), draw(1), shuffled(), draw(2)) == [
        "legal", "undetermined", "legal", "legal",
    ]  # fmt: skip
    assert run.position.turn == "B"


def test_a_refresh_is_not_answered_with_no_card() -> None:
    run = table(phase="action", hand=["Prayer"])
    assert judged(run, Refresh(by="A"), draw(0)) == ["legal", "illegal"]
    run = table(phase="action", hand=["Prayer"], deck=[])
    assert judged(run, Refresh(by="A"), draw(0)) == ["legal", "illegal"]
    assert run.verdicts[-1].violations[0].rule == "draw.deck"


def prayer(**hero: Any) -> tuple[Replay, PlayCards]:
    """A plays Prayer (draw up to three) in its Action phase."""
    run = table(phase="action", hand=["Prayer"], **hero)
    return run, PlayCards(by="A", card="Prayer")


def test_a_card_that_draws_waits_for_what_follows() -> None:
    run, play = prayer()
    assert judged(run, play, draw(1)) == ["legal"] * 2
    assert set(run.game.to_act(run.position)) == {"A", "B"}
    assert Pass(by="B") in run.options_for("B")
    assert judged(run, Pass(by="B")) == ["legal"]
    assert run.position.steps == ()
    run, play = prayer()
    assert judged(run, play, draw(1), shuffled(), draw(2)) == ["legal"] * 4
    assert run.position.steps == ()
    run, play = prayer()
    assert judged(run, play, draw(1), draw(0), Pass(by="B")) == ["legal"] * 4


def test_a_card_that_draws_from_nothing_is_passed_by() -> None:
    run, play = prayer(discard=[])
    assert judged(run, play, Pass(by="B")) == ["legal", "undetermined"]
    assert run.position.players["A"].deck == ()
    run, play = prayer()
    assert judged(run, play, Pass(by="B")) == ["legal", "illegal"]


def test_a_deck_of_known_size_is_judged_as_before() -> None:
    run = table(deck=["Prayer", "Prayer"])
    assert judged(run, draw(1)) == ["legal"]
    assert run.position.phase == "action"
