"""Gin rummy of OpenSpiel: games played by lot, then read from their bytes and applied again, each action looked up
among the legal ones before. In: games, seconds to stop after. Out, as JSON: steps and processor seconds."""

import importlib
import json
import random
import sys
import time
from typing import Any

pyspiel: Any = importlib.import_module("pyspiel")


def recorded(game: Any, chance: random.Random) -> bytes:
    """The actions of one game, chance's own among them."""
    state, actions = game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            action = chance.choices(outcomes, odds)[0]
        else:
            action = chance.choice(state.legal_actions())
        actions.append(action)
        state.apply_action(action)
    return json.dumps(actions).encode()


def replayed(game: Any, data: bytes) -> int:
    """Applies a game's actions once more; how many they are."""
    state, actions = game.new_initial_state(), json.loads(data)
    for action in actions:
        if action not in state.legal_actions():
            raise ValueError(f"{action} is not legal")
        state.apply_action(action)
    assert state.is_terminal()
    return len(actions)


def main(games: int, stop: float) -> None:
    """Records, replays, prints."""
    game, chance = pyspiel.load_game("gin_rummy"), random.Random("bench")
    files = [recorded(game, chance) for _ in range(games)]
    steps, begun = 0, time.process_time()
    for data in files:
        steps += replayed(game, data)
        if time.process_time() - begun > stop:
            break
    print(json.dumps({"steps": steps, "seconds": time.process_time() - begun}))


main(int(sys.argv[1]), float(sys.argv[2]))
