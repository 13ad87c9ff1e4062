"""The tasks that are repeated, and how often.

Each line is a function `f(now) -> int` that does whatever is due and says how many things it did. Doing it
twice does nothing more, and missing it once only makes it later: the embedded runner and Celery's beat both
read this table, and a nudge after a change runs all of it at once.
"""

from dataclasses import dataclass

from config.heartbeat import HEARTBEAT_SECONDS


@dataclass(frozen=True)
class Sweep:
    """One line of the timetable: the function's dotted path and its period in seconds."""

    path: str
    every: float


TIMETABLE = (
    Sweep("tournaments.clocks.tasks.call_due_times", every=0.25),
    Sweep("referee.live.tasks.take_in_time_called", every=0.5),
    Sweep("referee.live.tasks.tell_of_growth", every=2),
    Sweep("tournaments.results.tasks.confirm_unchallenged", every=1),
    Sweep("tournaments.rounds.tasks.keep_due_standings", every=5),
    Sweep("tournaments.ratings.tasks.keep_due_ratings", every=5),
    Sweep("referee.disputes.tasks.take_in_outbox", every=1),
    Sweep("referee.appeals.tasks.close_void_appeals", every=5),
    Sweep("referee.alignments.finding.align_new", every=5),
    Sweep("tournaments.webhooks.tasks.deliver_due", every=2),
    Sweep("tournaments.decks.tasks.mail_reminders", every=5),
    Sweep("tournaments.notifications.tasks.notify_due", every=1),
    Sweep("tournaments.exports.tasks.save_published", every=5),
    Sweep("referee.precedents.tasks.check_due", every=10),
    Sweep("tournaments.jobs.tasks.work_due", every=1),
    Sweep("referee.rulebooks.tasks.note_played", every=10),
    Sweep("referee.rejudging.of_site.judge_after_upgrade", every=60),
    Sweep("tournaments.heartbeats.tasks.beat_sweeps", every=HEARTBEAT_SECONDS),
    Sweep("tournaments.live.changes.add_up_versions", every=60),
    Sweep("tournaments.heartbeats.tasks.forget_old_signs", every=3600),
    Sweep("config.backups.tasks.back_up_daily", every=300),
    Sweep("config.retention.tidying.tidy_daily", every=600),
)
