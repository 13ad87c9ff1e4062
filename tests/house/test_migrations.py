"""Migrations come before the new code, while the old one runs: it reads and writes on, and nothing is lost."""

from __future__ import annotations

import datetime
import tomllib
import uuid
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, migrations, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.state import ModelState, ProjectState
from django.db.models.functions import Now
from django.test import override_settings

from tests.ground.places import ROOT
from tests.house.both_survive import CONTRACTED, EXPLAINED, LAST_RELEASE, Complaint, Reader


def loader() -> MigrationLoader:
    """Those on the disk, whatever the tests' own database was made with."""
    with override_settings(MIGRATION_MODULES={}):
        return MigrationLoader(None)


def released(on_disk: MigrationLoader) -> ProjectState:
    """The models of the last release."""
    state: ProjectState = on_disk.project_state(list(LAST_RELEASE.items()))
    return state


def version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def since(on_disk: MigrationLoader) -> list[tuple[str, str, Complaint]]:
    """What the migrations after the last release do that it would not survive."""
    old = set(on_disk.graph._generate_plan(list(LAST_RELEASE.items()), True))
    said = []
    for key in on_disk.graph._generate_plan(on_disk.graph.leaf_nodes(), True):
        if key not in old:
            before = on_disk.project_state([key], at_end=False)
            reader = Reader(key[0], released(on_disk))
            said += [(*key, told) for told in reader.complaints(on_disk.disk_migrations[key], before)]
    return said


def test_the_last_release_survives_every_migration_since() -> None:
    on_disk = loader()
    assert {app for app, _ in on_disk.graph.leaf_nodes()} - set(LAST_RELEASE) == set(), (
        "an app that is new: its first migration is none of the last release"
    )
    told = {(f"{app}.{name}: {complaint.text}", complaint.step) for app, name, complaint in since(on_disk)}
    taken, steps = ({text for text, step in told if step == which} for which in (False, True))
    assert taken == set(CONTRACTED), (
        "expand first; what is taken away goes with a later release (CONTRIBUTING)"
    )
    assert steps == set(EXPLAINED) and all(EXPLAINED.values())
    now = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert all(version(stopped) < version(now) for stopped in CONTRACTED.values())


def shelf(**fields: models.Field[Any, Any]) -> ProjectState:
    """A release with one model."""
    state = ProjectState()
    held = {"id": models.BigAutoField(primary_key=True), "name": models.CharField(max_length=20), **fields}
    state.add_model(ModelState("house", "shelf", list(held.items())))
    return state


def told_of(*operations: Any, atomic: bool = True, **fields: Any) -> list[str]:
    migration, state = Migration("0002", "house"), shelf(**fields)
    migration.operations, migration.atomic = list(operations), atomic
    return [told.text for told in Reader("house", state).complaints(migration, state)]


def nothing(apps: Any, editor: Any) -> None:
    """A step in Python."""


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        (migrations.AddField("shelf", "colour", models.CharField(default="red", max_length=9)), "db_default"),
        (migrations.AddField("shelf", "colour", models.CharField(db_default="", max_length=9)), ""),
        (migrations.AddField("shelf", "made", models.DateTimeField(null=True)), ""),
        (migrations.AddField("shelf", "made", models.DateTimeField(db_default=Now())), ""),
        (migrations.RemoveField("shelf", "name"), "RemoveField"),
        (migrations.RenameField("shelf", "name", "title"), "RenameField"),
        (migrations.DeleteModel("Shelf"), "DeleteModel"),
        (migrations.RenameModel("Shelf", "Board"), "RenameModel"),
        (migrations.AlterModelTable("Shelf", "boards"), "AlterModelTable"),
        (migrations.AlterField("shelf", "name", models.CharField(max_length=10)), "is shorter"),
        (migrations.AlterField("shelf", "name", models.CharField(max_length=30)), ""),
        (migrations.AlterField("shelf", "name", models.TextField()), ""),
        (migrations.AlterField("shelf", "name", models.IntegerField()), "is of another type"),
        (migrations.AlterField("shelf", "name", models.CharField(max_length=20, unique=True)), "is unique"),
        (migrations.AlterField("shelf", "note", models.TextField()), "takes no null"),
        (migrations.AlterField("shelf", "place", models.IntegerField()), "has no db_default"),
        (
            migrations.AddConstraint("shelf", models.UniqueConstraint(fields=["name"], name="one")),
            "held by one",
        ),
        (
            migrations.AddConstraint(
                "shelf", models.CheckConstraint(condition=~models.Q(name=""), name="named")
            ),
            "held by named",
        ),
        (migrations.CreateModel("Book", [("id", models.BigAutoField(primary_key=True))]), ""),
        (migrations.RunPython(nothing, migrations.RunPython.noop), ""),
        (migrations.RunPython(nothing), "cannot be taken back"),
        (migrations.RunPython(nothing, nothing, atomic=False), "is not one transaction"),
        (migrations.RunSQL("SELECT 1", "SELECT 1"), "is not read here"),
        (
            migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("shelf", "note")]),
            "",
        ),
        (
            migrations.SeparateDatabaseAndState(database_operations=[migrations.DeleteModel("Shelf")]),
            "DeleteModel",
        ),
    ],
)
def test_what_a_migration_takes_away_is_seen(operation: Any, said: str) -> None:
    held = {"note": models.TextField(null=True), "place": models.IntegerField(db_default=0)}
    told = told_of(operation, **held)
    assert (len(told), said in "".join(told)) == (int(bool(said)), True), told


