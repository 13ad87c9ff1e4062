"""The answer to a question that was filled in: the verdict, what came of it, and the table."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.budget import QUESTION, TooCostly, budget
from referee.entering.questions import Reading, filled, header_for
from referee.games.questions import Question, said
from referee.positions.document import Document, Header
from referee.positions.page import board_of
from referee.positions.playing import Asked, Table, ask_about, lay_out
from rules.kernel.errors import Impossible, LogError
from rules.kernel.game import Game
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.kernel.scenario import fact


class Answer(msgspec.Struct):
    """The verdict on the entry in question. ``stopped``: the line before it that could not be played, in words, where
    one could not; ``wrong``: why nothing can be judged at all. ``outcome``: what is told of the position after it."""

    asked: Asked | None = None
    table: Table | None = None
    stopped: str = ""
    wrong: str = ""
    outcome: str = ""
    board: str = ""

    @property
    def word(self) -> str:
        return self.asked.verdict.verdict if self.asked is not None and self.asked.verdict is not None else ""


def answer_to(game: Game, question: Question, reading: Reading, language: str) -> Answer:
    """Judges a question whose fields could all be read."""
    log = filled(question, reading)
    header = header_for(game, question, log)
    seats = tuple(player["seat"] for player in header["players"])
    lines = "\n".join(msgspec.json.encode(line).decode() for line in log.lines)
    names = {seat: seat for seat in seats}
    document = Document(game, seats, {"lines": lines} if lines else {})
    table = lay_out(document, Header(header, game.catalogue, {}))
    if table.run is None or table.wrong or table.errors:
        return Answer(table=table, wrong=table.wrong or " ".join(table.errors.values()))
    failed = next((line for line in table.played if line.word in ("illegal", "not_reached")), None)
    if failed is not None:
        why = "; ".join(one.message for one in failed.verdict.violations) if failed.verdict else ""
        return Answer(
            table=table, stopped=f"{failed.who} {failed.words}: {why}", board=board_of(table.run, names)
        )
    try:
        asked = ask_about(table.run, log.entry)
        if asked.verdict is None:
            return Answer(asked=asked, table=table, wrong=asked.wrong)
        legal = asked.verdict.verdict == "legal"
        after = _after(table.run, log.entry, ()) if legal else None
        told = _after(table.run, log.entry, log.then) if legal and question.tells else None
    except TooCostly as error:
        return Answer(table=table, wrong=error.message)
    outcome = _outcome(question, told, language) if told is not None else ""
    return Answer(asked=asked, table=table, outcome=outcome, board=board_of(after or table.run, names))


def _after(run: Replay, entry: dict[str, Any], then: tuple[dict[str, Any], ...]) -> Replay | None:
    """The replay with the entry and what follows it played; None where that cannot be. Raises TooCostly."""
    data = b"\n".join([msgspec.json.encode(run.header), *map(msgspec.json.encode, (entry, *then))])
    try:
        with budget(QUESTION):
            fork = run.fork(len(run.entries))
            for one in read_log(data, run.game.all_verbs).entries:
                fork.push(one)
            return fork if fork.stopped is None else None
    except (LogError, Impossible):
        return None


def _outcome(question: Question, run: Replay, language: str) -> str:
    """What is told of the position that was reached."""
    tells = question.tells
    if tells is None:
        return ""
    value = fact(run.printed(), tells.fact)
    return said(tells.words.get(str(value), {}), language)
