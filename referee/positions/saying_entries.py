"""An entry in one line of typing, after who makes it: its verb and what it says, each by its first letters, in any
order that tells them apart: ``play lo, B``; ``target: B`` where a name is needed."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _

from referee.entering.cards_text import CardText, fits_letters
from referee.entering.spec import Spec, verb_spec
from referee.positions.document import Document, header_of
from referee.positions.finding import counted, hits
from referee.positions.letters import first_fitting, heads
from referee.positions.panel import choices_for
from referee.positions.places import place_at
from referee.positions.playing import entry_asked, verbs, who_may
from referee.wording.labels import field_words, verb_words
from rules.kernel.cards import Catalogue
from rules.kernel.entries import Entry

_QUOTED = re.compile(r"[\"“„](.+)[\"“”]")
_SIMPLE = ("card", "cards", "number", "flag", "choice", "word", "words", "numbers", "label", "labels")
#: Of these several parts are taken.
_MANY = ("cards", "words", "numbers", "labels")


def entry_said(document: Document, catalogue: Catalogue, who: str, text: str) -> dict[str, Any]:
    """The entry as a log writes it; the fields of the question in the form tell it. Raises ``CardText``."""
    by = next((name for name in who_may(document) if name.casefold() == who.casefold()), "")
    if not by:
        raise CardText(
            _("“%(who)s”: an entry is by %(names)s.")
            % {"who": who[:40], "names": ", ".join(who_may(document))}
        )
    verb, rest = _verb(document, text.split())
    for name in [name for name in document.texts if name.startswith("a.")]:
        del document.texts[name]
    do = str(verb.__struct_config__.tag)
    document.texts |= {"ask_by": by, "ask_do": do}
    fields = verb_spec(verb).fields
    filling = _Filling(document, catalogue, by, f"a.{do}")
    for part in [part.strip() for part in rest.split(",") if part.strip()]:
        filling.take(fields, part)
    errors: dict[str, str] = {}
    entry = entry_asked(document, header_of(document), errors)
    if errors or entry is None:
        raise CardText(next(iter(errors.values()), _("There is no such verb.")))
    return entry


def _verb(document: Document, words: list[str]) -> tuple[type[Entry], str]:
    """The verb that the first so many words name, of those that more words name the one; and what is left."""
    names = [
        (str(number), name)
        for number, verb in enumerate(verbs(document))
        for name in _names_of(verb, document.game.name)
    ]
    for letters, rest in heads(words):
        number = first_fitting(names, letters)
        if number:
            return verbs(document)[int(number)], " ".join(rest)
    raise CardText(_("“%(words)s” is no action of this game.") % {"words": " ".join(words)[:60]})


def _names_of(verb: type[Entry], game: str) -> tuple[str, str]:
    """A verb as logs write it, and as the page says it."""
    do = str(verb.__struct_config__.tag)
    return do.replace("_", " "), verb_words(do, game)


class _Filling:
    """The fields of a verb being filled, each part of the text into the first that it fits."""

    def __init__(self, document: Document, catalogue: Catalogue, by: str, path: str) -> None:
        self.document = document
        self.catalogue = catalogue
        seat = by if by in document.seats else document.seats[0]
        self.hand = place_at(document, f"players.{seat}.hand")
        self.path = path

    def take(self, fields: tuple[Spec, ...], part: str) -> None:
        """One part into its field. Raises ``CardText``."""
        name, colon, value = (text.strip() for text in part.partition(":"))
        if colon:
            field = next((one for one in fields if _named(one, name)), None)
            if field is None:
                raise CardText(_("“%(name)s” is nothing that this action says.") % {"name": name[:40]})
            if not self._put(field, f"{self.path}.{field.name}", value):
                self.document.texts[f"{self.path}.{field.name}"] = value
            return
        if not any(self._put(field, f"{self.path}.{field.name}", part) for field in fields):
            raise CardText(_("“%(part)s” fits nothing that this action says.") % {"part": part[:60]})

    def _put(self, field: Spec, path: str, part: str) -> bool:
        """Whether the field took it."""
        texts = self.document.texts
        if field.kind == "list" and field.item is not None and field.item.kind == "struct":
            return self._row(field.item, path, part)
        if field.kind == "list" and field.item is not None:
            return self._put(field.item, f"{path}.{self._last(path) + 1}", part)
        if field.kind not in _SIMPLE or (path in texts and field.kind not in _MANY):
            return False
        text = self._fits(field, part)
        if text is None:
            return False
        joined = "\n" if field.kind == "cards" else ", "
        texts[path] = f"{texts[path]}{joined}{text}" if path in texts else text
        return True

    def _row(self, item: Spec, path: str, part: str) -> bool:
        """Into the last thing of a list, or a further one."""
        last = self._last(path)
        if last < 0:
            last = self._moved(item, path)
        rows = (last, last + 1) if last >= 0 else (0,)
        return any(
            self._put(field, f"{path}.{row}.{field.name}", part) for row in rows for field in item.fields
        )

    def _last(self, path: str) -> int:
        """The number of the last thing said of a list; -1 before the first."""
        deep = path + "."
        keys = {name[len(deep) :].split(".")[0] for name in self.document.texts if name.startswith(deep)}
        return max((int(key) for key in keys if key.isdecimal()), default=-1)

    def _moved(self, item: Spec, path: str) -> int:
        """What was said of one card is said of the first of several, now that there is a second."""
        names = [field.name for field in item.fields if f"{self.path}.{field.name}" in self.document.texts]
        for name in names:
            self.document.texts[f"{path}.0.{name}"] = self.document.texts.pop(f"{self.path}.{name}")
        return 0 if names else -1

    def _fits(self, field: Spec, part: str) -> str | None:
        """What a field would say of it; None where it is nothing for this field."""
        if field.kind in ("card", "cards"):
            return self._card(part)
        if field.kind in ("number", "numbers"):
            return part if part.lstrip("-").isdecimal() and len(part) < 7 else None
        if field.is_seat:
            return next((one for one in who_may(self.document) if one.casefold() == part.casefold()), None)
        choices = choices_for(self.document, self.catalogue, field)
        if choices:
            return part if part in dict(choices) else first_fitting(choices, part) or None
        if field.kind not in ("word", "words") or part.isdecimal():
            return None
        numbers = self.catalogue.find(part)
        return self.catalogue.cards[numbers[0]].title if numbers else part

    def _card(self, part: str) -> str | None:
        quoted = _QUOTED.fullmatch(part)
        if quoted is not None:
            return quoted[1].strip() if self.catalogue.find(quoted[1].strip()) else None
        many, letters = counted(part)
        if self.hand is None:
            return None
        fitting, _more = hits(self.document, self.catalogue, self.hand, letters)
        if not fitting:
            return None
        return f"{many} x {fitting[0].line}" if many > 1 else fitting[0].line


def _named(field: Spec, name: str) -> bool:
    return name == field.name or fits_letters(name, field_words(field.name)) is not None
