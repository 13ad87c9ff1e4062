"""The texts of the engines: each message that the code makes has its text in every language, with the same values."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from rules.kernel.messages import APART, ENGLISH, read, sentences
from tests.rules.texts.collected import RULES, all_calls, sentences_in_code, words_of_code

pytestmark = pytest.mark.anywhere

PACKAGES = sorted(path.parent.parent.name for path in RULES.glob(f"*/texts/{ENGLISH}.toml"))
LANGUAGES = sorted({path.stem for path in RULES.glob("*/texts/*.toml")} - {ENGLISH})
NO_SENTENCES = tomllib.loads((Path(__file__).parent / "no_sentences.toml").read_text(encoding="utf-8"))[
    "left"
]


def file_of(package: str, language: str) -> Mapping[str, Any]:
    return read(RULES / package / "texts", language)


def texts_of(package: str, language: str) -> dict[str, str]:
    """A package's own sentences."""
    return sentences(file_of(package, language))


def values_of(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def lacking(package: str, language: str) -> list[str]:
    """The messages of a package that a language has no text for."""
    return sorted(texts_of(package, ENGLISH).keys() - texts_of(package, language).keys())


def test_the_engines_and_their_languages_are_found() -> None:
    assert PACKAGES == [
        "alignment", "herocard", "highlander", "kernel", "looney_tunes", "nightmare_before_christmas",
    ]  # fmt: skip
    assert LANGUAGES == ["de"] and len(all_calls()) > 1_000


def test_every_message_of_the_code_has_its_text_and_its_values() -> None:
    wrong = []
    for call in all_calls():
        texts = texts_of("kernel", ENGLISH) | texts_of(call.package, ENGLISH)
        if call.id is not None and call.id not in texts:
            wrong.append(f"{call.place}: no text {call.id}")
        elif call.id is not None and call.values != values_of(texts[call.id]):
            wrong.append(f"{call.place}: {call.id} has {sorted(values_of(texts[call.id]))}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_is_said_somewhere(package: str) -> None:
    assert not sorted(texts_of(package, ENGLISH).keys() - words_of_code())


def test_no_sentence_stands_in_the_code() -> None:
    known = set(NO_SENTENCES)
    listed = {word for package in PACKAGES for word in _listed(package, "de")}
    found = [f"{place}: {text}" for text, place in sentences_in_code().items() if text not in known | listed]
    assert not found, "these belong into texts/en.toml of their package:\n" + "\n".join(found)
    assert not sorted(known - sentences_in_code().keys())


def _listed(package: str, language: str) -> list[str]:
    file = file_of(package, language)
    return [*file.get("words", {}), *(word for words in file.get("lists", {}).values() for word in words)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_language_lacks_nothing_and_has_nothing_else(package: str, language: str) -> None:
    assert not lacking(package, language)
    assert not sorted(texts_of(package, language).keys() - texts_of(package, ENGLISH).keys())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_values_are_kept_and_so_are_quotation_marks(package: str, language: str) -> None:
    quotes = file_of("kernel", language)["quotes"]
    english = texts_of(package, ENGLISH)
    lists = file_of("kernel", language).get("lists", {}) | file_of(package, language).get("lists", {})
    for id, text in texts_of(package, language).items():
        assert values_of(text) == values_of(english[id]), id
        quoted = re.findall(rf"{quotes[0]}\{{(\w+)(?::\w+)?\}}{quotes[1]}", text)
        assert sorted(quoted) == sorted(re.findall(r"“\{(\w+)\}”", english[id])), id
        assert {spec for _, _, spec, _ in Formatter().parse(text) if spec} <= lists.keys(), id


def test_an_id_means_one_thing() -> None:
    """No game has a text of the kernel's name; what several games say in the same words has the same German."""
    kernel = texts_of("kernel", ENGLISH)
    said: dict[str, str] = {}
    for package in PACKAGES:
        english, german = texts_of(package, ENGLISH), texts_of(package, "de")
        assert package == "kernel" or not english.keys() & kernel.keys()
        for id, text in english.items():
            plain, other = re.sub(r"{\w+}", "{}", text), re.sub(r"{\w+", "{", german[id])
            assert said.setdefault(plain, other) == other, (package, id)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_words_of_a_language_are_words_of_the_engines(package: str, language: str) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in RULES.rglob("*.py")).lower()
    code += "".join(
        path.read_text(encoding="utf-8") for path in RULES.glob(f"*/texts/{ENGLISH}.toml")
    ).lower()
    stale = [
        word
        for word in _listed(package, language)
        if not all(part.lower() in code for part in re.findall(r"\w+", word))
    ]
    assert not stale


def test_tables_are_known() -> None:
    """What is no table of sentences is one of those that ``rules.kernel.messages`` names."""
    for package in PACKAGES:
        for language in (ENGLISH, *LANGUAGES):
            for name, table in file_of(package, language).items():
                assert name in (*APART, "quotes") or all(isinstance(text, str) for text in table.values()), (
                    name
                )
