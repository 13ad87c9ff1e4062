"""A document judged: the position laid out, its lines played, what is legal, what an entry would be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import structlog
from django.utils.translation import gettext as _

from referee.boards.scene import cards_words
from referee.budget import QUESTION, TooCostly, within
from referee.entering.read import MISSING, Reading
from referee.entering.spec import verb_spec
from referee.games.presentation import drawer_of
from referee.judging.words import entry_words, general_words, plain_entry, who_did
from referee.positions.document import Document, Header, data_of
from referee.wording.labels import field_words, value_words
from rules.kernel.entries import JUDGE, TABLE, BadEntry, Entry
from rules.kernel.errors import Impossible, LogError, Misplaced
from rules.kernel.log import Expectation, Log, read_log
from rules.kernel.messages import Message
from rules.kernel.replay import Replay
from rules.kernel.scenario import UNREACHED, feed, judge_scenario
from rules.kernel.verdict import Verdict
from tournaments.pages.translation import engine_words

log = structlog.get_logger(__name__)
T = TypeVar("T")
MAX_ENTRIES = 2_000
MAX_OFFERED = 60


class Played(msgspec.Struct):
    """One line after the header: an entry with its verdict, or an expectation."""

    line: int
    who: str
    words: str
    verdict: Verdict | None
    expect: str
    failures: tuple[str, ...] = ()
    text: str = ""

    @property
    def word(self) -> str:
        return self.verdict.verdict if self.verdict else ""


class Offered(msgspec.Struct):
    """A legal entry: in words, and as JSON for playing it."""

    who: str
    words: str
    json: str
    by: str = ""


class Table(msgspec.Struct):
    """Everything there is to show. ``wrong`` says why there is no more than that."""

    header: Header
    run: Replay | None = None
    log: Log | None = None
    played: list[Played] = []
    failures: int = 0
    wrong: str = ""
    errors: dict[str, str] = {}


def lay_out(document: Document, header: Header) -> Table:
    """Lays out the position and plays the lines. Raises nothing: what is wrong is said in the answer."""
    try:
        return _lay_out(document, header)
    except TooCostly as error:
        return Table(header, errors=dict(header.errors), wrong=engine_words(error.message))


@within(QUESTION)
def _lay_out(document: Document, header: Header) -> Table:
    table = Table(header, errors=dict(header.errors))
    try:
        log = read_log(data_of(header.raw, document.lines), document.game.all_verbs)
        if len(log.entries) > MAX_ENTRIES:
            raise LogError(0, _("more than %s entries") % MAX_ENTRIES)
        table.log = log
        run = _guarded(lambda: Replay(document.game, log.header))
        played = _guarded(lambda: _play(run, log, document.lines))
        table.run, table.played = run, played
        table.failures = sum(len(line.failures) for line in played)
        _guarded(lambda: run.game.to_act(run.position))
        _guarded(run.printed)
    except LogError as error:
        _place(table, error)
    return table


def _guarded(work: Callable[[], T]) -> T:
    """Runs a question to the engine; where the position is impossible and the engine fails, raises ``LogError`` with a
    sentence instead."""
    try:
        return work()
    except LogError:
        raise
    except Exception as error:
        log.info("a position that cannot be laid out", error=repr(error)[:200])
        raise LogError(
            1, _("the engine cannot set up this position: a seat, a card or a number in it does not fit")
        ) from error


def _place(table: Table, error: LogError) -> None:
    """Says an error of the whole beside its field where it names one, else above all."""
    if error.line > 1:
        table.errors["lines"] = _("Line %(n)s: %(why)s") % {
            "n": error.line - 1,
            "why": engine_words(error.message),
        }
        table.run = None
        return
    if isinstance(error, Misplaced):
        name = "p" + error.path
        while (
            name and name not in table.header.raw and name.count(".") > 1 and name.split(".")[-1].isdecimal()
        ):
            name = name.rpartition(".")[0]
        table.errors.setdefault(name, engine_words(error.why))
    table.wrong = engine_words(_of_header(error.message))


def _of_header(message: str) -> str:
    """The problem of a header, without the word that it is the header."""
    inner = (
        message.values["error"]
        if isinstance(message, Message) and message.id == "header_problem"
        else message
    )
    return str(inner)


def _play(run: Replay, log: Log, text: str) -> list[Played]:
    """Judges every line, questions without playing them."""
    data = data_of(msgspec.to_builtins(log.header), text)
    failures: dict[int, list[str]] = {}
    result = judge_scenario(run.game, data)
    for failure in result.failures:
        failures.setdefault(failure.line, []).append(failure.message)
    failures |= {line: [UNREACHED] for line in result.unreached}
    drawer = drawer_of(run.game.name)
    played = [_expectation(line, failures) for line in log.expectations]
    for entry, line in zip(log.entries, log.lines, strict=True):
        expect = entry.expect if isinstance(entry.expect, str) else ""
        feed(run, entry)
        plain = plain_entry(entry)
        words = entry_words(entry, drawer)
        why = tuple(failures.get(line, ())) if expect else ()
        played.append(Played(line - 1, who_did(str(entry.by), {}), words, None, expect, why, _json(plain)))
    numbers = {line - 1: n for n, line in enumerate(log.lines)}
    for one in played:
        if one.line in numbers:
            one.verdict = run.verdicts[numbers[one.line]]
    return sorted(played, key=lambda one: one.line)


def _expectation(line: Expectation, failures: dict[int, list[str]]) -> Played:
    if line.facts is not None:
        said = ", ".join(f"{path_words(path)}: {fact_words(value)}" for path, value in line.facts.items())
    else:
        said = _("what is offered to %s") % (line.options or {}).get("by", "?")
    return Played(line.line - 1, "", said, None, "facts", tuple(failures.get(line.line, ())))


def path_words(path: str) -> str:
    """The address of a fact in words; numbers count from 1, as on the table."""
    parts = [part for part in path.split(".") if part != "players"]
    said = [str(int(part) + 1) if part.isdecimal() else field_words(part) for part in parts]
    return " · ".join(said)


def fact_words(value: Any) -> str:
    """What a fact is expected to be, in words."""
    if value is None:
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(map(fact_words, value)) or _("empty")
    if isinstance(value, dict):
        if value.keys() & {"card", "title", "unknown"}:
            return cards_words(value)
        return ", ".join(f"{field_words(str(key))} {fact_words(one)}" for key, one in value.items())
    return value_words(value)


@within(QUESTION)
def offered(run: Replay, seat: str, wanted: str, most: int = MAX_OFFERED) -> tuple[list[Offered], int]:
    """The legal entries of ``seat`` (or, left empty, of whoever is to act) that match the words ``wanted``; and how
    many there are beyond ``most``. Raises ``TooCostly``."""
    seats = (seat,) if seat else run.game.to_act(run.position)
    drawer = drawer_of(run.game.name)
    words = wanted.casefold().split()
    by_words: dict[tuple[str, str], Offered] = {}
    for by in seats:
        try:
            options = _guarded(lambda by=by: run.options_for(by))  # type: ignore[misc]
        except (LogError, Impossible):
            continue
        for option in options:
            plain = plain_entry(option)
            text = entry_words(plain, drawer)
            if all(word in text.casefold() for word in words):
                by_words.setdefault(
                    (by, text), Offered(who_did(option.by, {}), text, _json(plain), str(option.by))
                )
    kept = list(by_words.values())
    return kept[:most], max(0, len(kept) - most)


class Asked(msgspec.Struct):
    """An entry asked about and its verdict; ``wrong`` where it cannot be read."""

    entry: dict[str, Any]
    words: str = ""
    who: str = ""
    verdict: Verdict | None = None
    wrong: str = ""

    @property
    def json(self) -> str:
        return _json(self.entry)

    @property
    def rule(self) -> str:
        return self.verdict.violations[0].rule if self.verdict and self.verdict.violations else ""

    @property
    def expecting(self) -> str:
        """The entry with its verdict as what a scenario expects."""
        word = self.verdict.verdict if self.verdict else "legal"
        return _json({**self.entry, "expect": word, **({"rule": self.rule} if word == "illegal" else {})})


def entry_asked(document: Document, header: Header, errors: dict[str, str]) -> dict[str, Any] | None:
    """The entry that the form asks about; None where no verb is chosen. What cannot be read goes to ``errors``."""
    do = document.texts.get("ask_do", "")
    verb = next((verb for verb in document.game.all_verbs if verb.__struct_config__.tag == do), None)
    if verb is None:
        return None
    reading = Reading(document.texts, header.catalogue)
    arguments = reading.of(verb_spec(verb), f"a.{do}")
    errors.update(reading.errors)
    by = document.texts.get("ask_by") or document.seats[0]
    return {"by": by, "do": do, **({} if arguments is MISSING else arguments)}


@within(QUESTION)
def ask_about(run: Replay, entry: dict[str, Any]) -> Asked:
    """The verdict on an entry at the end of the lines; nothing is played. Raises ``TooCostly``."""
    asked = Asked(entry, general_words(entry), who_did(str(entry.get("by")), {}))
    try:
        header = msgspec.json.encode(run.header)
        (read,) = read_log(header + b"\n" + msgspec.json.encode(entry), run.game.all_verbs).entries
        if isinstance(read, BadEntry):
            asked.wrong = read.reason
            return asked
        asked.words = entry_words(read, drawer_of(run.game.name))
        fork = run.fork(len(run.entries))
        asked.verdict = _guarded(lambda: fork.push(read, ask=True))
    except (LogError, ValueError) as error:
        asked.wrong = error.message if isinstance(error, LogError) else str(error)
    return asked


def who_may(document: Document) -> tuple[str, ...]:
    """Everybody an entry may be by."""
    return (*document.seats, TABLE, JUDGE)


def verbs(document: Document) -> list[type[Entry]]:
    """The verbs one may ask about."""
    return list(document.game.all_verbs)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
