"""What a migration may do while processes of the last release still run: it comes first, they go one after the other.

A release expands: it adds, and writes nothing that the one before cannot read. What it stopped using goes with a later
one. `LAST_RELEASE` is where the last release stood; who makes the next one sets it to the newest of each app, takes
the version of `pyproject.toml` up and empties the lists below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.migrations import operations as known
from django.db.migrations.migration import Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import (
    BaseConstraint,
    CharField,
    CheckConstraint,
    Field,
    ManyToManyField,
    Q,
    UniqueConstraint,
)

#: The newest migration of each app in the last release, those of packages too.
LAST_RELEASE = {
    "account": "0009_emailaddress_unique_primary_email",
    "admin": "0003_logentry_add_action_flag_choices",
    "auth": "0012_alter_user_first_name_max_length",
    "authtoken": "0004_alter_tokenproxy_options",
    "axes": "0010_accessattemptexpiration",
    "config": "0001_encipher_second_steps",
    "contenttypes": "0002_remove_content_type_name",
    "mfa": "0003_authenticator_type_uniq",
    "referee": "0034_entry_notes",
    "sessions": "0001_initial",
    "tournaments": "0055_accounts_by_key",
    "usersessions": "0001_initial",
}
#: What takes something away, as `app.migration: what is complained of`, with the release that stopped using it: an
#: earlier one than this.
CONTRACTED: dict[str, str] = {}
#: Steps in Python or SQL that cannot be taken back, or that are not one transaction: why, and how they begin again.
EXPLAINED: dict[str, str] = {}

#: What changes nothing that the last release reads or writes.
HARMLESS = (
    known.CreateModel,
    known.AddIndex,
    known.RemoveIndex,
    known.RenameIndex,
    known.RemoveConstraint,
    known.AlterModelOptions,
    known.AlterModelManagers,
    known.AlterModelTableComment,
)


@dataclass(frozen=True)
class Complaint:
    """`step`: a reason is to be said; else something is taken away, and the release that stopped using it is."""

    text: str
    step: bool = False


@dataclass(frozen=True)
class Reader:
    """Reads what the migrations of an app do to the last release, whose models are `released`."""

    app: str
    released: ProjectState

    def complaints(self, migration: Migration, before: ProjectState) -> Iterator[Complaint]:
        """What the last release would not survive of this migration."""
        for operation in migration.operations:
            after = before.clone()
            operation.state_forwards(self.app, after)
            yield from self._of(operation, migration, after)
            before = after

    def _of(self, operation: Operation, migration: Migration, after: ProjectState) -> Iterator[Complaint]:
        if isinstance(operation, known.SeparateDatabaseAndState):
            # what the models alone forget stays in the database
            for inner in operation.database_operations:
                yield from self._of(inner, migration, after)
        elif isinstance(operation, known.RunPython | known.RunSQL):
            name = type(operation).__name__
            if isinstance(operation, known.RunSQL):
                yield Complaint(f"{name} is not read here", step=True)
            if not operation.reversible:
                yield Complaint(f"{name} cannot be taken back", step=True)
            alone = isinstance(operation, known.RunPython) and operation.atomic is False
            if alone or not migration.atomic:
                yield Complaint(f"{name} is not one transaction", step=True)
        elif not isinstance(operation, HARMLESS):
            said = self._taken(operation, after)
            if said:
                yield Complaint(said)

    def _taken(self, operation: Operation, after: ProjectState) -> str:
        """What an operation takes from the last release; empty where it is nothing."""
        model = str(getattr(operation, "model_name", None) or getattr(operation, "name", ""))
        if not self._knows(model):
            return ""
        if isinstance(operation, known.AddField):
            left_out = may_be_left_out(self._field(after, model, operation.name))
            return "" if left_out else f"{model}.{operation.name} has no db_default"
        if isinstance(operation, known.AlterField):
            if not self._knows(model, operation.name):
                return ""
            old, new = (self._field(state, model, operation.name) for state in (self.released, after))
            said = narrowed(old, new)
            return f"{model}.{operation.name} {said}" if said else ""
        if isinstance(operation, known.AddConstraint):
            beyond = self._beyond(model, operation.constraint, after)
            return "" if beyond else f"{model} is held by {operation.constraint.name}"
        if isinstance(operation, known.RemoveField) and not self._knows(model, operation.name):
            return ""
        return f"{type(operation).__name__}: {operation.describe()}"

    def _knows(self, model: str, field: str = "") -> bool:
        state = self.released.models.get((self.app, model.lower()))
        return state is not None and (not field or field in state.fields)

    def _field(self, state: ProjectState, model: str, name: str) -> Field:
        return state.models[self.app, model.lower()].fields[name]

    def _beyond(self, model: str, constraint: BaseConstraint, after: ProjectState) -> bool:
        """Whether a constraint holds no row that the last release writes: it names a field that stays empty there."""
        new = [
            self._field(after, model, name) for name in names_of(constraint) if not self._knows(model, name)
        ]
        return any(field.null and not field.has_db_default() for field in new)


def names_of(constraint: BaseConstraint) -> list[str]:
    """The fields of a constraint."""
    if isinstance(constraint, UniqueConstraint):
        return list(constraint.fields)
    return list(_named(constraint.condition)) if isinstance(constraint, CheckConstraint) else []


def _named(condition: object) -> Iterator[str]:
    for child in condition.children if isinstance(condition, Q) else ():
        if isinstance(child, tuple):
            yield str(child[0]).split("__")[0]
        else:
            yield from _named(child)


def may_be_left_out(field: Field) -> bool:
    """Whether a row may be written that does not name the column."""
    return field.null or field.has_db_default() or field.generated or isinstance(field, ManyToManyField)


def narrowed(old: Field, new: Field) -> str:
    """What the new column does not take, or not do, that the old one did; empty where there is no such thing."""
    said = [
        ("takes no null", old.null and not new.null),
        ("is unique", new.unique and not old.unique),
        ("has no db_default", old.has_db_default() and not may_be_left_out(new)),
        ("is called otherwise", old.db_column != new.db_column),
        ("is of another type", _type(old) != _type(new)),
        ("is shorter", _length(new) < _length(old)),
    ]
    return ", ".join(word for word, holds in said if holds)


def _type(field: Field) -> str:
    return "text" if _length(field) else field.get_internal_type()


def _length(field: Field) -> float:
    if field.get_internal_type() == "TextField":
        return float("inf")
    return field.max_length or float("inf") if isinstance(field, CharField) else 0
