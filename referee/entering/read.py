"""From the texts of a form to what a log writes. Whatever is wrong is said beside its field; nothing is lost.

A form's texts have dotted names: ``p.players.A.hand``. What is left empty is left out and takes its default;
``?`` is "nobody knows".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.entering.cards_text import EMPTY, CardText, card_of, cards_of
from referee.entering.spec import Spec
from rules.kernel.cards import Catalogue

UNKNOWN = "?"
NOTHING = "none"
#: Beside a part that is there with nothing of it written.
HERE = "+"
#: The field in which the kind of a part is chosen.
KIND = "kind"
MAX_ROWS = 60


class _Missing:
    """Nothing was entered."""

    def __bool__(self) -> bool:
        return False


MISSING = _Missing()


class Reading:
    """Reads the texts of one form. ``errors`` are by field name."""

    def __init__(self, texts: Mapping[str, str], catalogue: Catalogue) -> None:
        self.texts = texts
        self.catalogue = catalogue
        self.errors: dict[str, str] = {}
        self._below: dict[str, dict[str, None]] = {}
        for name, text in texts.items():
            if text.strip():
                self._note(name)

    def _note(self, name: str) -> None:
        parts = name.split(".")
        for place in range(1, len(parts)):
            self._below.setdefault(".".join(parts[:place]), {})[parts[place]] = None

    def of(self, spec: Spec, path: str) -> Any:
        """The value at ``path``; ``MISSING`` where nothing is entered."""
        deep = {"struct": self._struct, "one_of": self._one_of, "list": self._list, "map": self._map}
        if spec.kind in deep:
            return deep[spec.kind](spec, path)
        text = self.texts.get(path, "").strip()
        if not text:
            return MISSING
        if text == UNKNOWN and not spec.plain and spec.kind not in ("cards", "card"):
            return {"unknown": True}
        try:
            return self._value(spec, text)
        except CardText as wrong:
            self.errors[path] = str(wrong)
            return MISSING

    def _value(self, spec: Spec, text: str) -> Any:
        if spec.kind == "cards":
            return cards_of(text, self.catalogue, plain=spec.plain)
        if text.casefold() == NOTHING and spec.optional:
            return None
        if spec.kind == "card":
            return card_of(text, self.catalogue, plain=spec.plain)
        return value_of(spec, text)

    def _struct(self, spec: Spec, path: str) -> Any:
        fields: dict[str, Any] = {}
        for field in spec.fields:
            value = self.of(field, f"{path}.{field.name}")
            if value is not MISSING:
                fields[field.name] = value
        if not fields and not self.texts.get(f"{path}.{HERE}", "").strip():
            return MISSING
        return fields

    def _one_of(self, spec: Spec, path: str) -> Any:
        kind = self.texts.get(f"{path}.{KIND}", "").strip()
        if not kind:
            return MISSING
        if kind not in spec.kinds:
            self.errors[f"{path}.{KIND}"] = _("There is no such kind: choose one from the list.")
            return MISSING
        fields = self._struct(spec.kinds[kind], path)
        return {spec.tag_field: kind, **(fields or {})}

    def _list(self, spec: Spec, path: str) -> Any:
        assert spec.item is not None
        rows = sorted(int(key) for key in self._below.get(path, {}) if key.isascii() and key.isdecimal())
        values = (self.of(spec.item, f"{path}.{row}") for row in rows[:MAX_ROWS])
        given = [value for value in values if value is not MISSING]
        return given or ([] if self.texts.get(f"{path}.{HERE}") else MISSING)

    def _map(self, spec: Spec, path: str) -> Any:
        assert spec.item is not None
        given = {}
        for key in self._below.get(path, {}):
            value = self.of(spec.item, f"{path}.{key}") if key != HERE else MISSING
            if value is not MISSING:
                given[key] = value
        return given or ({} if self.texts.get(f"{path}.{HERE}") else MISSING)


def value_of(spec: Spec, text: str) -> Any:
    """A plain value from its text. Raises ``CardText`` with how to mend it."""
    return _VALUES[spec.kind](spec, text)


def _number(spec: Spec, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise CardText(_("A whole number is expected here, not “%s”.") % text[:40]) from None
    if (spec.low is not None and number < spec.low) or (spec.high is not None and number > spec.high):
        raise CardText(
            _("From %(low)s to %(high)s.")
            % {"low": "…" if spec.low is None else spec.low, "high": "…" if spec.high is None else spec.high}
        )
    if abs(number) > 10**9:
        raise CardText(_("This number is too large for any table."))
    return number


def _flag(spec: Spec, text: str) -> bool:
    if text not in ("yes", "no"):
        raise CardText(_("Yes or no."))
    return text == "yes"


def _choice(spec: Spec, text: str) -> Any:
    for choice in spec.choices:
        if str(choice) == text or (choice == "" and text == '""'):
            return choice
    raise CardText(_("There is no “%s” here: choose one from the list.") % text[:40])


def _word(spec: Spec, text: str) -> str:
    if len(text) > 200:
        raise CardText(_("This is longer than 200 characters."))
    return "" if text == '""' else text


def _words(spec: Spec, text: str) -> list[str]:
    return [] if text == EMPTY else [word.strip() for word in text.split(",") if word.strip()]


def _numbers(spec: Spec, text: str) -> list[int]:
    return [_number(spec, part.strip()) for part in text.split(",") if part.strip()] if text != EMPTY else []


def _pairs(spec: Spec, text: str) -> dict[str, str]:
    pairs = {}
    for part in text.split(","):
        name, colon, value = part.partition(":")
        if not colon:
            raise CardText(_("Enter pairs here, such as A: attack, B: block."))
        pairs[name.strip()] = value.strip()
    return pairs


def _raw(spec: Spec, text: str) -> Any:
    if len(text) > 20_000:
        raise CardText(_("This is longer than 20,000 characters."))
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        if text[:1] in '{["':
            raise CardText(_("This cannot be read as JSON: %s") % text[:60]) from None
        return text


_VALUES: dict[str, Any] = {
    "number": _number,
    "flag": _flag,
    "choice": _choice,
    "word": _word,
    "label": _word,
    "words": _words,
    "labels": _words,
    "numbers": _numbers,
    "pairs": _pairs,
    "raw": _raw,
}
