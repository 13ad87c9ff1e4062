"""Tells Django of the app."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    name = "referee"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Makes its doors and what keeps a report from standing known to those who do not know of the referee."""
        from referee import persons
        from referee.disputes.queries import holding
        from referee.doors import make_known
        from tournaments.results.holds import HOLDS

        make_known()
        persons.make_known()
        HOLDS.append(holding)
