"""Tells Django of the app."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    name = "referee"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tells who does not know of the referee of its doors, what keeps a report from standing, lists in logs."""
        from django.db.models.signals import post_migrate

        import referee.alignments.long_pairs
        import referee.replays.offline_file  # noqa: F401
        from referee import persons
        from referee.alignments.finding import KIND as ALIGNING
        from referee.alignments.finding import ask_when_decided
        from referee.alignments.merging import KIND as MERGING
        from referee.appeals.changes import decide_by_result
        from referee.appeals.queries import holding_appeals, open_in
        from referee.audits.work import KIND as AUDITING
        from referee.calls.procedure import somebody_wins
        from referee.calls.queries import calling_in
        from referee.disputes.queries import holding
        from referee.doors import make_known
        from referee.original_texts.taking import KIND as BRINGING_IN
        from referee.precedents.index import put_index
        from referee.precedents.taking import KIND as TAKING
        from referee.precedents.tasks import KIND as CHECKING
        from referee.records.decks import LoggedDecks
        from referee.records.lengths import LoggedLengths
        from referee.records.long_logs import KIND as ATTACHING
        from referee.records.of_event import whole_logs
        from referee.records.taking import ImportedLogs
        from referee.rejudging.of_event import KIND
        from referee.rejudging.of_series import KIND as OF_SERIES
        from referee.rejudging.of_site import KIND as UPGRADE
        from tournaments.charts.decks import SEEN_ELSEWHERE
        from tournaments.charts.lengths import LOGGED
        from tournaments.exports.files import LOGS
        from tournaments.hall.queries import CALLING
        from tournaments.importing.logs import TAKERS
        from tournaments.jobs.kinds import make_known as make_kind_known
        from tournaments.results.deciding import SOMEBODY_WINS
        from tournaments.results.holds import DECIDED, ENTERED, HOLDS, OPEN_APPEALS

        make_known()
        make_kind_known(KIND)
        make_kind_known(OF_SERIES)
        make_kind_known(ALIGNING)
        make_kind_known(ATTACHING)
        make_kind_known(MERGING)
        make_kind_known(AUDITING)
        make_kind_known(CHECKING)
        make_kind_known(TAKING)
        make_kind_known(BRINGING_IN)
        make_kind_known(UPGRADE)
        persons.make_known()
        HOLDS.extend((holding, holding_appeals))
        OPEN_APPEALS.append(open_in)
        ENTERED.append(decide_by_result)
        DECIDED.append(ask_when_decided)
        SOMEBODY_WINS.append(somebody_wins)
        CALLING.append(calling_in)
        SEEN_ELSEWHERE.append(LoggedDecks())
        LOGGED.append(LoggedLengths())
        LOGS.append(whole_logs)
        TAKERS.append(ImportedLogs())
        post_migrate.connect(put_index, sender=self)
