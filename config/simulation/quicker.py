"""Django writing its SQL quicker in the process of simulated days, and the very same SQL: a day asks some ten thousand
queries of a few hundred shapes, and most of its time went into writing them.

What is kept between two queries: how a column is quoted, how what it holds is converted, the columns of a whole row.
`test_quicker.py` compares each with what Django makes without it.
"""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models.expressions import Col
from django.db.models.sql.compiler import SQLCompiler

_plain_pairs: Any = SQLCompiler._order_by_pairs
_plain_select = SQLCompiler.get_select
_plain_converters = SQLCompiler.get_converters
_plain_equal = Col.__eq__
#: Columns as they are quoted.
_quoted: dict[str, str] = {}
#: Whole rows: (model, how its table is called) -> the columns with their SQL.
_rows: dict[tuple[Any, str], list[Any]] = {}
#: The columns of whole rows, which stay where they are.
_kept: set[int] = set()
#: What the columns of a query are converted by: by the columns themselves, which are kept with it.
_converters: dict[tuple[int, ...], tuple[list[Any], dict[int, Any]]] = {}


def _as_sql(self: Any, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
    """A column under the name of its table."""
    column = self.target.column
    quoted = _quoted.get(column) or _quoted.setdefault(column, connection.ops.quote_name(column))
    if not self.alias:
        return quoted, []
    table = compiler.quote_cache.get(self.alias) or compiler.quote_name_unless_alias(self.alias)
    return f"{table}.{quoted}", []


def _hash(self: Any) -> int:
    """Of a column: the same for equal ones."""
    return hash((self.alias, self.target.column))


def _equal(self: Any, other: object) -> Any:
    if type(other) is Col and type(self) is Col and other.target is self.target:
        if other.alias != self.alias:
            return False
        if other.output_field is self.output_field:
            return True
    return _plain_equal(self, other)


def _order_by_pairs(self: Any) -> Any:
    """An order by names alone refers to none of the columns that are read, unless they have names of their own."""
    query = self.query
    order = query.extra_order_by or query.order_by or query.get_meta().ordering
    by_names = all(isinstance(name, str) for name in order)
    if not self.select or query.combinator or not by_names or any(alias for _, _, alias in self.select):
        return list(_plain_pairs(self))
    kept, self.select = self.select, []
    try:
        return list(_plain_pairs(self))
    finally:
        self.select = kept


def _get_select(self: Any, with_col_aliases: bool = False) -> Any:
    """Whole rows of one model, without anything beside."""
    query = self.query
    beside = query.select_related or query.deferred_loading[0] or query.annotations or query.extra
    if with_col_aliases or not query.default_cols or beside or query.selected is not None or query.select:
        return _plain_select(self, with_col_aliases)
    name = self.quote_name_unless_alias(query.get_initial_alias())
    kept = _rows.get((query.model, name))
    if kept is None or query.model._meta.parents:
        made = _plain_select(self, with_col_aliases)
        _rows[query.model, name] = list(made[0])
        _kept.update(id(column) for column, _, _ in made[0])
        return made
    return list(kept), {"model": query.model, "select_fields": list(range(len(kept)))}, {}


def _get_converters(self: Any, expressions: Any) -> Any:
    expressions = list(expressions)
    if not all(type(one) is Col for one in expressions):
        return _plain_converters(self, expressions)
    key = tuple(map(id, expressions))
    kept = _converters.get(key)
    if kept is None:
        made = _plain_converters(self, expressions)
        if all(id(one) in _kept or one is one.target.__dict__.get("cached_col") for one in expressions):
            _converters[key] = expressions, made
        return made
    return kept[1]


#: What is put where.
PUT = (
    (Col, "as_sql", _as_sql),
    (Col, "__hash__", _hash),
    (Col, "__eq__", _equal),
    (SQLCompiler, "_order_by_pairs", _order_by_pairs),
    (SQLCompiler, "get_select", _get_select),
    (SQLCompiler, "get_converters", _get_converters),
)


def quicken() -> None:
    """For the whole of this process, which plays days and does nothing else."""
    assert connection.vendor in ("sqlite", "postgresql")
    for where, name, what in PUT:
        setattr(where, name, what)
