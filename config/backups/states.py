"""The states of the database's tables: what waits to be migrated, and the tables as an older version had them."""

from __future__ import annotations

from django.apps import apps as apps_now
from django.apps.registry import Apps
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.backups.archive import Header
from config.backups.errors import BadBackup, NotHere
from config.backups.rows import models_of
from referee.precedents.index import TABLE

State = list[tuple[str, str]]
#: What the site puts beside the tables of its models.
TABLES_BESIDE = (TABLE,)


def waiting_migrations() -> list[str]:
    """The migrations that this version of the site has and the database has not."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def tables_now() -> tuple[State, Apps]:
    """The state that the database's tables are at, and their models: those of this version, or of the older one by
    which they were last migrated. Raises NotHere where that was a newer one, and where there are no tables."""
    loader = MigrationLoader(connection)
    then = sorted(loader.applied_migrations)
    if not then:
        raise NotHere("The database has no tables yet.")
    strange = _strange(loader, then)
    if strange:
        raise NotHere(
            f"The database was migrated by a newer version of the site, which has {strange}: what it keeps is "
            "known to that version alone. Take that one."
        )
    if loader.graph.nodes.keys() <= set(then):
        return then, apps_now
    return then, _models(loader, then)


def tables_of_site(there: set[str]) -> set[str]:
    """Of a database's tables those that the site made there, of whatever version: none is known by how it is called.

    Raises NotHere where one that the site would make is another program's.
    """
    loader = MigrationLoader(connection)
    then = set(loader.applied_migrations)
    unknown = then - loader.disk_migrations.keys()
    known = {MigrationRecorder.Migration._meta.db_table, *TABLES_BESIDE, *models_of(apps_now)}
    taken = sorted(known & there)
    if taken and not _is_of_site(then, unknown, there):
        raise NotHere(
            f"The database has a table {taken[0]} that the site did not make. Give the site a database, or a schema, "
            "of its own."
        )
    if not loader.graph.nodes.keys() <= then:
        known |= models_of(_models(loader, sorted(then))).keys()
    return there & (known | _of_newer({app for app, _ in unknown}, there))


def _is_of_site(then: set[tuple[str, str]], unknown: set[tuple[str, str]], there: set[str]) -> bool:
    """Whether it was the site that migrated the database; also where it came no further than the first steps."""
    if MigrationRecorder.Migration._meta.db_table not in there:
        return False
    return not unknown or get_user_model()._meta.app_label in {app for app, _ in then}


def _of_newer(labels: set[str], there: set[str]) -> set[str]:
    """Tables of apps that a newer version migrated: its models are noted in the database itself."""
    if not labels or ContentType._meta.db_table not in there:
        return set()
    noted = ContentType.objects.filter(app_label__in=labels).values_list("app_label", "model")
    return {f"{app}_{model}" for app, model in noted}


def check_known(header: Header) -> None:
    """Raises BadBackup where the backup is of a version after this one."""
    strange = _strange(MigrationLoader(connection), header.migrations)
    if strange:
        raise BadBackup(
            f"It was made by a newer version of the site, which has {strange}. Update the site first."
        )


def tables_as_then(then: State) -> Apps:
    """Makes the tables of a state in an empty database, and notes there that it is at that state; gives its models.

    By the models: one migration after the other takes half a minute for the same tables.
    """
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    models = _models(MigrationLoader(connection), then)
    with connection.schema_editor() as editor:
        for model in models.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)
    for app, name in then:
        recorder.record_applied(app, name)
    return models


def bring_up() -> None:
    """Migrates the tables to this version's state, and does no more than that."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def _models(loader: MigrationLoader, then: State) -> Apps:
    # one that was replaced by several squashed into one has no place in the graph any more
    nodes = [key for key in then if key in loader.graph.nodes]
    return loader.project_state(nodes, at_end=True).apps


def _strange(loader: MigrationLoader, then: State) -> str:
    """The first migration that this version has not; empty where it has them all."""
    return next((f"{app}.{name}" for app, name in then if (app, name) not in loader.disk_migrations), "")
