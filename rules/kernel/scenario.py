"""Scenarios: logs that also say what must come out."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.entries import Entry
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.log import Expectation, Log, read_log
from rules.kernel.replay import Replay
from rules.kernel.verdict import Verdict


class Failure(msgspec.Struct, frozen=True):
    """An expectation that did not hold, and its line."""

    line: int
    message: str


def run_scenario(game: Game, data: bytes) -> list[Failure]:
    """Runs a scenario; what did not come out as it says. Raises ``LogError``."""
    log = read_log(data, game.all_verbs)
    if log.chain is not None:
        return [Failure(0, f"the chain is broken at entry {log.chain[0]}")]
    run = Replay(game, log.header)
    failures: list[Failure] = []
    waiting = list(log.expectations)
    for n, entry in enumerate(log.entries):
        while waiting and waiting[0].after <= n:
            failures += _expected(run, waiting.pop(0))
        line = log.lines[n]
        failures += [Failure(line, message) for message in _judged(run, entry)]
    for expectation in waiting:
        failures += _expected(run, expectation)
    failures += _later(log, run)
    return sorted(failures, key=lambda failure: failure.line)


def _judged(run: Replay, entry: Any) -> list[str]:
    """Feeds one entry; in words where its verdict is not the expected one."""
    expect = entry.expect
    applied = getattr(entry, "applied", False)
    ask = expect == "illegal" or (expect == "undetermined" and not applied)
    verdict = run.push(entry, ask=ask)
    if expect is None:
        if verdict.verdict in ("illegal", "not_reached"):
            return [f"judged {verdict.verdict}{_why(verdict)}, and nothing was expected"]
        return []
    if expect not in ("legal", "illegal", "undetermined"):
        return [f"“{expect}” cannot be expected: legal, illegal or undetermined"]
    if verdict.verdict != expect and not (expect == "undetermined" and verdict.decided_at is not None):
        return [f"judged {verdict.verdict}{_why(verdict)}, expected {expect}"]
    rule = getattr(entry, "rule", None) if isinstance(entry, Entry) else entry.raw.get("rule")
    if rule is not None and not isinstance(rule, str):
        return ["“rule” holds the id of a rule"]
    if expect == "illegal" and rule and not any(v.rule.startswith(rule) for v in verdict.violations):
        return [f"illegal{_why(verdict)}, expected the rule {rule}"]
    return []


def _later(log: Log, run: Replay) -> list[Failure]:
    """Expectations of ``decided_at``, which only the whole log can answer."""
    failures = []
    for n, entry in enumerate(log.entries, 1):
        wanted = getattr(entry, "decided_at", None)
        if wanted is not None and run.verdicts[n - 1].decided_at != wanted:
            found = run.verdicts[n - 1].decided_at
            failures.append(Failure(log.lines[n - 1], f"decided at {found}, expected {wanted}"))
    return failures


def _why(verdict: Verdict) -> str:
    reasons = [f"{v.rule}: {v.message}" for v in verdict.violations] + list(verdict.missing)
    return f" ({'; '.join(reasons)})" if reasons else ""


def _expected(run: Replay, expectation: Expectation) -> list[Failure]:
    failures: list[str] = []
    if expectation.facts is not None:
        printed = run.printed()
        for path, wanted in expectation.facts.items():
            seat = path.removeprefix("check_deck.")
            found = fact(printed, path) if seat == path else _broken(run, seat)
            if found != wanted or isinstance(found, bool) != isinstance(wanted, bool):
                failures.append(f"{path} is {_short(found)}, expected {_short(wanted)}")
    if expectation.options is not None:
        failures += _options(run, expectation.options)
    return [Failure(expectation.line, message) for message in failures]


def _broken(run: Replay, seat: str) -> list[str] | None:
    """The rules of deck construction that a seat's deck list breaks; None where there is no list."""
    deck = run.decks.get(seat)
    return None if deck is None else [v.rule for v in run.game.check_deck(deck, run.options, run.catalogue)]


def fact(printed: Any, path: str) -> Any:
    """A fact of a printed position by dotted path; ``None`` where there is none. Keys may hold dots."""
    if path == "":
        return printed
    if isinstance(printed, dict):
        for key in sorted(printed, key=len, reverse=True):
            if path == key:
                return printed[key]
            if path.startswith(key + "."):
                return fact(printed[key], path[len(key) + 1 :])
        return None
    name, _, rest = path.partition(".")
    if isinstance(printed, list) and name.isdecimal() and int(name) < len(printed):
        return fact(printed[int(name)], rest)
    return None


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) < 200 else text[:197] + "…"


def _options(run: Replay, wanted: dict[str, Any]) -> list[str]:
    by = wanted.get("by")
    if not isinstance(by, str):
        return ["options need “by”"]
    if not all(isinstance(wanted.get(name, []), list) for name in ("include", "exclude")):
        return ["“include” and “exclude” hold lists of entries"]
    offered = [msgspec.json.decode(msgspec.json.encode(option)) for option in run.options_for(by)]
    messages = []
    for pattern in wanted.get("include", []):
        if not any(_fits(option, pattern) for option in offered):
            messages.append(f"{by} is not offered {_short(pattern)}")
    for pattern in wanted.get("exclude", []):
        if any(_fits(option, pattern) for option in offered):
            messages.append(f"{by} is offered {_short(pattern)}")
    return messages


def _fits(option: dict[str, Any], pattern: Any) -> bool:
    return isinstance(pattern, dict) and all(option.get(key) == value for key, value in pattern.items())


def scenario_json(results: dict[str, list[Failure]]) -> dict[str, Any]:
    """What ``scenario --json`` prints, from failures per scenario id."""
    rows = [
        {"id": name, "ok": not found, "failures": [{"line": f.line, "message": f.message} for f in found]}
        for name, found in results.items()
    ]
    failed = sum(1 for found in results.values() if found)
    return {"scenarios": rows, "passed": len(results) - failed, "failed": failed}


__all__ = ["Failure", "LogError", "fact", "run_scenario", "scenario_json"]
