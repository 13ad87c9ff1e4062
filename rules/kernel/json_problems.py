"""The message for a decoder's error about a text that is not JSON, in the words of whoever wrote it."""

from __future__ import annotations

import re

from rules.kernel.texts import say

#: what msgspec says, and the id of our message
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"trailing characters \(byte (\d+)\)"), "json_trailing_characters"),
    (re.compile(r"invalid character \(byte (\d+)\)"), "json_invalid_character"),
    (re.compile(r"invalid number \(byte (\d+)\)"), "json_invalid_number"),
    (re.compile(r"object keys must be strings \(byte (\d+)\)"), "json_keys_are_strings"),
    (re.compile(r"trailing comma in object \(byte (\d+)\)"), "json_comma_in_object"),
    (re.compile(r"trailing comma in array \(byte (\d+)\)"), "json_comma_in_array"),
    (re.compile(r"invalid escape character in string \(byte (\d+)\)"), "json_invalid_escape"),
)
_EXPECTED = re.compile(r"expected (.*) \(byte (\d+)\)")
_MALFORMED = "JSON is malformed: "


def json_words(error: Exception) -> str:
    """The message for a decoder's error; for one that is not known here, its own words."""
    said = str(error)
    if said == "Input data was truncated":
        return say("json_cut_short")
    if not said.startswith(_MALFORMED):
        return said
    return say("json_malformed", problem=_problem(said.removeprefix(_MALFORMED)))


def _problem(said: str) -> str:
    for form, id in _FORMS:
        fits = form.fullmatch(said)
        if fits:
            return say(id, byte=fits[1])
    expected = _EXPECTED.fullmatch(said)
    return say("json_expected", wanted=expected[1], byte=expected[2]) if expected else said
