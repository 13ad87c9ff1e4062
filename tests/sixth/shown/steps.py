"""The end of time in Lanterns: the round in progress."""

from __future__ import annotations

from referee.games.time_steps import Names, Step, Steps, finishing, name_of
from rules.kernel.replay import Replay
from tests.sixth.lanterns.texts import say
from tournaments.pages.translation import game_words


def time_steps(run: Replay, names: Names) -> Steps:
    """The round is finished, then the rounds won count."""
    points = tuple(f"{name_of(names, seat)}: {run.position.players[seat].score}" for seat in run.seats)
    finish = finishing(run, names, game_words(say("finish_round")))
    count = Step("count", game_words(say("most_rounds_win")), run.game.is_over(run.position), (), points)
    return game_words(say("last_lanterns")), (finish, count)
