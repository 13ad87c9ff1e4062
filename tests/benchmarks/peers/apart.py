"""A process of its own with Django and a new SQLite database: for what is measured apart from the others."""

from __future__ import annotations

import os


class NoMigrations:
    """The tables are made as the models are now."""

    def __contains__(self, app: str) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


def a_new_database() -> None:
    """To be called before anything of the site is imported."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.testing"
    os.environ.pop("DATABASE_URL", None)
    import django
    from django.conf import settings

    django.setup()
    settings.MIGRATION_MODULES = NoMigrations()
    settings.ALLOWED_HOSTS = ["*"]
    from django.test.utils import setup_databases

    setup_databases(verbosity=0, interactive=False, keepdb=False)
