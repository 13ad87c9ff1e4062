"""A wrong play to step through on the front page: one of the examples by which the rules are proven, judged by the
engine that judges everything else."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from django.utils.safestring import SafeString

from referee.games.presentation import drawer_of
from referee.judging.judged import Judged
from referee.judging.words import entry_words, plain_entry, who_did
from referee.replays.drawn import board_after
from referee.rulebooks.examples import example, example_file
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.kernel.rulebook import ruleset_hash
from rules.kernel.verdict import Violation
from rules.registry import load

#: Secret Identity lets its player ignore a card that is aimed at him; a Head Shot is aimed at the Attack.
GAME, EXAMPLE = "highlander", "HL-094-head-shot-not-ignored"
NAMES = {"A": "Ann", "B": "Ben"}
#: Entries that are shown: up to the Attack to which the Head Shot belongs.
LAST = 3
#: Where the page opens: at the entry that is illegal.
OPENS = 2


class Said(msgspec.Struct, frozen=True):
    """One entry: who did what, and the engine's word."""

    n: int
    who: str
    words: str
    word: str
    here: bool


class WrongPlay(msgspec.Struct, frozen=True):
    """The play at one step. ``before``, ``after``: the steps beside it, None at an end."""

    board: SafeString
    step: int
    lines: list[Said]
    violations: tuple[Violation, ...]
    before: int | None
    after: int | None
    last: int = LAST
    game: str = GAME
    example: str = EXAMPLE


@lru_cache(maxsize=1)
def _judged() -> Judged | None:
    """The example, judged; None on a site that does not have it."""
    if example(EXAMPLE) is None:
        return None
    game = load(GAME)
    log = read_log(example_file(GAME, EXAMPLE), game.all_verbs)
    run = Replay(game, log.header)
    for entry in log.entries[:LAST]:
        # what is expected to be illegal is only asked about: play goes on as if it had not been
        run.ask(entry) if entry.expect == "illegal" else run.push(entry)
    return Judged(log, run, None, ruleset_hash(game.package))


def wrong_play(wanted: str = "") -> WrongPlay | None:
    """The play at the wanted step, else where it opens; None where this site has no examples."""
    held = _judged()
    if held is None:
        return None
    step = (
        int(wanted)
        if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 and int(wanted) <= LAST
        else OPENS
    )
    run, drawer = held.run, drawer_of(GAME)
    lines = [
        Said(
            n,
            who_did(entry.by, NAMES),
            entry_words(plain_entry(entry), drawer, NAMES),
            verdict.verdict,
            n == step,
        )
        for n, (entry, verdict) in enumerate(zip(run.entries, run.verdicts, strict=True), 1)
    ]
    return WrongPlay(
        board_after(held, step, NAMES),
        step,
        lines,
        run.verdicts[step - 1].violations if step else (),
        step - 1 if step else None,
        step + 1 if step < LAST else None,
    )
