"""No-limit hold'em of PokerKit: hands played by lot and kept as PokerKit's own hand histories, then read from their
bytes and carried out again by its own checks. In: hands, seconds to stop after. Out, as JSON: steps, seconds."""

import importlib
import json
import random
import sys
import time
from typing import Any

pokerkit: Any = importlib.import_module("pokerkit")
SEATS, CHIPS = 4, 200


def recorded(game: Any, chance: random.Random) -> bytes:
    """One hand by lot, as a history."""
    state = game((CHIPS,) * SEATS, SEATS)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole()
        elif state.can_deal_board():
            state.deal_board()
        else:
            drawn = chance.random()
            if drawn < 0.12 and state.can_fold():
                state.fold()
            elif drawn < 0.3 and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
            else:
                state.check_or_call()
    history = pokerkit.HandHistory.from_game_state(game, state)
    return history.dumps().encode()


def main(hands: int, stop: float) -> None:
    """Records, replays, prints."""
    chance = random.Random("bench")
    random.seed("bench")  # PokerKit deals by the common source
    automatic = pokerkit.Automation
    game = pokerkit.NoLimitTexasHoldem(
        (
            automatic.ANTE_POSTING,
            automatic.BET_COLLECTION,
            automatic.BLIND_OR_STRADDLE_POSTING,
            automatic.CARD_BURNING,
            automatic.HOLE_CARDS_SHOWING_OR_MUCKING,
            automatic.HAND_KILLING,
            automatic.CHIPS_PUSHING,
            automatic.CHIPS_PULLING,
        ),
        True,
        0,
        (1, 2),
        2,
    )
    files = [recorded(game, chance) for _ in range(hands)]
    steps, begun = 0, time.process_time()
    for data in files:
        history = pokerkit.HandHistory.loads(data.decode())
        for _state in history:
            pass
        steps += len(history.actions)
        if time.process_time() - begun > stop:
            break
    print(json.dumps({"steps": steps, "seconds": time.process_time() - begun}))


main(int(sys.argv[1]), float(sys.argv[2]))
