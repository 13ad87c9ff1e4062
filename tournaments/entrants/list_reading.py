"""A list of people to be entered, as somebody sends it: names one a line, CSV with its columns in any order, or the
event file of another event. What was understood, and what is wrong by line. Nothing that a file can hold raises."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from tournaments.errors import Invalid
from tournaments.event_file import read_event
from tournaments.facts import EventFileError
from tournaments.messages import message as _
from tournaments.text import clean_line

MAX_BYTES = 4_000_000
MAX_LINES = 5_000
MAX_SEED = 100_000
#: characters of somebody's text that a message repeats
QUOTED = 40

#: How a column may be headed, in the languages of the site, without spaces and signs: what stands in it.
HEADINGS: dict[str, tuple[str, ...]] = {
    "name": (
        *("name", "names", "player", "players", "playername", "fullname", "participant"),
        *("participants", "namen", "spieler", "spielerin", "spielername", "spielerinnen", "teilnehmer"),
        *("teilnehmerin", "teilnehmername", "teilnehmende", "vollername"),
    ),
    "first_name": ("firstname", "forename", "givenname", "vorname"),
    "last_name": ("lastname", "surname", "familyname", "nachname", "familienname", "zuname"),
    "email": ("email", "mail", "emailaddress", "mailaddress", "emailadresse", "mailadresse"),
    "seed": (
        "seed",
        "listseed",
        "seeding",
        "startrank",
        "setzplatz",
        "setzlistenplatz",
        "startplatz",
        "startnummer",
    ),
    "rating": ("rating", "elo", "elorating", "wertung", "wertungszahl", "elozahl"),
    "deck": ("deck", "decklist", "decks", "cards", "deckliste", "karten"),
    "club": (
        "club",
        "team",
        "family",
        "clubfamily",
        "cluborfamily",
        "verein",
        "klub",
        "familie",
        "mannschaft",
    ),
}
_COLUMN = {heading: column for column, headings in HEADINGS.items() for heading in headings}
_NUMBERED = re.compile(r"(?:\d{1,5}[.)]|[-*•])\s+(?=\S)")
_ADDRESSED = re.compile(r"(.+?)\s*<([^<>\s]+@[^<>\s]+)>[,;]?")
_NUMBER = re.compile(r"[+-]?\d{1,7}(?:[.,]\d{1,6})?")
_THOUSANDS = re.compile(r"\d{1,3}[.,]\d{3}")
#: the apostrophe with which a spreadsheet, and our own export, keeps a text from being a formula
_APOSTROPHE = re.compile(r"'(?=[=+\-@])")


@dataclass(frozen=True)
class Line:
    """Somebody on the list; `number` is the line, from 1. `deck`: the deck list as it is written there."""

    number: int
    name: str
    email: str = ""
    seed: int | None = None
    rating: float | None = None
    deck: str = ""
    club: str = ""


@dataclass(frozen=True)
class Problem:
    """A problem on a line; 0: with the list as a whole."""

    line: int
    message: str


@dataclass(frozen=True)
class ReadList:
    """The result of reading a list. `form`: names, csv or event; `left_out`: columns that mean nothing here, as they
    are headed."""

    form: str
    lines: tuple[Line, ...] = ()
    problems: tuple[Problem, ...] = ()
    left_out: tuple[str, ...] = ()


def read_list(data: bytes) -> ReadList:
    """Reads a list; its form is seen by how it begins."""
    if len(data) > MAX_BYTES:
        return _no_list("names", _("A list may be at most %(n)s bytes.", n=MAX_BYTES))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _no_list("csv", _("This is not UTF-8 text but UTF-16: save it as “CSV UTF-8”."))
    if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
        return _of_event(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return ReadList(
            "csv", problems=(Problem(line, _("This is not UTF-8 text: save it as “CSV UTF-8”.")),)
        )
    read = _of_text(text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(read.lines) > MAX_LINES:
        said = _(
            "A list may name at most %(n)s people, and this one names %(found)s.",
            n=MAX_LINES,
            found=len(read.lines),
        )
        return _no_list(read.form, said)
    if not read.lines and not read.problems:
        return _no_list(read.form, _("The list holds no names."))
    return read


def csv_of(lines: Iterable[Line]) -> str:
    """The lines as CSV that can be looked over and mended, with the columns that say something of them."""
    rows = [[one.name, one.seed, one.rating, one.club or None] for one in lines]
    used = [n for n in range(4) if n == 0 or any(row[n] is not None for row in rows)]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerow([("name", "seed", "rating", "club")[n] for n in used])
    writer.writerows([["" if row[n] is None else row[n] for n in used] for row in rows])
    return out.getvalue()


def _no_list(form: str, said: str) -> ReadList:
    return ReadList(form, problems=(Problem(0, said),))


def _of_event(data: bytes) -> ReadList:
    """The entrants of an event file; their lines are those of `csv_of`."""
    try:
        event = read_event(data)
    except EventFileError as error:
        return _no_list("event", _("This event file cannot be read: %(why)s", why=str(error)[:200]))
    if len(event.entrants) > MAX_LINES:
        said = _(
            "A list may name at most %(n)s people, and this one names %(found)s.",
            n=MAX_LINES,
            found=len(event.entrants),
        )
        return _no_list("event", said)
    if not event.entrants:
        return _no_list("event", _("The list holds no names."))
    made = [
        _line(number, {"name": one.name or one.id, "club": one.club or ""}, seed=one.seed, rating=one.rating)
        for number, one in enumerate(event.entrants, start=2)
    ]
    return _read("event", made)


def _of_text(text: str) -> ReadList:
    heading = next((line for line in text.split("\n") if line.strip()), "")
    best = max((_columns(heading, sign) for sign in "\t;,"), key=_recognised)
    if _is_heading(best):
        sign = next(sign for sign in "\t;," if _columns(heading, sign) == best)
        return _of_table(text, sign)
    if "\t" in heading or ";" in heading:
        said = _(
            "There are several columns: name them in the first line, as in “name; e-mail; seed; "
            "rating; deck list; club”."
        )
        return _no_list("csv", said)
    return _of_names(text)


Columns = list[tuple[str, str]]


def _columns(heading: str, sign: str) -> Columns:
    """How each column is headed, and what that means; empty where it means nothing here. A line with a cell longer than
    any that is read heads none."""
    try:
        cells = next(csv.reader([heading], delimiter=sign), [])
    except csv.Error:
        return []
    return [(cell.strip(), _COLUMN.get(_folded(cell), "")) for cell in cells]


def _folded(heading: str) -> str:
    return "".join(sign for sign in heading.casefold() if sign.isalnum())


def _recognised(columns: Columns) -> int:
    return len({column for _head, column in columns if column})


def _is_heading(columns: Columns) -> bool:
    """Whether a first line names columns: one of names alone or beside others, or two of any."""
    names = {column for _head, column in columns}
    return bool(names & {"name", "last_name"}) or _recognised(columns) > 1


def _of_names(text: str) -> ReadList:
    made: list[Line | Problem] = []
    for number, raw in enumerate(text.split("\n"), start=1):
        line = _NUMBERED.sub("", raw.strip(), count=1)
        if not line:
            continue
        if addressed := _ADDRESSED.fullmatch(line):
            made.append(_line(number, {"name": addressed[1].strip(' "'), "email": addressed[2]}))
        elif "@" in line:
            said = _(
                "Write it as “Name <address>”, or name the columns in the first line, as “name; e-mail”."
            )
            made.append(Problem(number, said))
        else:
            made.append(_line(number, {"name": line}))
    return _read("names", made)


def _of_table(text: str, sign: str) -> ReadList:
    rows = _rows(text, sign)
    try:
        number, heading = next(rows)
    except csv.Error:
        return _no_list("csv", _("The first line cannot be read as CSV."))
    columns = [(cell.strip(), _COLUMN.get(_folded(cell), "")) for cell in heading]
    names = [column for _head, column in columns if column]
    twice = next((head for at, (head, column) in enumerate(columns) if column and column in names[:at]), "")
    if len(names) != len(set(names)):
        said = _("Two columns mean the same: “%(which)s” is one of them.", which=_quoted(twice or names[0]))
        return ReadList("csv", problems=(Problem(number, said),))
    if not {"name", "last_name"} & set(names):
        return ReadList("csv", problems=(Problem(number, _("No column is headed “name”.")),))
    made: list[Line | Problem] = []
    try:
        for number, cells in rows:
            if any(cell.strip() for cell in cells):
                made.append(_row(number, columns, cells))
    except csv.Error:
        made.append(Problem(number + 1, _("This line cannot be read as CSV.")))
    left_out = tuple(_quoted(head) for head, column in columns if head and not column)
    return _read("csv", made, left_out)


def _rows(text: str, sign: str) -> Iterator[tuple[int, list[str]]]:
    """The rows with anything in them, each with the line it begins on."""
    reader, begins = csv.reader(io.StringIO(text, newline=""), delimiter=sign), 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield begins, cells
        begins = reader.line_num + 1


def _row(number: int, columns: Columns, cells: Sequence[str]) -> Line | Problem:
    if len(cells) > len(columns) and any(cell.strip() for cell in cells[len(columns) :]):
        return Problem(number, _("This line has more cells than the first line has columns."))
    said = {
        column: _APOSTROPHE.sub("", cell.strip(), count=1)
        for (_head, column), cell in zip(columns, cells, strict=False)
        if column
    }
    try:
        return _line(number, said, seed=_seed(said.get("seed", "")), rating=_rating(said.get("rating", "")))
    except Invalid as error:
        return Problem(number, error.message)


def _line(
    number: int, said: dict[str, str], *, seed: int | None = None, rating: float | None = None
) -> Line | Problem:
    name = said.get("name") or f"{said.get('first_name', '')} {said.get('last_name', '')}"
    try:
        return Line(
            number,
            clean_line(name, "name", limit=100, needed=True),
            email=clean_email(said.get("email", "")),
            seed=seed,
            rating=None if rating is None else float(rating),
            deck=said.get("deck", ""),
            club=clean_line(said.get("club", ""), "club", limit=80),
        )
    except Invalid as error:
        return Problem(number, error.message)


def clean_email(value: object) -> str:
    """The address, or nothing. Raises Invalid."""
    address = clean_line(value, "email", limit=254)
    if not address:
        return ""
    try:
        validate_email(address)
    except ValidationError:
        said = _("“%(text)s” is not an e-mail address.", text=_quoted(address))
        raise Invalid(said, fields={"email": _("This is not an e-mail address.")}) from None
    return address


def _seed(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 9 and 1 <= int(text) <= MAX_SEED):
        raise Invalid(
            _("“%(text)s” is not a place in the seeding list: write 1, 2 or 3.", text=_quoted(text))
        )
    return int(text)


def _rating(text: str) -> float | None:
    if not text:
        return None
    if not _NUMBER.fullmatch(text) or _THOUSANDS.fullmatch(text):
        said = _(
            "“%(text)s” is not a rating: write a number such as 1850, without a thousands separator.",
            text=_quoted(text),
        )
        raise Invalid(said)
    rating = float(text.replace(",", "."))
    if not math.isfinite(rating) or abs(rating) > 1e6:
        raise Invalid(_("The rating must be a number below a million."))
    return rating


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= QUOTED else line[:QUOTED] + "…"


def _read(form: str, made: Iterable[Line | Problem], left_out: tuple[str, ...] = ()) -> ReadList:
    made = list(made)
    return ReadList(
        form,
        tuple(one for one in made if isinstance(one, Line)),
        tuple(one for one in made if isinstance(one, Problem)),
        left_out,
    )
