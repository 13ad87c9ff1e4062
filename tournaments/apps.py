"""Tells Django of the app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Lets the settings name further games."""
        from django.conf import settings

        from rules.registry import extend

        extend(lambda: settings.MORE_GAMES)
