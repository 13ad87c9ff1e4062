"""The fields of the editor's form, laid out from the engine's types: what a table shows first, the rest folded."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

import msgspec
from django.utils.translation import gettext as _

from referee.entering.read import HERE, KIND
from referee.entering.spec import Spec
from referee.wording.labels import field_words, value_words

#: Lists that hardly anybody writes by hand.
LAST = frozenset({"bars", "steps", "lasting"})
MAX_DEEP = 6
#: A part of more fields than that shows the ones that say which card it is.
MANY = 6


class Input(msgspec.Struct):
    """One field (``widget`` area, line, number, select), or a group of them (``group``, ``rows``)."""

    name: str
    label: str
    widget: str
    value: str = ""
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    error: str = ""
    cards: str = ""
    about: str = ""
    first: tuple[Input, ...] = ()
    more: tuple[Input, ...] = ()
    open: bool = False
    folded: bool = False
    tucked: bool = False

    @property
    def field(self) -> str:
        """The engine's name for it."""
        return self.name.rpartition(".")[2]

    @property
    def id(self) -> str:
        return field_id(self.name)

    @property
    def more_open(self) -> bool:
        """Whether anything folded away is entered or wrong."""
        return any(inner.open or inner.error for inner in self.more)

    @property
    def rows(self) -> int:
        return min(8, max(2, self.value.count("\n") + 2))


def field_id(name: str) -> str:
    """The id of the field with this name."""
    return "f-" + name.replace(".", "-").replace(HERE, "here")


