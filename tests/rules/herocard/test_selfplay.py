"""HeroCard: self-play of both games with two, three and four players ends, and hidden logs agree with open ones."""

from __future__ import annotations

import pytest

from rules.herocard.duel.game import HeroCardDuel
from rules.herocard.nightmare.game import HeroCardNightmare
from rules.kernel.chance import Source
from rules.kernel.entries import Entry
from rules.kernel.game import Game
from rules.kernel.judgment import Judgment
from rules.kernel.log import Log, read_log
from rules.kernel.replay import Replay, replay
from rules.kernel.seats import hidden_log
from rules.kernel.selfplay import log_bytes, play_game

GAMES: list[Game] = [HeroCardDuel(), HeroCardNightmare()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("call_time", [None, 5, 60])
def test_games_end_and_replay_the_same_open_and_hidden(
    game: Game, players: int, call_time: int | None
) -> None:
    run = play_game(game, "ends", players, call_time)
    log = Log(run.header, tuple(run.entries))
    again = replay(game, read_log(log_bytes(log), game.all_verbs))
    hidden = replay(game, read_log(log_bytes(hidden_log(game, log)), game.all_verbs))
    assert run.status() == "finished"
    assert again.findings == []
    assert again.printed() == run.printed()
    assert hidden.status() in ("finished", "undetermined")
    assert hidden.findings == []
    assert hidden.outcome() == run.outcome()


class Wishful(HeroCardDuel):
    """Prefers the last option now and then, else nothing."""

    def prefer(self, j: Judgment, options: list[Entry], source: Source) -> list[Entry]:
        return options[-1:] if source.below(3) == 0 else []


def test_self_play_chooses_among_what_the_game_prefers() -> None:
    one = play_game(Wishful(), "one", 2)
    plays = [entry for entry in one.entries if entry.do == "refresh"]
    assert plays, "refreshing is the last option of the Action phase"


def test_a_judgment_knows_the_registered_decks() -> None:
    game = HeroCardDuel()
    header = game.sample_header(2, Source("one"))
    run = Replay(game, header)
    assert run.judgment().decks == {player.seat: player.deck for player in header.players}
