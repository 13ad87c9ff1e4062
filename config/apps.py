"""Settles at start which task queue the site's own orders go to."""

from django.apps import AppConfig
from django.conf import settings


class HouseConfig(AppConfig):
    """The part that puts the others together."""

    name = "config"
    default = True

    def ready(self) -> None:
        """Where Redis is there, orders go through our Celery app, from every thread."""
        if settings.REDIS_URL:
            from config.celery import app

            app.set_default()
