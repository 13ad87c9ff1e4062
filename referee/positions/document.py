"""The content of the position editor: the texts of its form, and the log that they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.entering.cards_text import CardText
from referee.entering.read import MISSING, Reading, value_of
from referee.entering.spec import struct_spec
from referee.entering.write import texts_of
from referee.positions.listed import together
from rules.kernel.card_list import declaration
from rules.kernel.card_problems import in_words as decoder_words
from rules.kernel.cards import Card, Catalogue, convert_cards
from rules.kernel.game import Game
from rules.kernel.json_problems import json_words
from rules.kernel.log import Log, read_header
from tournaments.pages.translation import engine_words

LETTERS = "ABCDEFGH"
MAX_TEXT = 1_000_000
MAX_FIELDS = 3_000


class Document(msgspec.Struct):
    """The texts of one editor page by field name: ``p.…`` the position, ``o.…`` the options, ``deck.A`` a deck list,
    ``cards`` declarations, ``lines`` what is played and expected, ``a.…`` the entry asked about."""

    game: Game
    seats: tuple[str, ...]
    texts: dict[str, str]
    #: the cards of the event's list that the form names
    listed: list[Card] = []
    #: the players' names by seat, where the page says names instead of seats
    names: dict[str, str] = {}
    #: piles as they were read, by their field: of which text, by which catalogue
    piles: dict[str, tuple[str, Catalogue, list[Any]]] = {}

    def __post_init__(self) -> None:
        low, high = self.game.seats
        self.seats = self.seats[:high] if len(self.seats) >= low else tuple(LETTERS[:low])

    def name_of(self, seat: str) -> str:
        """What the page calls a seat."""
        return self.names.get(seat, seat)

    @property
    def lines(self) -> str:
        return self.texts.get("lines", "")

    @property
    def name(self) -> str:
        kept = "".join(c if c.isalnum() else "-" for c in self.texts.get("name", "").strip()[:80])
        return kept.strip("-") or "position"


class Header(msgspec.Struct):
    """The header that a document describes, as far as it can be read, and what is wrong with the rest."""

    raw: dict[str, Any]
    catalogue: Catalogue
    errors: dict[str, str]


def document_from(game: Game, sent: Mapping[str, str]) -> Document:
    """The document a form sends. Whatever it holds, it is kept."""
    texts = {
        name: text.replace("\r\n", "\n") for name, text in list(sent.items())[:MAX_FIELDS] if text.strip()
    }
    number = texts.get("seats", "")
    count = int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else 0
    return Document(game, tuple(LETTERS[: max(count, game.seats[0])]), texts)


def document_of_log(game: Game, header: Mapping[str, Any], lines: str = "", name: str = "") -> Document:
    """The document of a log: its header's fields as texts, the lines after it as they are."""
    seats = tuple(str(player.get("seat")) for player in header.get("players", ()))
    texts = {"lines": lines, "name": name, "rules": str(header.get("rules") or "")}
    position = header.get("position")
    texts |= (
        {"start": "set-up"} if position is None else texts_of(struct_spec(game.position_type), position, "p")
    )
    texts |= texts_of(struct_spec(game.options_type), header.get("options") or {}, "o")
    texts["cards"] = "\n".join(_json(card) for card in header.get("cards") or ())
    for player in header.get("players", ()):
        if player.get("deck"):
            texts[f"deck.{player['seat']}"] = _json(player["deck"])
    return Document(game, seats, {key: text for key, text in texts.items() if text})


def header_of(document: Document) -> Header:
    """Reads the header out of a document's texts."""
    game, texts = document.game, document.texts
    errors: dict[str, str] = {}
    cards = _declared(game, texts.get("cards", ""), errors)
    declared: list[Card] = []
    try:
        declared = convert_cards(game.card_type, cards)
    except msgspec.ValidationError as error:
        why = decoder_words(str(error), list[game.card_type])  # type: ignore[name-defined]
        errors["cards"] = _("A declaration cannot be read: %s") % engine_words(why)
    declared = together(document.listed, declared)
    cards = [declaration(card) for card in declared] if document.listed else cards if declared else []
    catalogue = game.catalogue.with_cards(declared)
    reading = Reading(texts, catalogue)
    options = reading.of(struct_spec(game.options_type), "o")
    position = reading.of(struct_spec(game.position_type), "p")
    players = [_player(seat, texts, errors) for seat in document.seats]
    raw: dict[str, Any] = {"log": 1, "game": game.name, "rules": texts.get("rules") or game.editions[-1]}
    raw |= {"players": players, "options": options or {}, "cards": cards}
    from_set_up = texts.get("start") == "set-up"
    raw["position"] = None if from_set_up else _with_seats({} if position is MISSING else position, document)
    return Header(raw, catalogue, errors | reading.errors)


