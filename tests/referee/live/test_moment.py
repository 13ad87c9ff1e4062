"""The verbs of the moment in a competitive event: enough for nearly every tap, and few."""

import msgspec
import pytest

from referee.live.live_replay import LiveReplay
from referee.live.moment import verbs_of_the_moment
from rules.kernel.entries import PUBLIC
from rules.kernel.log import Log, read_log
from rules.registry import load
from tests.browser.first_blood_game import game_log
from tests.referee.live.playing import GAMES, played


def live_replay(log: Log, until: int) -> LiveReplay:
    """The replays of a log as far as it goes."""
    run = LiveReplay(load(log.header.game), log.header, b"", "")
    run.take(log.entries[:until], "")
    return run


def verbs_of(run: LiveReplay, by: str) -> frozenset[str]:
    """What a phone of that seat offers first."""
    return verbs_of_the_moment(run.view(PUBLIC), by)


def test_in_the_attack_phase_one_attacks_plays_or_goes_on() -> None:
    """Handbook, The Attack Phase: attacks and Special cards are played, Defenses are not, nothing is drawn."""
    verbs = set(verbs_of(live_replay(game_log(), 6), "A"))
    assert {"attack", "play"} <= verbs
    assert not {"defend", "draw", "remove"} & verbs
    assert "next_phase" in verbs_of(live_replay(game_log(), 7), "A")


def test_who_is_not_to_act_is_offered_no_card() -> None:
    assert not {"attack", "play"} & set(verbs_of(live_replay(game_log(), 6), "B"))


def test_first_blood_offers_what_the_premium_lets_leave() -> None:
    assert "remove" in verbs_of(live_replay(game_log(), 12), "A")


def test_after_the_phase_nobody_attacks() -> None:
    assert "attack" not in verbs_of(live_replay(game_log(), 9), "A")


@pytest.mark.parametrize("game", GAMES)
def test_nearly_every_tap_is_among_them(game: str) -> None:
    log = played(game, "live")
    hits, sizes = [], []
    run = live_replay(log, 0)
    for entry in log.entries[:80]:
        if len(entry.by) == 1:
            verbs = verbs_of(run, entry.by)
            hits.append(entry.do in verbs)
            sizes.append(len(verbs))
        run.take([entry], "")
    assert sum(hits) >= 0.9 * len(hits)
    assert sum(sizes) <= 6 * len(sizes)


@pytest.mark.parametrize(
    "attack",
    [
        "Upper Left Attack",
        "Lower Right Attack",
        "Middle Left Attack",
        "Lower Center Attack",
        "Thrust",
        "Slash",
    ],
)
def test_who_is_attacked_is_offered_to_defend(attack: str) -> None:
    """Handbook, The Defense Phase: whichever area is attacked, there is a Defense that stops it."""
    sides = {
        "A": {
            "turns": 2,
            "hand": [{"unknown": True, "count": 5}],
            "attacks": [{"owner": "A", "card": attack}],
        },
        "B": {"turns": 2, "hand": [{"unknown": True, "count": 7}]},
    }
    position = {"turn": "B", "phase": "defense", "number": 5, "players": sides}
    header = {"log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}]}
    data = msgspec.json.encode({**header, "position": position})
    log = read_log(data, load("highlander").all_verbs)
    assert "defend" in verbs_of(live_replay(log, 0), "B")
    assert "defend" not in verbs_of(live_replay(log, 0), "A")