def test_what_the_last_release_does_not_know_may_be_held_and_go_again() -> None:
    alone = models.UniqueConstraint(fields=["alone"], condition=models.Q(name=""), name="alone_once")
    added = migrations.AddField("shelf", "alone", models.CharField(max_length=9, null=True))
    assert told_of(added, migrations.AddConstraint("shelf", alone)) == []
    # the same value in every row of the last release
    same = migrations.AddField("shelf", "alone", models.CharField(max_length=9, db_default=""))
    assert told_of(same, migrations.AddConstraint("shelf", alone)) == ["shelf is held by alone_once"]
    assert told_of(added, migrations.RemoveField("shelf", "alone")) == []
    assert told_of(migrations.RunPython(nothing, nothing), atomic=False) == [
        "RunPython is not one transaction"
    ]


#: A value of each kind of column, where the last release had no default for it.
VALUES: list[tuple[type[models.Field[Any, Any]], Any]] = [
    (models.DateTimeField, datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)),
    (models.DateField, datetime.date(2026, 1, 1)),
    (models.BooleanField, False),
    (models.DecimalField, Decimal(1)),
    (models.FloatField, 1.0),
    (models.UUIDField, uuid.UUID(int=1)),
    (models.GenericIPAddressField, "192.0.2.1"),
    (models.BinaryField, b"x"),
    (models.JSONField, {}),
    (models.DurationField, datetime.timedelta(1)),
    (models.ForeignKey, 1),
    (models.IntegerField, 1),
    (models.CharField, "x"),
    (models.TextField, "x"),
]


def a_row(model: type[models.Model]) -> models.Model:
    """A row as the last release writes it: its own defaults, and something where it has none."""
    values = {}
    for field in model._meta.concrete_fields:
        if field.generated or field.has_default() or field.has_db_default() or field.null:
            continue
        if not isinstance(field, models.AutoField):
            value = next(value for kind, value in VALUES if isinstance(field, kind))
            values[field.attname] = field.choices[0][0] if field.choices else value
    return model(**values)


def written(state: ProjectState) -> list[str]:
    """The tables into which the last release's code writes a row as it always did; those that refuse it raise. Nothing
    of it stays."""
    names = []
    with transaction.atomic():
        for model in state.apps.get_models(include_auto_created=True):
            if model._meta.managed and not model._meta.proxy:
                held = [constraint.name for constraint in model._meta.constraints]
                try:
                    with transaction.atomic():
                        a_row(model).save_base(raw=True, force_insert=True)
                except IntegrityError as error:
                    # Our row is none of its own making; that every column may be left out was looked at before.
                    if not any(name in str(error) for name in held):
                        raise
                names.append(model._meta.db_table)
        transaction.set_rollback(True)
    return names


@pytest.mark.django_db
def test_the_last_release_writes_into_todays_tables() -> None:
    names = written(released(loader()))
    assert len(names) > 90 and "tournaments_liveversion" in names


@pytest.mark.django_db
def test_a_column_that_the_last_release_does_not_name_is_missed() -> None:
    """So the test before would say so."""
    state = released(loader())
    state.remove_field("tournaments", "event", "slug")
    with pytest.raises(IntegrityError, match="slug"):
        written(state)
