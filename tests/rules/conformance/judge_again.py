"""Judges logs named on the command line and prints what came out: run in a process of its own by the suite."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rules import registry
from rules.kernel.log import game_of, read_log
from rules.kernel.report import judge_log


def main() -> None:
    for path in sys.argv[1:]:
        data = Path(path).read_bytes()
        game = registry.load(game_of(data))
        found = judge_log(game, read_log(data, game.all_verbs))
        print(json.dumps([found["digest"], found["status"], found["outcome"]]))


if __name__ == "__main__":
    main()
