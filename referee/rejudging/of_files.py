"""One log in a file judged anew."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from referee.files import read_file
from rules.kernel.editions import edition_named
from rules.kernel.errors import LogError
from rules.kernel.json_types import Json
from rules.kernel.log import Log, game_of, read_log
from rules.kernel.rejudging import Rejudged, rejudge
from rules.registry import load
from tournaments.commands import BadInput


class Wanted(NamedTuple):
    """A file and the edition to judge by, or a day on which it was in force; None: the one its log names."""

    path: str
    edition: str | None
    #: the log's lines where it is none of a file, and the outcome that is kept of it
    data: bytes | None = None
    outcome: Json = None
    #: the event it is stored in, by the word in its address, and the number of its record
    event: str = ""
    record: int = 0


class Told(msgspec.Struct, frozen=True):
    """What came of a file: the log judged anew, or why not. ``ours``: the fault is the program's, not the file's."""

    log: str
    rejudged: Rejudged = Rejudged()
    problem: str = ""
    ours: bool = False


def rejudge_file(wanted: Wanted) -> Told:
    """A file's log judged anew. Raises nothing: one bad file is no reason to leave the others."""
    try:
        data = read_file(wanted.path) if wanted.data is None else wanted.data
        game = load(game_of(data))
        edition = None if wanted.edition is None else edition_named(game, wanted.edition)
        log = read_log(data, game.all_verbs)
        if wanted.data is not None:
            log = with_judged(log, wanted.outcome)
        return Told(wanted.path, rejudge(game, log, edition))
    except (BadInput, LogError) as error:
        return Told(wanted.path, problem=str(error).removeprefix(f"{wanted.path}: "))
    except Exception as error:
        said = " ".join(str(error).split()) or "no message"
        return Told(wanted.path, problem=f"the engine failed: {type(error).__name__}: {said}", ours=True)


def with_judged(log: Log, outcome: Json) -> Log:
    """A stored log that tells the outcome which is kept of it."""
    return Log(msgspec.structs.replace(log.header, judged={"outcome": outcome}), log.entries, log.lines)


def lost(wanted: Wanted) -> Told:
    """What is told of a file whose process ended over it."""
    return Told(wanted.path, problem="the process that judged it ended", ours=True)
