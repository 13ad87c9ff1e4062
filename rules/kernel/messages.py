"""Messages: what an engine says is the id of a text with values. The texts stand in ``texts/<language>.toml`` beside
each game, the English ones too.

    say = Texts(__name__, Path(__file__).parent, base=KERNEL).say
    message = say("no_free_hand", seat="A")   # as a text it is the English sentence
    message.said("de")                        # and this the German one

A file of texts has tables of sentences, one for each concern: ``id = "a sentence with a {value}"``. Apart from them

- ``quotes`` are the two quotation marks of the language;
- ``words`` says what plain values are called that are words of the rules (“judge”, “ and ”);
- ``lists.<name>`` says it for those values that a sentence gives as ``{value:name}``;
- ``verbs``, ``fields`` and ``values`` are for whoever shows the game.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any, NamedTuple, Self

ENGLISH = "en"
#: tables of a file that hold no sentences
APART = ("words", "lists", "verbs", "fields", "values")
#: what may stand between several words of one plain value
_BETWEEN = re.compile(r"(, |; | and | or )")
_QUOTED = re.compile(r"“([^“”]*)”")
_WORD = re.compile(r"\w+")
#: messages that are kept as they were made: most are made again and again while options are looked for
KEPT = 1 << 14


class Message(str):
    """An English sentence that knows the id and the values it was made from, and so can be said in another language.

    It is a ``str`` and is compared, kept and printed as its English sentence. Encoders that take nothing but ``str``
    itself are given ``plain(message)``. What is cut out of it or put around it is a plain text again: a sentence around
    another has it as a value.
    """

    __slots__ = ("id", "texts", "values")
    id: str
    texts: Texts
    values: Mapping[str, Any]

    def __new__(cls, english: str, texts: Texts, id: str, values: Mapping[str, Any]) -> Self:
        message = super().__new__(cls, english)
        message.texts, message.id, message.values = texts, id, values
        return message

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (self.texts.module, self.id, dict(self.values))

    def said(self, language: str) -> str:
        """The sentence in a language; English where the language has no text for it."""
        return self.texts.of(language).sentence(self)


class Joined(Message):
    """Several messages or words in a row. Its values are the ``parts`` and what stands ``between`` them."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _joined_again, (self.texts.module, self.values["parts"], self.values["between"])

    def said(self, language: str) -> str:
        """Each part in a language, with that language's word between them."""
        return self.texts.of(language).row(self.values["parts"], self.values["between"])


#: each sentence without a value, in English, and whose it is
_WITHOUT_VALUES: dict[str, tuple[Texts, str]] = {}


class Texts:
    """The texts of one package in all its languages. ``module`` is the name of the module that makes them and has
    them as ``TEXTS``, ``folder`` where the files are, ``base`` the texts it uses beside its own."""

    def __init__(self, module: str, folder: Path, base: Texts | None = None) -> None:
        self.module = module
        self.folder = folder
        self.base = base
        self.own = sentences(read(folder, ENGLISH))
        self._english: dict[str, str] = (base._english if base else {}) | self.own
        self.say = lru_cache(maxsize=KEPT, typed=True)(self._say)
        self.of = cache(self._of)
        _WITHOUT_VALUES.update(
            (text.format(), (self, id)) for id, text in self.own.items() if "{" not in text
        )

    def _say(self, id: str, /, **values: Any) -> Message:
        """The message of an id with its values. Raises KeyError where there is no such text, or a value is missing;
        a test asks it for all that stand in the code."""
        return Message(self._english[id].format_map(values), self, id, values)

    def joined(self, parts: Iterable[str], between: str) -> Joined:
        """Messages or words as one: “A, B” of A and B with “, ” between them."""
        each = tuple(parts)
        return Joined(between.join(each), self, "", {"parts": each, "between": between})

    def _of(self, language: str) -> InLanguage:
        return InLanguage(self, language)


class Part(NamedTuple):
    """A value in a sentence of another language, and what stands ``before`` it."""

    before: str
    name: str
    #: the words of its list
    listed: Mapping[str, str]
    #: in quotation marks it is a name, which stays as it is
    quoted: bool


