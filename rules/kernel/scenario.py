"""Scenarios: logs with expectations."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.kernel.entries import BadEntry, Entry
from rules.kernel.errors import LogError
from rules.kernel.expectations import fact, unmet
from rules.kernel.game import Game
from rules.kernel.json_types import JsonObject
from rules.kernel.log import Expectation, Log, read_log
from rules.kernel.replay import Replay
from rules.kernel.texts import joined, say
from rules.kernel.verdict import Verdict

WORDS = ("legal", "illegal", "undetermined")
#: what can be said at each line that was not reached
UNREACHED = say("not_reached_stopped_before")


class Failure(msgspec.Struct, frozen=True):
    """An expectation that did not hold, and its line; ``rules``: what the entry broke, where it was judged illegal."""

    line: int
    message: str
    rules: tuple[str, ...] = ()


class Broken(msgspec.Struct, frozen=True):
    """An entry that was judged illegal: its line, the rules it broke, and why, in words."""

    line: int
    rules: tuple[str, ...]
    why: str


class Result(msgspec.Struct, frozen=True):
    """The result of a scenario. ``open``: lines of entries without ``expect`` that stayed undetermined; ``unreached``:
    lines after a stop that nobody expected, of which the first has a failure for all; ``entries``: the line of each
    entry."""

    failures: tuple[Failure, ...]
    broken: tuple[Broken, ...] = ()
    open: tuple[int, ...] = ()
    unreached: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()


def run_scenario(game: Game, data: bytes, strict: bool = False) -> list[Failure]:
    """Runs a scenario; its failures. Raises ``LogError``."""
    return list(judge_scenario(game, data, strict).failures)


def judge_scenario(game: Game, data: bytes, strict: bool = False) -> Result:
    """Runs a scenario. ``strict``: an entry without ``expect`` that stays undetermined fails too. Raises
    ``LogError``."""
    log = read_log(data, game.all_verbs)
    if log.chain is not None:
        return Result((Failure(0, say("chain_broken_at_entry", chain=log.chain[0])),))
    return _Course(game, log).result(strict)


class _Course:
    """A scenario as it is run. Where judging stops and nobody expected it, that is the failure: the lines after it are
    counted and no more, until a ruling or an undo goes on."""

    def __init__(self, game: Game, log: Log) -> None:
        self.log = log
        self.run = Replay(game, log.header)
        self.failures: list[Failure] = []
        self.broken: list[Broken] = []
        #: the entry at which judging stopped unexpectedly, and the lines not reached since
        self.stop: int | None = None
        self.unreached: list[int] = []
        self.all_unreached: list[int] = []

    def result(self, strict: bool) -> Result:
        waiting = list(self.log.expectations)
        for n, entry in enumerate(self.log.entries):
            while waiting and waiting[0].after <= n:
                self._expectation(waiting.pop(0))
            self._entry(entry, self.log.lines[n])
        for expectation in waiting:
            self._expectation(expectation)
        if self.run.stopped is not None:
            self._turned_out(self.run.stopped)
        self._decided()
        self._say_unreached()
        entries, lines = self.log.entries, self.log.lines
        still = [n for n in self.run.undetermined() if entries[n - 1].expect is None]
        if strict:
            missing = {n: joined(self.run.verdicts[n - 1].missing, "; ") for n in still}
            self.failures += [
                Failure(lines[n - 1], say("undetermined_not_expected", missing=missing[n])) for n in still
            ]
        failures = sorted(self.failures, key=lambda failure: failure.line)
        open_lines = tuple(lines[n - 1] for n in still)
        return Result(
            tuple(failures), tuple(self.broken), open_lines, tuple(self.all_unreached), tuple(lines)
        )

    def _entry(self, entry: Entry | BadEntry, line: int) -> None:
        """Judges an entry, and says where its verdict is not the expected one."""
        stopped = self.run.stopped
        verdict = feed(self.run, entry)
        if verdict.verdict == "not_reached":
            if self.stop is None and stopped is not None:
                self._turned_out(stopped)
                self.stop = stopped
            self.unreached.append(line)
            return
        if stopped is not None and self.run.stopped is None:
            self._say_unreached()
        if verdict.verdict == "illegal":
            self.broken.append(Broken(line, _rules(verdict), _why(verdict)))
        wrong = _wrong(entry, verdict)
        if wrong:
            self.failures.append(Failure(line, wrong, _rules(verdict)))
            if stopped is None:
                self.stop = self.run.stopped

    def _expectation(self, expectation: Expectation) -> None:
        if self.stop is not None:
            self.unreached.append(expectation.line)
        else:
            self.failures += [Failure(expectation.line, message) for message in unmet(self.run, expectation)]

    def _turned_out(self, n: int) -> None:
        """The failure of an entry without an expectation that a later one has shown to be illegal."""
        verdict = self.run.verdicts[n - 1]
        if self.stop is None and self.log.entries[n - 1].expect is None and verdict.decided_at is not None:
            later = self.log.lines[verdict.decided_at - 1]
            message = say("illegal_later_not_expected", later=later, why=_why(verdict))
            self.failures.append(Failure(self.log.lines[n - 1], message, _rules(verdict)))

    def _say_unreached(self) -> None:
        """Says once what was not reached since judging stopped."""
        if self.unreached and self.stop is not None:
            first, more = self.unreached[0], len(self.unreached) - 1
            stop = self.log.lines[self.stop - 1]
            message = say("not_reached_stopped_at_line", stop=stop)
            if more:
                message = say("not_reached_nor_what_follows", more=more, stop=stop)
            self.failures.append(Failure(first, message))
        self.all_unreached += self.unreached
        self.stop, self.unreached = None, []

    def _decided(self) -> None:
        """Expectations of ``decided_at``, and of the rule broken by what was applied undetermined, which only the whole
        log can answer."""
        for n, entry in enumerate(self.log.entries, 1):
            wanted, verdict = getattr(entry, "decided_at", None), self.run.verdicts[n - 1]
            rule = entry.rule if isinstance(entry, Entry) and getattr(entry, "applied", False) else None
            asked = rule and self.stop is None and verdict.verdict != "not_reached"
            wrong = _otherwise(verdict, rule or "") if asked else ""
            if wrong:
                self.failures.append(Failure(self.log.lines[n - 1], wrong, _rules(verdict)))
            if wanted is None or verdict.decided_at == wanted or verdict.verdict == "not_reached":
                continue
            if self.stop is None or verdict.decided_at is not None:
                message = say("other_deciding_entry_expected", decided_at=verdict.decided_at, wanted=wanted)
                self.failures.append(Failure(self.log.lines[n - 1], message))


def feed(run: Replay, entry: Entry | BadEntry) -> Verdict:
    """Judges the next entry of a scenario. One that is expected to be illegal or undetermined is only asked about,
    whatever comes out."""
    expect = entry.expect
    if expect != "illegal" and (expect != "undetermined" or getattr(entry, "applied", False)):
        return run.push(entry)
    return run.ask(entry)


def _wrong(entry: Entry | BadEntry, verdict: Verdict) -> str:
    """The message where a verdict is not what its entry expects; else nothing."""
    expect, word = entry.expect, verdict.verdict
    if expect is None:
        return say("illegal_not_expected", why=_why(verdict)) if word == "illegal" else ""
    if expect not in WORDS:
        return say("expected_verdict_unknown", expect=expect)
    if word != expect and not (expect == "undetermined" and verdict.decided_at is not None):
        return say("other_verdict_expected", word=word, why=_why(verdict), expect=expect)
    rule = entry.rule if isinstance(entry, Entry) else entry.raw.get("rule")
    if rule is not None and not isinstance(rule, str):
        return say("expected_rule_malformed")
    return _otherwise(verdict, rule or "") if expect == "illegal" else ""


def _otherwise(verdict: Verdict, rule: str) -> str:
    """The message where an entry breaks another rule than the one expected, or none."""
    if rule:
        if any(violation.rule.startswith(rule) for violation in verdict.violations):
            return ""
        if verdict.verdict != "illegal":
            return say("rule_expected_in_the_end", verdict=verdict.verdict, rule=rule)
        return say("other_rule_expected", why=_why(verdict), rule=rule)
    slip = next((violation for violation in verdict.violations if violation.formal), None)
    if slip is None:
        return ""
    return say("refused_as_written", why=_why(verdict), rule=slip.rule)


def _rules(verdict: Verdict) -> tuple[str, ...]:
    return tuple(dict.fromkeys(violation.rule for violation in verdict.violations))


def _why(verdict: Verdict) -> str:
    reasons = [say("fact_problem", fact=v.rule, place=v.message) for v in verdict.violations] + list(
        verdict.missing
    )
    return say("for_reasons", reasons=joined(reasons, "; ")) if reasons else ""


def scenario_row(name: str, result: Result) -> JsonObject:
    """One scenario as ``scenario --json`` prints it."""
    return {
        "id": name,
        "ok": not result.failures,
        "failures": [
            {"line": f.line, "message": f.message, **({"rules": f.rules} if f.rules else {})}
            for f in result.failures
        ],
        "illegal": [{"line": row.line, "rules": row.rules} for row in result.broken],
        "undetermined": result.open,
    }


def scenario_json(results: Sequence[tuple[str, Result]]) -> JsonObject:
    """The JSON that ``scenario --json`` prints, from the ids of scenarios and their results."""
    failed = sum(1 for _, result in results if result.failures)
    return {
        "scenarios": [scenario_row(name, result) for name, result in results],
        "passed": len(results) - failed,
        "failed": failed,
        "undetermined": sum(len(result.open) for _, result in results),
    }


__all__ = [
    "UNREACHED", "Failure", "LogError", "Result", "fact", "feed", "judge_scenario", "run_scenario", "scenario_json",
]  # fmt: skip
