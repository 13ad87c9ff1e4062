"""Tells Django of the app."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    name = "referee"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Makes the texts of its refusals known to the pages."""
        from referee.refusal_texts import TEXTS
        from tournaments.pages.refusals import know

        know(TEXTS)
