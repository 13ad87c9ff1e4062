"""A book of sentences: what the engines say in English, known again by its form, and how another language says it.

In a form “{}” stands for a value: a seat, a number, a card, or words that are in the book themselves. In what is said
for it “{:phase}” says that the value is one of the list of that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import Formatter

import msgspec

#: No sentence of an engine is as long; what somebody wrote into a log may be, and looking for forms in it takes time.
LONGEST = 1_000
#: A value that is several things.
_JOINED = re.compile(r"(, |; | and | or )")
_LISTED = re.compile(r"{(\d*):\w+}")
#: how a value is known; one in quotation marks ends where they do
_VALUE, _IN_QUOTES, _NAME = "(.*?)", "“(.*?)", "“([^”]*?)"
_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r"“([^“”]*)”")


#: a sentence in the book's language, and how many letters of the message were values; None where it is not known
Said = tuple[str, int] | None


class Form(msgspec.Struct, frozen=True, gc=False):
    """One sentence. ``quoted`` says of each value whether it stands in quotation marks: then it is a name and stays."""

    pattern: re.Pattern[str]
    said: str
    quoted: tuple[bool, ...]
    #: the lists that values are looked up in first, by the number of the value
    lists: dict[int, Mapping[str, str]]


class Book:
    """The forms of one language, found by their first or last word."""

    def __init__(
        self,
        sentences: Mapping[str, str],
        words: Mapping[str, str],
        quotes: str,
        lists: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """``words`` are known only as values in a sentence, those of a list only where the sentence names it;
        ``quotes`` are the language's two quotation marks."""
        self._quotes = rf"{quotes[0]}\1{quotes[1]}"
        self._words = dict(words)
        self._lists = lists or {}
        self._plain: dict[str, str] = {}
        self._first: dict[str, list[Form]] = {}
        self._last: dict[str, list[Form]] = {}
        self._others: list[Form] = []
        #: “{}: {}” has no words of its own: it is known only around another sentence, or inside one
        self._inner: list[Form] = []
        for text, said in sentences.items():
            self._add(text, said)
        self.say = lru_cache(maxsize=8192)(self._say)

    def _add(self, text: str, said: str) -> None:
        parts = [literal for literal, *_ in Formatter().parse(text)]
        fields = sum(field is not None for _, field, *_ in Formatter().parse(text))
        if not fields:
            self._plain[text.format()] = said.format()
            return
        start, end = parts[0], parts[-1] if len(parts) > fields else ""
        rests = [*parts, ""][: fields + 1]
        form = Form(
            re.compile(_VALUE.join(map(re.escape, rests)).replace(_IN_QUOTES, _NAME), re.DOTALL),
            _LISTED.sub(r"{\1}", said),
            tuple(before.endswith("“") for before in rests[:fields]),
            self._named(said),
        )
        if not any(map(str.isalpha, "".join(rests))):
            self._inner.append(form)
        elif " " in start:
            self._first.setdefault(start.split(" ", 1)[0], []).append(form)
        elif " " in end:
            self._last.setdefault(end.rsplit(" ", 1)[1], []).append(form)
        else:
            self._others.append(form)

    def _named(self, said: str) -> dict[int, Mapping[str, str]]:
        given = [(name, spec) for _, name, spec, _ in Formatter().parse(said) if name is not None]
        return {int(name or n): self._lists[spec] for n, (name, spec) in enumerate(given) if spec}

    def find(self, message: str, inner: bool = False) -> tuple[Form, tuple[str, ...]] | None:
        """The form of a message and the values in it: of several the one with the most words of its own."""
        found = [
            (form, match.groups())
            for form in self._candidates(message)
            if (match := form.pattern.fullmatch(message))
        ] or [
            (form, match.groups())
            for form in self._inner
            if (match := form.pattern.fullmatch(message)) and (inner or any(map(self.say, match.groups())))
        ]
        return min(found, key=lambda each: sum(map(len, each[1])), default=None)

    def _candidates(self, message: str) -> Iterable[Form]:
        yield from self._first.get(message.split(" ", 1)[0], ())
        yield from self._last.get(message.rsplit(" ", 1)[-1], ())
        yield from self._others

    def _say(self, message: str, inner: bool = False) -> Said:
        """The message in the book's language, and how many of its letters are values; None where it is not known."""
        plain = self._plain.get(message)
        if plain is not None:
            return plain, 0
        if len(message) > LONGEST:
            return None
        found = self.find(message, inner)
        said = None if found is None else self._filled(*found)
        for between in ("; ", ", "):
            joined = self._joined(message, between, inner) if between in message else None
            if joined is not None and (said is None or joined[1] < said[1]):
                said = joined
        return said

    def _joined(self, message: str, between: str, inner: bool) -> Said:
        """Several sentences, each known."""
        each = [self.say(part, inner) for part in message.split(between)]
        known = [one for one in each if one is not None]
        if len(known) < len(each):
            return None
        return between.join(one[0] for one in known), sum(one[1] for one in known)

    def _filled(self, form: Form, values: tuple[str, ...]) -> tuple[str, int]:
        said = [
            value if quoted else self._value(value, form.lists.get(n, {}))
            for n, (value, quoted) in enumerate(zip(values, form.quoted, strict=True))
        ]
        return form.said.format(*said), sum(map(len, values))

    def _value(self, text: str, listed: Mapping[str, str]) -> str:
        """What stands in a sentence: words of the list or the book, several of them joined, or a name."""
        known = self._known(text, listed)
        if known is not None:
            return known
        return "".join(
            self._known(part, listed) or self._named_as(part, listed) for part in _JOINED.split(text)
        )

    def _known(self, text: str, listed: Mapping[str, str]) -> str | None:
        known = listed.get(text) or self._words.get(text)
        if known is None and (said := self.say(text, True)) is not None:
            known = said[0]
        return known

    def _named_as(self, text: str, listed: Mapping[str, str]) -> str:
        """A name as it is; of a list word by word what it has: “situation Ally”."""
        if listed:
            either = self._words.get(" or ", "|")
            return _WORD.sub(lambda found: listed.get(found[0], found[0]), text).replace("|", either)
        return _QUOTED.sub(self._quotes, text)
