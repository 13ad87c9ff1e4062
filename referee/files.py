"""Files named on a command line: read whole, or a refusal that ends the command with 64."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from rules.kernel.card_problems import Unknown, in_words
from rules.kernel.cards import DeckList
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.log import Log, game_of, read_log
from rules.kernel.texts import say
from rules.registry import games, load
from tournaments.commands import BadInput

#: Larger than any log a table could write; a file beyond it is a mistake.
MAX_BYTES = 256 * 1024 * 1024


def read_file(name: str) -> bytes:
    """The bytes of a file. Raises ``BadInput`` for what cannot be read."""
    path = Path(name)
    try:
        if path.is_dir():
            raise BadInput(f"{name}: this is a folder")
        if not path.is_file():
            raise BadInput(f"{name}: there is no such file")
        if path.stat().st_size > MAX_BYTES:
            raise BadInput(f"{name}: larger than {MAX_BYTES // 1024 // 1024} MB")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise BadInput(f"{name}: cannot be read ({_reason(error)})") from None


def log_files(names: Sequence[str]) -> list[Path]:
    """Every file named, and every ``.jsonl`` below the folders named, each once, in this order. Raises ``BadInput``."""
    files: dict[Path, Path] = {}
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.rglob("*.jsonl"))
            if not inside:
                raise BadInput(f"{name}: there is no log or scenario (*.jsonl) in this folder")
        elif path.exists():
            inside = [path]
        else:
            raise BadInput(f"{name}: there is no such file")
        for file in inside:
            files.setdefault(file.resolve(), file)
    return list(files.values())


def read_deck(name: str) -> DeckList:
    """A deck list from a file. Raises ``BadInput``."""
    try:
        return msgspec.json.decode(read_file(name).removeprefix(b"\xef\xbb\xbf"), type=DeckList)
    except msgspec.ValidationError as error:
        why = in_words(str(error), DeckList, say("it"), Unknown("deck_list_field_unknown"))
        raise BadInput(f"{name}: not a deck list: {why}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{name}: not a deck list: {error}") from None


def read_game_log(name: str) -> tuple[Game, Log]:
    """A log from a file, and its game. Raises ``BadInput``."""
    data = read_file(name)
    try:
        game = load(game_of(data))
        return game, read_log(data, game.all_verbs)
    except LogError as error:
        raise BadInput(f"{name}: {error}") from None


def engine(name: str) -> Game:
    """The engine of a game named on the command line. Raises ``BadInput``."""
    try:
        return load(name)
    except LogError:
        raise BadInput(f"no game is called “{name[:40]}”; there are: {', '.join(games())}") from None


def whole_number(text: str) -> int:
    """A whole number, for argparse. Raises ``ValueError``, which becomes exit code 64."""
    if len(text) > 12:
        raise ValueError("too long for a whole number")
    return int(text)


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
