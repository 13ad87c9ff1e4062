"""Tells Django of the app."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    name = "referee"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Makes the texts of its refusals, and what the engines say, known to the pages."""
        from referee.doors import make_known
        from referee.refusal_texts import TEXTS
        from referee.wording.books import said
        from tournaments.pages.refusals import ask, know

        make_known()
        know(TEXTS)
        ask(said)
