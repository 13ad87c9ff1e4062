"""Settles at start which task queue the site's own orders go to."""

import structlog
from django.apps import AppConfig
from django.conf import settings
from django.db.backends.signals import connection_created


class HouseConfig(AppConfig):
    """The part that puts the others together."""

    name = "config"
    default = True

    def ready(self) -> None:
        """Where Redis is there, orders go through our Celery app, from every thread. Files are for the site alone."""
        from config import checks, signing_in  # noqa: F401  they are asked, and listen
        from config.launch.running import cut_short
        from config.private_files import close_data_folder, close_database
        from config.retention.tidying import KIND as TIDYING
        from tournaments.jobs.kinds import make_known
        from tournaments.now import on_connection

        connection_created.connect(close_database, dispatch_uid="private database")
        connection_created.connect(on_connection, dispatch_uid="the database's time")
        close_data_folder()
        if cut_short(settings.DATA_DIR):
            structlog.get_logger(__name__).error(
                "a restore was cut short", todo="call `restore FILE --replace` again"
            )
        make_known(TIDYING)
        if settings.REDIS_URL:
            from config.celery import app

            app.set_default()
