"""Files named on a command line: read whole, or a refusal that ends the command with 64."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rules.kernel.errors import LogError
from rules.kernel.game import Game
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
