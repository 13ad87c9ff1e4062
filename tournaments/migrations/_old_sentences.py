"""What the site's sentences were made of, for rows written before that was kept beside them. Only migrations ask it:
the sentences are those that stood in rows then, and stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

Kept = dict[str, Any]


class Sentences:
    """Sentences with places for their values, `%(n)s`, by which an English text is known again."""

    def __init__(self, msgids: Iterable[str]) -> None:
        self._plain = {msgid for msgid in msgids if "%(" not in msgid}
        self._forms = [
            (msgid, re.compile(re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.+?)", re.escape(msgid)), re.DOTALL))
            for msgid in msgids
            if "%(" in msgid
        ]

    def made_of(self, text: str) -> Kept | None:
        """The sentence and its values; of several sentences that fit, the one with the most words of its own."""
        if text in self._plain:
            return {"msgid": text, "values": {}}
        fits = [(msgid, match.groupdict()) for msgid, form in self._forms if (match := form.fullmatch(text))]
        if not fits:
            return None
        msgid, values = min(fits, key=lambda each: sum(map(len, each[1].values())))
        return {"msgid": msgid, "values": {name: _value(name, value) for name, value in values.items()}}


def _value(name: str, text: str) -> Any:
    """A value as it was put in: a table, a role and a refusal are said in the reader's language as well."""
    if name == "table":
        table = re.fullmatch(r"Table (\d+)", text)
        return {"msgid": "Table %(n)s", "values": {"n": table[1]}} if table else text
    if name in ("role", "why"):
        return {"msgid": text, "values": {}}
    return {"engine": text} if name == "how" else text


def fill(model: Any, sentences: Sentences, fields: Sequence[str]) -> None:
    """Writes what each text of these fields was made of into the column beside it, where it is known."""
    columns = [f"{field}_message" for field in fields]
    changed = []
    for row in model.objects.only("pk", *fields).order_by("pk").iterator(chunk_size=1000):
        for field, column in zip(fields, columns, strict=True):
            setattr(row, column, sentences.made_of(getattr(row, field)))
        if any(getattr(row, column) for column in columns):
            changed.append(row)
        if len(changed) >= 500:
            model.objects.bulk_update(changed, columns)
            changed = []
    model.objects.bulk_update(changed, columns)
