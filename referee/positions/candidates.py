"""What may be asked about a thing on the board: every entry that is made by touching it, whatever is legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from referee.budget import QUESTION, within
from referee.games.presentation import drawer_of, presentation_of
from referee.games.touch import Offer, Reach
from referee.judging.words import entry_words, who_did
from rules.kernel.entries import TABLE
from rules.kernel.replay import Replay

#: So many are listed for one thing.
MOST = 24


class Candidate(msgspec.Struct, frozen=True):
    """An entry to ask about: who, in words, and as it would be written."""

    who: str
    words: str
    json: str


@within(QUESTION)
def candidates(run: Replay, at: str) -> tuple[list[Candidate], int]:
    """The entries that are made by touching what is at this address, those that begin with it first; and how many there
    are beyond what is listed."""
    touches = presentation_of(run.game.name).touches
    drawer = drawer_of(run.game.name)
    printed = run.printed()
    verbs = frozenset(str(verb.__struct_config__.tag) for verb in run.game.all_verbs)
    names = {seat: seat for seat in run.seats}
    told: dict[tuple[str, str], tuple[int, Candidate]] = {}
    for by in (*run.seats, TABLE):
        reach = Reach(run.catalogue, printed, run.seats, names, by, verbs)
        for offer in _about(touches(reach), at):
            entry = _as_written(offer)
            words = entry_words(entry, drawer)
            made = Candidate(who_did(by, {}), words, msgspec.json.encode(entry).decode())
            told.setdefault((by, words), (0 if offer.at[0] == at else 1, made))
    rows = [one for _rank, one in sorted(told.values(), key=lambda row: row[0])]
    return rows[:MOST], max(0, len(rows) - MOST)


def _about(offers: Iterable[Offer], at: str) -> Iterator[Offer]:
    below = at + "."
    for offer in offers:
        if any(one == at or one.startswith(below) for one in offer.at):
            yield offer


def _as_written(offer: Offer) -> dict[str, object]:
    return {**offer.entry, **({"turn": offer.turns[0]} if offer.turns and offer.turns[0] else {})}
