"""Tells Django of the app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Lets the settings name further games, and makes known what long work there is."""
        from django.conf import settings

        import tournaments.exports.makers
        import tournaments.paper.makers  # noqa: F401
        from rules.registry import extend
        from tournaments.decks.rechecks import KIND as CHECKING
        from tournaments.entrants.many_work import KIND as ENTERING
        from tournaments.importing.work import KIND as IMPORTING
        from tournaments.jobs.kinds import make_known
        from tournaments.kept_standings.work import KIND as STANDINGS
        from tournaments.made_files.work import KIND
        from tournaments.ratings.tasks import KIND as RATING

        extend(lambda: settings.MORE_GAMES)
        make_known(KIND)
        make_known(CHECKING)
        make_known(ENTERING)
        make_known(IMPORTING)
        make_known(RATING)
        make_known(STANDINGS)
