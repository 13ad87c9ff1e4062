"""A deck list as people write it: the log format's JSON, or a card a line."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from rules.kernel.json_problems import json_words
from rules.registry import event_rules_of
from tournaments.errors import Invalid
from tournaments.messages import message as _

MAX_COPIES = 1_000
_LINE = re.compile(r"(?:(\d{1,6})\s*[x×]?\s+)?(.+)")
_HEADING = re.compile(r"\[([^\]]{1,40})\]|([\w ]{1,40}):")


def read_deck(text: str, game: str) -> dict[str, Any]:
    """A deck list out of JSON or of lines as “2 Title”; “[section]” or “section:” alone begins a section.
    Empty lines and lines with # are left out. Raises Invalid, naming the line.
    """
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise Invalid(_("The deck list is empty."), fields={"text": _("Write a card on each line.")})
    return _json(text) if text.startswith("{") else _lines(text, game)


def _json(text: str) -> dict[str, Any]:
    try:
        decoded = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        said = _("This is not JSON: %(why)s", why=json_words(error))
        raise Invalid(said, fields={"text": said}) from None
    if not isinstance(decoded, dict):
        raise Invalid(_("A deck list is an object."), fields={"text": _("A deck list is an object.")})
    return decoded


def _lines(text: str, game: str) -> dict[str, Any]:
    sections: dict[str, list[dict[str, Any]]] = {}
    section = event_rules_of(game).first_section
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        heading = _HEADING.fullmatch(line)
        if heading:
            section = (heading[1] or heading[2]).strip().lower().replace(" ", "_")
            continue
        count, title = _card(line, number)
        sections.setdefault(section, []).append({"card": title, "count": count})
    return {"sections": sections}


def _card(line: str, number: int) -> tuple[int, str]:
    match = _LINE.fullmatch(line)
    assert match is not None
    count = int(match[1] or 1)
    if not 1 <= count <= MAX_COPIES:
        said = _("Line %(n)s: a deck holds 1 to %(most)s copies of a card.", n=number, most=MAX_COPIES)
        raise Invalid(said, fields={"text": said})
    return count, match[2].strip()


def written(body: dict[str, Any]) -> str:
    """The list as lines, for mending; as JSON where a card is named by more than its title."""
    sections = body.get("sections", {})
    if any(not isinstance(line["card"], str) for lines in sections.values() for line in lines) or body.get(
        "name"
    ):
        return msgspec.json.format(msgspec.json.encode(body), indent=1).decode()
    out = []
    for name, lines in sections.items():
        out += [f"[{name}]", *(f"{line.get('count', 1)} {line['card']}" for line in lines)]
    return "\n".join(out)
