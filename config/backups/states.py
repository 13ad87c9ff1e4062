"""The states of the database's tables: what waits to be migrated, and the tables as an older version had them."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.backups.archive import Header
from config.backups.errors import BadBackup, NotHere

State = list[tuple[str, str]]


def waiting_migrations() -> list[str]:
    """The migrations that this version of the site has and the database has not."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def check_known(header: Header) -> None:
    """Raises BadBackup where the backup is of a version after this one."""
    known = MigrationExecutor(connection).loader.graph.nodes
    strange = [f"{app}.{name}" for app, name in header.migrations if (app, name) not in known]
    if strange:
        raise BadBackup(
            f"It was made by a newer version of the site, which has {strange[0]}. Update the site first."
        )


def tables_as_then(then: State) -> Apps:
    """Brings the database's tables to the state of the backup; gives the models of that state. Raises NotHere where
    the tables are at another state already."""
    executor = MigrationExecutor(connection)
    applied, wanted = set(executor.loader.applied_migrations), set(then)
    if applied and applied != wanted:
        raise NotHere(
            "The backup was made by another version of the site: bring it into an empty database, "
            "which is then brought up to this version."
        )
    graph = executor.loader.graph
    if not applied:
        # of each app the last of its migrations that the backup had
        last = [
            key
            for key in then
            if not any(child in wanted and child[0] == key[0] for child in graph.node_map[key].children)
        ]
        executor.migrate(last)
        executor.loader.build_graph()
    return executor.loader.project_state(list(then), at_end=True).apps