def _with_seats(position: dict[str, Any], document: Document) -> dict[str, Any]:
    """The position with every seat there, be it with nothing."""
    given = position.get("players") or {}
    if not isinstance(given, dict):
        return position
    players = {seat: given.get(seat, {}) for seat in document.seats}
    return {**position, "players": players | given}


def _declared(game: Game, text: str, errors: dict[str, str]) -> list[dict[str, Any]]:
    """Card declarations, a line each: as JSON, or in short as ``Red 4: type actor, color red, rank 4``."""
    lines = []
    for line in filter(str.strip, text.split("\n")):
        try:
            lines.append(line if line.lstrip().startswith("{") else _json(_in_short(game, line)))
        except CardText as wrong:
            errors["cards"] = str(wrong)
    return _objects("\n".join(lines), "cards", errors)


def _in_short(game: Game, line: str) -> dict[str, Any]:
    title, colon, rest = line.partition(": ")
    if not colon:
        raise CardText(_("A card is declared as its title, a colon, its facts: %s") % line[:60])
    fields = {field.name: field for field in struct_spec(game.card_type).fields}
    card: dict[str, Any] = {"title": title.strip()}
    for part in filter(str.strip, rest.split(",")):
        name, _space, value = part.strip().partition(" ")
        if name not in fields or not value.strip():
            known = ", ".join(sorted(set(fields) - {"title"}))
            raise CardText(
                _("No fact is called “%(name)s”. There are: %(known)s") % {"name": name[:40], "known": known}
            )
        card[name] = value_of(fields[name], value.strip())
    return card


def _player(seat: str, texts: Mapping[str, str], errors: dict[str, str]) -> dict[str, Any]:
    text = texts.get(f"deck.{seat}", "")
    decks = _objects(text, f"deck.{seat}", errors)
    return {"seat": seat, "deck": decks[0]} if decks else {"seat": seat}


def _objects(text: str, name: str, errors: dict[str, str]) -> list[dict[str, Any]]:
    """JSON objects, a line each."""
    objects: list[dict[str, Any]] = []
    for line in filter(str.strip, text.split("\n")):
        try:
            objects.append(msgspec.json.decode(line, type=dict[str, Any]))
        except (msgspec.DecodeError, RecursionError) as error:
            errors[name] = _("A line is not a JSON object: %(line)s (%(error)s)") % {
                "line": line[:60],
                "error": engine_words(json_words(error))[:120],
            }
    return objects


def data_of(header: Mapping[str, Any], lines: str) -> bytes:
    """The file: the header, then the lines."""
    return (_json(header) + "\n" + lines.strip("\n") + "\n").encode()


def log_of(header: Mapping[str, Any], log: Log) -> bytes:
    """The log alone: no comments, no expectations, no questions that were only asked."""
    lines = [_json(header)]
    for entry in log.entries:
        raw = msgspec.to_builtins(entry)
        raw = raw.get("raw", raw) if "reason" in raw and "rule" in raw else raw
        asked = raw.get("expect") in ("illegal", "undetermined") and not raw.get("applied")
        if not asked:
            lines.append(_json({key: value for key, value in raw.items() if key not in _EXPECTED}))
    return ("\n".join(lines) + "\n").encode()


def split_file(data: bytes) -> tuple[dict[str, Any], str]:
    """A log or scenario as a file: its header and the lines after it. Raises ``LogError``."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = text.split("\n")
    first = next((n for n, line in enumerate(lines) if line.strip() and not line.strip().startswith("#")), 0)
    read_header(lines[first].encode(), first + 1)
    header = msgspec.json.decode(lines[first], type=dict[str, Any])
    kept = [line for line in (*lines[:first], *lines[first + 1 :]) if line.strip()]
    return header, "\n".join(kept)


def begun(lines: str, until: str) -> str:
    """The lines up to and with the entry of that number; all of them where it is none."""
    if not (until.isascii() and until.isdecimal() and len(until) < 5):
        return lines
    kept: list[str] = []
    left = int(until)
    for line in lines.split("\n"):
        is_entry = not line.lstrip().startswith("#") and "do" in msgspec.json.decode(line)
        if is_entry and not left:
            break
        left -= is_entry
        kept.append(line)
    return "\n".join(kept)


_EXPECTED = frozenset({"expect", "rule", "applied", "decided_at", "salt", "hash"})


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
