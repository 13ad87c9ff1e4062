"""What was touched on the editor's page, done: a place opened, a change made, a card declared, an entry asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.entering.cards_text import CardText
from referee.entering.spec import verb_spec
from referee.entering.write import texts_of
from referee.positions.document import Document
from referee.positions.new_cards import declare
from referee.positions.playing import lay_out
from referee.positions.touching import change
from rules.kernel.cards import Catalogue

#: What is carried from page to page, besides the fields that are shown.
CARRIED = ("p.", "o.", "deck.")
KEPT = frozenset({"cards", "lines", "rules", "start", "touched", "shown"})
#: So many questions are asked anew at once.
MOST_ASKED = 6
#: Nothing is touched any more.
NOWHERE = "-"
START, END = "start", "end"


class Done(msgspec.Struct):
    """What came of it: why a change was refused, what was typed for it, whether the table is another now."""

    wrong: str = ""
    typed: str = ""
    changed: bool = False


def handle(document: Document, catalogue: Catalogue, sent: Mapping[str, str]) -> Done:
    """Does what the form's button says of the table; what it cannot is said."""
    texts = document.texts
    done = Done(typed=sent.get("find", ""))
    if sent.get("touch"):
        texts["touched"] = sent["touch"][:200] if sent["touch"] != NOWHERE else ""
        done.typed = ""
    if sent.get("shown_as") in (START, END):
        texts["shown"] = sent["shown_as"]
    if sent.get("ask"):
        _ask(document, sent["ask"])
    if sent.get("drop", "").isdecimal():
        _drop(document, int(sent["drop"][:6]))
    said = change_said(sent)
    if said:
        _change(document, catalogue, said, sent, done)
    return done


def change_said(sent: Mapping[str, str]) -> str:
    """The change that a button names; one that is typed and sent with the Enter key is meant all the same."""
    said = sent.get("edit", "")
    if not said and sent.get("put_change") and sent.get("put", "") != sent.get("put_was", ""):
        said = sent["put_change"]
    return said


def _change(document: Document, catalogue: Catalogue, said: str, sent: Mapping[str, str], done: Done) -> None:
    typed = sent.get("put", "") if said.startswith("set ") else sent.get("find", "")
    declares = said.startswith("declare ")
    if declares:
        _word, _space, said = said.partition(" ")
        try:
            typed = declare(document, sent)
        except CardText as wrong:
            done.wrong = str(wrong)
            return
        catalogue = catalogue.with_cards([_last_declared(document)])
    touched = change(document, catalogue, said, typed)
    document.texts["touched"] = touched.at
    done.wrong = touched.wrong
    if touched.wrong:
        done.typed = typed
        return
    done.typed, done.changed = "", True
    document.texts["shown"] = START
    if touched.replaced is not None:
        ask_again(document, *touched.replaced)


def _last_declared(document: Document) -> Any:
    line = document.texts["cards"].rsplit("\n", 1)[-1]
    return msgspec.json.decode(line, type=document.game.card_type)


def _ask(document: Document, text: str) -> None:
    """The fields of the question filled in with an entry."""
    try:
        entry = msgspec.json.decode(text[:20_000], type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return
    do = str(entry.get("do", ""))
    verb = next((one for one in document.game.all_verbs if one.__struct_config__.tag == do), None)
    if verb is None:
        return
    for name in [name for name in document.texts if name.startswith("a.")]:
        del document.texts[name]
    document.texts |= {"ask_by": str(entry.get("by", "")), "ask_do": do}
    document.texts |= texts_of(verb_spec(verb), entry, f"a.{do}")


def _drop(document: Document, line: int) -> None:
    """Takes a line out of what was played."""
    lines = document.lines.strip("\n").split("\n")
    if 0 < line <= len(lines):
        document.texts["lines"] = "\n".join([*lines[: line - 1], *lines[line:]])


def ask_again(document: Document, old: Any, new: Any) -> None:
    """A card took another's place: the lines that speak of it speak of the new one, and what was asked of it is asked
    anew, so that its verdict is the one that is shown."""
    asked = []
    lines = document.lines.strip("\n").split("\n") if document.lines.strip() else []
    for n, line in enumerate(lines):
        try:
            raw = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError):
            continue
        renamed = _renamed(raw, old, new)
        if renamed != raw:
            lines[n] = msgspec.json.encode(renamed).decode()
            if isinstance(renamed.get("expect"), str):
                asked.append(n + 1)
    if not any(asked):
        document.texts["lines"] = "\n".join(lines)
        return
    document.texts["lines"] = "\n".join(lines)
    _learn(document, lines, asked)


def _learn(document: Document, lines: list[str], asked: list[int]) -> None:
    """Writes beside each of these lines the verdict that it has now."""
    from referee.positions.document import header_of

    for number in asked[:MOST_ASKED]:
        table = lay_out(document, header_of(document))
        if table.wrong:
            return
        played = next((one for one in table.played if one.line == number), None)
        if played is None or played.verdict is None or played.word == "not_reached":
            continue
        raw = msgspec.json.decode(lines[number - 1], type=dict[str, Any])
        raw.pop("rule", None)
        raw["expect"] = played.word
        if played.word == "illegal" and played.verdict.violations:
            raw["rule"] = played.verdict.violations[0].rule
        lines[number - 1] = msgspec.json.encode(raw).decode()
        document.texts["lines"] = "\n".join(lines)


def _renamed(raw: Any, old: Any, new: Any) -> Any:
    if raw == old:
        return new
    if isinstance(raw, dict):
        return {
            key: value if key in ("by", "do", "expect") else _renamed(value, old, new)
            for key, value in raw.items()
        }
    if isinstance(raw, list):
        return [_renamed(one, old, new) for one in raw]
    return raw


def carried(document: Document) -> list[tuple[str, str]]:
    """The texts that the page carries without showing them as fields."""
    return [(name, text) for name, text in document.texts.items() if name.startswith(CARRIED) or name in KEPT]
