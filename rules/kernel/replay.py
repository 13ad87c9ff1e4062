"""A log over a game: a verdict for every entry, every position, later decisions, rulings, undo, forks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.kernel.cards import Catalogue, DeckList
from rules.kernel.deck_size_search import FailedSizes, reconsidered
from rules.kernel.entries import Declare, Entry, Ruling, Undo
from rules.kernel.fold import push
from rules.kernel.game import Game
from rules.kernel.json_types import JsonObject
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import Knowledge
from rules.kernel.log import Header, Log
from rules.kernel.play import Line, Play, begun
from rules.kernel.setup import Setup
from rules.kernel.texts import say
from rules.kernel.verdict import Finding, Outcome, Verdict


class Replay:
    """A log being judged. Feed entries with ``push``; what came of them stands in ``play``."""

    def __init__(
        self, game: Game, header: Header, play: Play | None = None, tried: FailedSizes | None = None
    ) -> None:
        """The position before entry 1, or where ``play`` stands. ``LogError``: the header does not fit the game."""
        self.play = begun(Setup.of(game, header)) if play is None else play
        self.setup = self.play.setup
        self._tried = tried or FailedSizes()

    def push(self, entry: Line, ask: bool = False) -> Verdict:
        """Judges the next entry. With ``ask`` an illegal or undetermined entry is judged and not applied, and does
        not stop the replay (scenarios)."""
        play = self.play
        verdict = push(play, entry, ask)
        if verdict.verdict == "illegal" or play.stopped is not None:
            return self._reconsidered(entry, verdict)
        return verdict

    def _reconsidered(self, entry: Line, verdict: Verdict) -> Verdict:
        """The verdict reconsidered, since the log may be illegal only by the number of cards that a deck nobody counted
        is assumed to have held."""
        fits = verdict.verdict == "not_reached" or isinstance(entry, Declare)
        if fits or (isinstance(entry, Ruling | Undo) and verdict.verdict != "illegal"):
            return verdict
        self.play, reviewed = reconsidered(self.play, verdict, self._tried)
        return reviewed

    def fork(self, n: int) -> Replay:
        """A replay of its own that stands after entry ``n`` and can be fed other entries."""
        if n == len(self.entries):
            return Replay(self.game, self.header, self.play.copy(), self._tried)
        other = Replay(self.game, self.header)
        for entry in self.entries[:n]:
            other.push(entry)
        return other

    def seen_at(self, n: int) -> Replay:
        """This replay, to be looked at as it stood after entry ``n``, with the verdicts of today."""
        play = replace(self.play, positions=self.positions[: n + 1], knowns=self.knowns[: n + 1])
        return Replay(self.game, self.header, play, self._tried)

    def ask(self, entry: Line) -> Verdict:
        """Judges an entry that is only asked about: it is recorded, and not applied whatever comes out."""
        verdict = self.fork(len(self.entries)).push(entry, ask=True)
        self.entries.append(entry)
        self.play.asked.add(len(self.entries))
        return self.play.keep(verdict)

    # -- what it was made of ----------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.setup.game

    @property
    def header(self) -> Header:
        return self.setup.header

    @property
    def edition(self) -> str:
        """The edition of the rules it is judged by."""
        return self.setup.edition

    @property
    def catalogue(self) -> Catalogue:
        return self.setup.catalogue

    @property
    def options(self) -> Any:
        """The game's options, as the header says them."""
        return self.setup.options

    @property
    def seats(self) -> tuple[str, ...]:
        return self.setup.seats

    @property
    def decks(self) -> dict[str, DeckList | None]:
        return self.setup.decks

    # -- what came of it ----------------------------------------------------------------------------------------

    @property
    def entries(self) -> list[Line]:
        return self.play.entries

    @property
    def verdicts(self) -> list[Verdict]:
        """``verdicts[n - 1]`` is entry n's."""
        return self.play.verdicts

    @property
    def findings(self) -> list[Finding]:
        return self.play.findings

    @property
    def positions(self) -> list[Any]:
        """``positions[n]`` stands after entry n; 0 is the start."""
        return self.play.positions

    @property
    def knowns(self) -> list[Knowledge]:
        """``knowns[n]`` is what was known of each card after entry n."""
        return self.play.knowns

    @property
    def position(self) -> Any:
        return self.play.positions[-1]

    @property
    def active_entries(self) -> list[int]:
        """The numbers of the entries that make up the play as it stands now."""
        return self.play.active_entries

    @property
    def declared(self) -> set[int]:
        """The entries of which a judge declared something."""
        return self.play.declared

    @property
    def stopped(self) -> int | None:
        """The illegal entry at which the replay stopped; None while it goes on."""
        return self.play.stopped

    def judgment(self, n: int | None = None) -> Judgment:
        """Scratch at the position after the last entry judged, for options, outcome and questions."""
        return self.play.judgment(n)

    def judged_at(self, n: int) -> Judgment:
        """Scratch at the position after entry ``n``, with what was known then: for what is asked of it afterwards."""
        return Judgment(
            self.game, self.catalogue, self.options, self.seats, self.knowns[n], n, position=self.positions[n]
        )

    def printed(self, n: int | None = None) -> JsonObject:
        """The position after entry ``n`` (default: the last) as JSON, with what was known then."""
        at = len(self.entries) if n is None else n
        return self.game.codec.to_json(self.positions[at], self.knowns[at], self.catalogue)

    def outcome(self) -> Outcome | None:
        """Who won, with what scores; None while the game goes on or where it stopped."""
        return None if self.stopped is not None else self.game.outcome(self.judgment())

    def undetermined(self) -> list[int]:
        """The entries of the present line of play that are still undetermined."""
        verdicts = self.verdicts
        return [
            n
            for n in self.active_entries
            if verdicts[n - 1].verdict == "undetermined" and not verdicts[n - 1].let_stand
        ]

    def status(self) -> str:
        """finished, in_progress, illegal (stopped) or undetermined (something is still open)."""
        if self.stopped is not None:
            return "illegal"
        if self.undetermined():
            return "undetermined"
        return "finished" if self.outcome() is not None else "in_progress"

    def options_for(self, by: str) -> list[Entry]:
        """The legal options of ``by`` now."""
        if self.stopped is not None:
            return []
        return self.game.options(self.judgment(), by)


def replay(game: Game, log: Log, until: int | None = None) -> Replay:
    """Judges a log (its first ``until`` entries). Raises ``LogError`` when the header does not fit the game."""
    run = Replay(game, log.header)
    feed = run.push
    for entry in log.entries if until is None else log.entries[:until]:
        feed(entry)
    if log.chain is not None and (until is None or log.chain[0] <= until):
        run.findings.append(chain_broken(log.chain))
    return run


def chain_broken(chain: tuple[int, str]) -> Finding:
    """The finding that says where a chain is broken."""
    return Finding((chain[0],), say("chain_broken_because", chain=chain[0], other_chain=chain[1]))
