"""One request at a live table: its row, the phone that asks, the running replay, the players' names."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from referee.live.live_replay import live_replay
from referee.live.phones import Phone, may_look, phone_of
from referee.live.queries import live_table, table_and_now
from referee.live.seat_tokens import account_of_token, phone_of_token, token_of
from referee.live.state import names_of, state_of
from referee.models.live import LiveTable
from tournaments.access import Actor
from tournaments.errors import NotFound
from tournaments.messages import message as _


class LiveTableRequest:
    """A phone at a table. Made for one request."""

    def __init__(self, table: LiveTable, phone: Phone) -> None:
        self.table = table
        self.phone = phone

    @classmethod
    def by_token(cls, number: int, token: str) -> LiveTableRequest:
        """By a seat token. Raises NotFound, TokenOld."""
        table, now = table_and_now(number, account_of_token(token))
        return cls(table, phone_of_token(token, table, now))._looked()

    @classmethod
    def by_actor(cls, number: int, actor: Actor) -> LiveTableRequest:
        """By an account or a claim link. Raises NotFound, for what may not be seen as for what is not there."""
        table = live_table(number)
        return cls(table, phone_of(table, actor))._looked()

    def _looked(self) -> LiveTableRequest:
        if not may_look(self.table, self.phone, self.table.record.match.round.event):
            raise NotFound(_("There is no such table."))
        return self

    def fresh(self) -> LiveTableRequest:
        """The same phone with the row read anew, after a change."""
        return LiveTableRequest(live_table(self.table.pk), self.phone)

    def state(self, now: datetime, since: int = 0, *, whole: bool = True, entered: int = 0) -> dict[str, Any]:
        """The state for this phone; ``entered``: the entry that it has just made."""
        run = live_replay(self.table.record)
        with run.lock:
            names = names_of(self.table.record.match)
            return state_of(
                self.table, run, self.phone, names, now=now, since=since, whole=whole, entered=entered
            )

    def token(self) -> str:
        return token_of(self.table, self.phone)