class InLanguage:
    """The texts of a package in one language."""

    def __init__(self, texts: Texts, language: str) -> None:
        self.language = language
        base = texts.base.of(language) if texts.base else None
        file = read(texts.folder, language)
        self._words: dict[str, str] = (dict(base._words) if base else {}) | file.get("words", {})
        self._lists: dict[str, Any] = (base._lists if base else {}) | file.get("lists", {})
        self._quotes: str = file.get("quotes") or (base._quotes if base else "“”")
        known = sentences(file) if language != ENGLISH else {}
        self._parts: dict[str, tuple[tuple[Part, ...], str]] = dict(base._parts) if base else {}
        self._parts |= {id: self._taken_apart(text) for id, text in known.items()}

    def _taken_apart(self, text: str) -> tuple[tuple[Part, ...], str]:
        """The values of a sentence, and its end."""
        parts: list[Part] = []
        end = ""
        for before, name, listed, _ in Formatter().parse(text):
            if name is None:
                end = before
                continue
            quoted = before.endswith(self._quotes[0])
            parts.append(Part(before, name, self._lists[listed] if listed else {}, quoted))
        return tuple(parts), end

    def sentence(self, message: Message) -> str:
        """The sentence of a message in this language; its English where there is no text for it."""
        template = self._parts.get(message.id)
        if template is None:
            return plain(message)
        parts, end = template
        values = message.values
        said = [
            part.before
            + (str(values[part.name]) if part.quoted else self.value(values[part.name], part.listed))
            for part in parts
        ]
        return "".join(said) + end

    def row(self, parts: Iterable[str], between: str) -> str:
        """Several values one after the other."""
        return self.value(between).join(self.value(part) for part in parts)

    def value(self, value: object, listed: Mapping[str, str] = MappingProxyType({})) -> str:
        """The word for a value in a sentence: another message, words of the rules, several of them, or a name."""
        if isinstance(value, Message):
            return value.said(self.language)
        text = str(value)
        known = listed.get(text) or self._words.get(text)
        return known or "".join(self._word(part, listed) for part in _BETWEEN.split(text))

    def _word(self, text: str, listed: Mapping[str, str]) -> str:
        """One of several words; of a list each part that it has (“situation Ally”). Quotation marks as here."""
        known = listed.get(text) or self._words.get(text)
        if known is not None:
            return known
        if listed:
            either = self._words.get(" or ", "|")
            return _WORD.sub(lambda match: listed.get(match[0], match[0]), text).replace("|", either)
        return _QUOTED.sub(rf"{self._quotes[0]}\1{self._quotes[1]}", text)


def quoted(text: str, most: int) -> str:
    """The text that somebody wrote, cut to so many characters; a sentence of the engine's own whole."""
    return text if isinstance(text, Message) else text[:most]


def plain(text: str) -> str:
    """A text as a ``str`` and nothing more, for encoders that take no other."""
    return str.__str__(text)


def plainly(value: object) -> str:
    """The same for an encoder's ``enc_hook``, which is given whatever the encoder does not know."""
    return plain(str(value))


def recalled(text: str) -> str:
    """The message that a text is, which may have been kept in English alone; the text itself where no sentence without
    values reads so."""
    if isinstance(text, Message):
        return text
    texts, id = _WITHOUT_VALUES.get(text, (None, ""))
    return text if texts is None else texts.say(id)


def read(folder: Path, language: str) -> dict[str, Any]:
    """A file of texts as it is written; empty where the language has none. Raises ValueError where it is not TOML."""
    path = folder / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if language.isalpha() and path.exists() else {}


def sentences(file: Mapping[str, Any]) -> dict[str, str]:
    """The sentences of a file by their ids. Raises ValueError for an id that stands in it twice."""
    texts: dict[str, str] = {}
    for id, text in _entries(file):
        if id in texts:
            raise ValueError(f"the text {id} stands in two tables")
        texts[id] = text
    return texts


def _entries(file: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for table, texts in file.items():
        if table not in APART and isinstance(texts, dict):
            yield from texts.items()


def _made_again(module: str, id: str, values: Mapping[str, Any]) -> Message:
    message: Message = import_module(module).TEXTS.say(id, **values)
    return message


def _joined_again(module: str, parts: tuple[str, ...], between: str) -> Joined:
    message: Joined = import_module(module).TEXTS.joined(parts, between)
    return message
