"""Games of the demo that are logged live: a self-played game, tapped entry by entry by the phones it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from referee.demo.playing import player
from referee.judging.words import plain_entry
from referee.live.entries import add_entry
from referee.live.live_replay import live_replay
from referee.live.opening import open_live_table
from referee.live.phones import Phone, phone_of
from referee.live.queries import live_table
from referee.live.tap import Tap
from referee.live.tasks import take_in_time_called
from referee.models.live import LiveTable, Mode
from rules.kernel.entries import JUDGE, TABLE, Entry
from rules.kernel.game import Game
from rules.kernel.selfplay import play_game
from tournaments.access import Actor
from tournaments.models.rounds import Match

#: Seconds from one tap to the next.
PACE = 6


class LiveGame:
    """A live table and the game that is played at it."""

    def __init__(
        self, game: Game, match: Match, seed: str, judge: Actor, begun: datetime, call_time: int | None = None
    ) -> None:
        self.match, self.judge, self.begun = match, judge, begun
        table = open_live_table(match, 1, Mode.PHONES, by=player(match, "A"), now=begun)
        self.table: LiveTable = live_table(table.pk)
        header = live_replay(self.table.record).header
        run = play_game(game, f"demo:{seed}", call_time=call_time, header=header)
        self.entries: Sequence[Entry] = [entry for entry in run.entries if isinstance(entry, Entry)]
        self._phones: dict[str, Phone] = {}

    def place_of(self, verb: str) -> int:
        """Before which entry this verb comes first."""
        return next(n for n, entry in enumerate(self.entries) if entry.do == verb)

    def play(self, until: int) -> datetime:
        """Taps the entries up to this number; gives the moment after the last one."""
        n = self.table.record.entries
        while n < until:
            entry = self.entries[n]
            said = {key: value for key, value in plain_entry(entry).items() if key not in ("seen_by", "at")}
            add_entry(self.table, self._phone(entry), Tap(f"demo-{n}", n, said), now=self.moment(n))
            n = self.table.record.entries
        return self.moment(n)

    def moment(self, n: int) -> datetime:
        """When an entry is tapped."""
        return self.begun + timedelta(seconds=PACE * (n + 1))

    def time_called(self, now: datetime) -> None:
        """What the clock says enters the log."""
        take_in_time_called(now)
        self.begun = now - timedelta(seconds=PACE * self.place_of("time_called"))
        self.table = live_table(self.table.pk)

    def _phone(self, entry: Entry) -> Phone:
        who = "A" if entry.by == TABLE else entry.by
        if who not in self._phones:
            self._phones[who] = phone_of(self.table, self.judge if who == JUDGE else player(self.match, who))
        return self._phones[who]