class Layout:
    """Lays out the fields of one document."""

    def __init__(
        self,
        texts: Mapping[str, str],
        errors: Mapping[str, str],
        seats: Iterable[str],
        first: Container[str] = (),
    ) -> None:
        """``first``: the plain facts that stand on top; whatever else is not said stays folded."""
        self.texts, self.errors, self.seats, self.first = texts, errors, tuple(seats), first

    def said(self, path: str) -> bool:
        """Whether anything below a path is entered or wrong."""
        deep = path + "."
        names = (*self.texts, *self.errors)
        return any(name == path or name.startswith(deep) for name in names)

    def of(self, spec: Spec, path: str, label: str = "", depth: int = 0) -> Input:
        """The field or group for a value at ``path``."""
        label = label or field_words(spec.name)
        if spec.kind == "struct":
            made = self.group(spec.fields, path, label, depth, spec.about)
            # what goes on at few moments does not stand before what every table has
            many = len(spec.fields) > MANY // 2
            made.folded = spec.optional and many and path.startswith("p.") and not self.said(path)
            return made
        if spec.kind == "one_of":
            return self._one_of(spec, path, label, depth)
        if spec.kind in ("list", "map"):
            return self._rows(spec, path, label, depth)
        return self._plain(spec, path, label)

    def group(
        self, fields: Iterable[Spec], path: str, label: str, depth: int = 0, about: str = "", skip: str = ""
    ) -> Input:
        """A struct's fields, the likely ones first."""
        fields = tuple(fields)
        many = len(fields) > MANY and path.startswith("p.")
        first: list[Input] = []
        more: list[Input] = []
        for field in fields:
            if field.name == skip or depth > MAX_DEEP:
                continue
            made = self.of(field, f"{path}.{field.name}", depth=depth + 1)
            front = _names_the_card(field) if many and depth > 1 else depth > 1 or self._comes_first(field)
            front = front or bool(made.value or made.error or (made.open and field.kind != "map"))
            (first if front else more).append(made)
        first.sort(key=_order)
        group = Input(path, label, "group", first=tuple(first), more=tuple(more), about=about)
        group.tucked = many and depth > 1
        group.open = self.said(path)
        group.error = self.errors.get(path, "")
        return group

    def _one_of(self, spec: Spec, path: str, label: str, depth: int) -> Input:
        name = f"{path}.{KIND}"
        kind = self.texts.get(name, "")
        kinds = (("", "–"), *((key, value_words(key)) for key in spec.kinds))
        select = Input(name, _("kind"), "select", kind, choices=kinds, error=self.errors.get(name, ""))
        inner = self.group(spec.kinds[kind].fields, path, label, depth).first if kind in spec.kinds else ()
        return Input(path, label, "kind", first=(select, *inner), open=bool(kind))

    def _rows(self, spec: Spec, path: str, label: str, depth: int) -> Input:
        assert spec.item is not None
        if spec.kind == "map":
            keys = self.seats if spec.name != "by" else ()
            rows = [self.of(spec.item, f"{path}.{key}", f"{label} {key}", depth + 1) for key in keys]
        else:
            count = self._count(path)
            blank = 1 if depth <= MAX_DEEP - 2 else 0
            rows = [
                self.of(spec.item, f"{path}.{n}", f"{label} {n + 1}", depth + 1) for n in range(count + blank)
            ]
        return Input(path, label, "rows", first=tuple(rows), open=self.said(path) or path.startswith("a."))

    def _count(self, path: str) -> int:
        deep = path + "."
        keys = [
            name[len(deep) :].split(".")[0] for name in (*self.texts, *self.errors) if name.startswith(deep)
        ]
        numbers = [int(key) for key in keys if key.isascii() and key.isdecimal() and len(key) < 3]
        return max(numbers, default=-1) + 1

    def _plain(self, spec: Spec, path: str, label: str) -> Input:
        value = self.texts.get(path, "")
        made = Input(path, label, "line", value, error=self.errors.get(path, ""), hint=_hint(spec))
        if spec.kind == "cards":
            made.widget, made.cards = "area", "many"
        elif spec.kind == "card":
            made.cards = "one"
        elif spec.kind == "choice":
            choices = tuple((str(choice) or '""', value_words(choice)) for choice in spec.choices)
            made.widget, made.choices = "select", self._choices(spec, value, choices)
        elif spec.kind == "flag":
            made.widget = "select"
            made.choices = self._choices(spec, value, (("yes", _("yes")), ("no", _("no"))))
        elif spec.is_seat and (not value or value in self.seats):
            made.widget = "select"
            made.choices = (("", _unsaid(spec, path)), *((seat, seat) for seat in self.seats))
        elif spec.kind == "number":
            made.widget = "number"
        return made

    def _comes_first(self, spec: Spec) -> bool:
        if spec.name in self.first:
            return True
        return spec.kind in ("cards", "card", "map", "struct", "list") and spec.name not in LAST

    def _choices(
        self, spec: Spec, value: str, choices: tuple[tuple[str, str], ...]
    ) -> tuple[tuple[str, str], ...]:
        """The choices, with the default named first and a value that is none of them kept."""
        blank = ("", f"({_hint(spec)})" if _hint(spec) else "–")
        odd = ((value, value[:40]),) if value and value not in dict(choices) else ()
        return (blank, *choices, *odd)


def _names_the_card(spec: Spec) -> bool:
    """Of a card in play with many facts: which it is and whose, and what has to be said."""
    return (
        spec.required
        or spec.name == "owner"
        or (spec.kind in ("card", "cards") and spec.name in ("card", "cards"))
    )


def _order(made: Input) -> int:
    """Short fields before piles, piles before lists."""
    if made.cards == "one" and made.name.endswith(".card"):
        return -1
    return {"number": 0, "select": 0, "line": 1, "area": 2, "kind": 3, "rows": 4, "group": 4}[made.widget]


def _unsaid(spec: Spec, path: str) -> str:
    """The label of a choice of seats where none is chosen: whose place it is, where that says the owner."""
    parts = path.split(".")
    return f"({parts[2]})" if spec.required and spec.name == "owner" and parts[1] == "players" else "–"


def _hint(spec: Spec) -> str:
    default = spec.default
    if default is None or default == "" or default == ():
        return ""
    if isinstance(default, bool):
        return _("yes") if default else _("no")
    if spec.open_zone:
        return _("not counted")
    return value_words(default) if isinstance(default, int | str) else ""
