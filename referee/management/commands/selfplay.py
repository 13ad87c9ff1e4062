"""`manage.py selfplay GAME …`: complete legal games by random legal choice, one file a game."""

import re
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from referee.files import engine, whole_number
from rules.kernel.game import Game
from rules.kernel.selfplay import log_bytes, selfplay
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand

SEED = re.compile(r"[A-Za-z0-9_.+-]{1,64}")
MAX_GAMES = 1_000_000


class Command(BaseCommand):
    help = "Writes complete legal games, played by random legal choice, as GAME-SEED-NNNN.jsonl."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME")
        parser.add_argument("--games", type=whole_number, default=1, metavar="N", help="how many (default 1)")
        parser.add_argument("--seed", default="1", metavar="S", help="the same seed gives the same games")
        parser.add_argument("--players", type=whole_number, metavar="P", help="seats (default: the fewest)")
        parser.add_argument("--call-time", type=whole_number, metavar="K", help="call time after K entries")
        parser.add_argument("--hide", action="store_true", help="hidden cards unnamed until they are shown")
        parser.add_argument("--out", default=".", metavar="DIR", help="where the files go (default: here)")

    def run(self, **options: Any) -> None:
        game = engine(options["game"])
        games, seed, players, call_time = _checked(game, options)
        folder = _folder(options["out"])
        for name, log in selfplay(game, games, seed, players, call_time, options["hide"]):
            path = folder / name
            try:
                path.write_bytes(log_bytes(log))
            except OSError as error:
                raise BadInput(f"--out: {path} cannot be written ({error.strerror})") from None
            self.stderr.write(f"{path}: {len(log.entries)} entries", self.style.NOTICE)


def _checked(game: Game, options: dict[str, Any]) -> tuple[int, str, int | None, int | None]:
    low, high = game.seats
    players, call_time = options["players"], options["call_time"]
    if not 1 <= options["games"] <= MAX_GAMES:
        raise BadInput(f"--games: from 1 to {MAX_GAMES}")
    if not SEED.fullmatch(options["seed"]):
        raise BadInput("--seed: up to 64 letters, digits, points, plus and minus signs and underscores")
    if players is not None and not low <= players <= high:
        raise BadInput(f"--players: {game.title} is played by {low} to {high}")
    if call_time is not None and call_time < 0:
        raise BadInput("--call-time: a number of entries, 0 or more")
    return options["games"], options["seed"], players, call_time


def _folder(name: str) -> Path:
    """The folder to write into, made when it is not there. Raises ``BadInput``."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"--out: {name} cannot be used as a folder ({reason})") from None
    return folder
