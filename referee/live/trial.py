"""An entry tried out before it is stored: judged as a whole and in every view, within the work done for one tap.

Who sits at a table can ask for as much work as a stranger: by an entry that may be a thousand things to the other seat.
What is stored is judged again by every phone that looks, so it is tried for all of them first. Nothing is changed here.
"""

from __future__ import annotations

import time

import msgspec
import structlog

from referee.budget import QUESTION, WHOLE_LOG, TooCostly, budget
from referee.live.live_replay import Line, LiveReplay
from referee.live.phones import CLOCK
from referee.logs.reading import Judgment, judgment_of
from rules.kernel.entries import PUBLIC, Entry
from rules.kernel.replay import Replay
from rules.kernel.seats import entry_for
from rules.kernel.verdict import Verdict
from tournaments.errors import Invalid
from tournaments.messages import message as _

log = structlog.get_logger(__name__)


class NotJudged(Invalid):
    """An entry on which the engine fails."""

    code = "bad_entry"


class Trial(msgspec.Struct, frozen=True):
    """The replays with the entry in them, the judgment of the whole, and how long it took."""

    whole: Replay
    views: dict[str, Replay]
    judgment: Judgment
    seconds: float

    def verdict(self, seat: str | None) -> Verdict:
        """On the entry, as this view knows it."""
        return (self.whole if seat is None else self.views[seat]).verdicts[-1]


def tried(run: LiveReplay, entry: Entry, payer: str, seconds: float = QUESTION) -> Trial:
    """The entry as the next one of the log; the caller holds the run's lock. The work counts as wasted by the ``payer``
    until the entry is stored: so what is refused is counted, for whatever reason. Raises TooCostly, NotJudged."""
    _check_whole_log(run, payer)
    before = {seat: run.view(seat) for seat in (*run.header.seats, PUBLIC)}
    begun = time.thread_time()
    try:
        with budget(seconds):
            whole = run.whole.fork(run.count)
            whole.push(entry)
            judgment = judgment_of(whole)
            views = {seat: _with(view, entry_for(run.game, entry, seat)) for seat, view in before.items()}
    except TooCostly:
        raise TooCostly(
            _(
                "Judging this entry takes more computing than the site allows for one entry. Nothing "
                "was written down: enter it in smaller steps, or name the cards. If that does not "
                "help, call a judge."
            )
        ) from None
    except Exception as error:
        log.exception("an engine failed on an entry at a live table", game=run.game.name)
        raise NotJudged(
            _("The engine could not judge this entry, and nothing was written down. Call a judge.")
        ) from error
    finally:
        taken = time.thread_time() - begun
        run.waste(payer, taken)
    return Trial(whole, views, judgment, taken)


def _check_whole_log(run: LiveReplay, payer: str) -> None:
    """Raises TooCostly where the log, with what this payer wasted, has used up the work of one game. The other seats
    answer for themselves. The clock has its say in any case: it speaks once."""
    if payer == CLOCK:
        return
    if run.spent > WHOLE_LOG:
        raise TooCostly(
            _(
                "This log has used all the computing the site allows for one game and takes no more "
                "entries. Go on without it, and call a judge."
            )
        )
    if run.spent + run.wasted.get(payer, 0.0) > WHOLE_LOG:
        raise TooCostly(
            _(
                "Refused entries from this side of the table have used all the computing the site "
                "allows for one game: no more are taken from it. Call a judge."
            )
        )


def _with(view: Replay, entry: Line) -> Replay:
    fork = view.fork(len(view.entries))
    fork.push(entry)
    return fork
