"""How a verb is entered where a game is logged while it is played: declared beside the verb, and read by whatever
drives such a table. What of an entry is secret is said by ``Entry.secret`` and ``Entry.closed``."""

from __future__ import annotations

import msgspec

#: who enters a verb: a player for their own seat, somebody for what the table saw or chance decided, a judge
SEAT, TABLE, JUDGE = "seat", "table", "judge"


class Entered(msgspec.Struct, frozen=True):
    """Who enters a verb (``by``), and what follows from that for the others at the table.

    ``reveals``: whether somebody sees by it what he had not known, or chance decides: never, always, or where the
    argument of that name is given. Whoever has seen it cannot unsee it, so it is not taken back by one player alone; a
    card played from the hand is a decision, since what it shows its player knew. A verb for which that depends on more
    overrides ``Entry.reveals``.
    ``confirmed``: whether the other seats confirm what one enters for the table; not where it decides nothing that
    anybody could read in two ways. ``offered``: not where the site itself writes it.
    """

    by: tuple[str, ...]
    reveals: bool | str = False
    confirmed: bool = True
    offered: bool = True


#: a player's own decision: it shows nothing that this player did not know
SEAT_DECIDES = Entered((SEAT,))
#: a player draws, looks, turns up
SEAT_REVEALS = Entered((SEAT,), reveals=True)
#: what the table saw of chance
TABLE_REVEALS = Entered((TABLE,), reveals=True)
#: what the table did, in which nobody could see anything, and which nobody could read in two ways
TABLE_NOTES = Entered((TABLE,), confirmed=False)
JUDGE_DECIDES = Entered((JUDGE,))
#: what the site writes itself, at a door of its own or by its clock
BY_THE_SITE = Entered((SEAT, TABLE, JUDGE), confirmed=False, offered=False)
