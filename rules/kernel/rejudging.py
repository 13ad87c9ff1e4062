"""A log judged anew, by the same or by other rules, and what comes out differently."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.json_types import Json, JsonObject
from rules.kernel.log import Header, Log
from rules.kernel.replay import Replay, replay
from rules.kernel.report import outcome_json
from rules.kernel.rulebook import check_edition
from rules.kernel.texts import say
from rules.kernel.verdict import Verdict

WORDS = frozenset({"legal", "illegal", "undetermined", "not_reached"})


class Difference(msgspec.Struct, frozen=True):
    """An entry with another verdict than before; ``rule``: the one it breaks now, or broke before; None where neither
    verdict names one."""

    n: int
    before: str
    now: str
    rule: str | None = None


class Rejudged(msgspec.Struct, frozen=True):
    """The entries judged otherwise than before, and the outcome before and now."""

    entries: tuple[Difference, ...] = ()
    outcome_before: JsonObject | None = None
    outcome_now: JsonObject | None = None

    @property
    def differs(self) -> bool:
        """Whether anything is judged otherwise."""
        return bool(self.entries) or self.other_outcome

    @property
    def other_outcome(self) -> bool:
        """Whether the outcome is another than before, as far as that was told."""
        before, now = self.outcome_before, self.outcome_now
        if before is None or now is None:
            return before is not now
        return any(now.get(name) != value for name, value in before.items())


class Stored(msgspec.Struct, frozen=True):
    """The judgment that a header's ``judged`` tells: each entry's verdict and the rule it broke, and the outcome. What
    it leaves out it does not tell."""

    verdicts: Mapping[int, tuple[str, str | None]] = {}
    outcome: JsonObject | None = None
    has_outcome: bool = False


def rejudge(game: Game, log: Log, edition: str | None = None) -> Rejudged:
    """Judges a log by an edition of its game's rules (None: the one it names) and compares.

    Before is what the header's ``judged`` says; what that leaves open, or all where there is none, is what the rules
    named by the log give. Raises ``LogError`` where the header does not fit the game, or ``judged`` cannot be read.
    """
    stored = stored_judgment(log.header.judged, len(log.entries))
    now = replay(game, log if edition is None else by_edition(log, edition))
    whole = stored.has_outcome and len(stored.verdicts) == len(log.entries)
    pinned = now if whole else _pinned(game, log, now)
    before = [
        stored.verdicts.get(n) or (verdict.verdict, _rule(verdict))
        for n, verdict in enumerate(pinned.verdicts, 1)
    ]
    outcome = stored.outcome if stored.has_outcome else outcome_json(pinned.outcome())
    return Rejudged(
        tuple(
            Difference(n, word, verdict.verdict, _rule(verdict) or rule)
            for n, ((word, rule), verdict) in enumerate(zip(before, now.verdicts, strict=True), 1)
            if word != verdict.verdict
        ),
        outcome,
        outcome_json(now.outcome()),
    )


def by_edition(log: Log, edition: str) -> Log:
    """The log as though it named this edition."""
    return replaced(log, msgspec.structs.replace(log.header, rules=edition))


def replaced(log: Log, header: Header) -> Log:
    """The log with another header."""
    return msgspec.structs.replace(log, header=header)


def _pinned(game: Game, log: Log, now: Replay) -> Replay:
    """The replay by the rules that the log names; ``now`` where that is the same."""
    same = check_edition(log.header.rules, game.editions) == now.edition
    return now if same else replay(game, log)


def _rule(verdict: Verdict) -> str | None:
    return verdict.violations[0].rule if verdict.violations else None


# -- ``judged`` in a header -------------------------------------------------------------------------------------------


def stored_judgment(judged: Json, entries: int) -> Stored:
    """What a header's ``judged`` says of a log with so many entries: an object as ``replay --json`` prints it, of which
    ``verdicts`` and ``outcome`` are read. Raises ``LogError``."""
    if judged is None:
        return Stored()
    if isinstance(judged, list):
        judged = {"verdicts": judged}
    if not isinstance(judged, dict):
        raise _malformed("")
    outcome = judged.get("outcome")
    if outcome is not None and not isinstance(outcome, dict):
        raise _malformed(".outcome")
    verdicts = _stored_verdicts(judged.get("verdicts"))
    beyond = [n for n in verdicts if not 1 <= n <= entries]
    if beyond:
        raise LogError(1, say("header_judged_beyond_log", n=beyond[0], entries=entries))
    return Stored(verdicts, outcome, "outcome" in judged)


def _stored_verdicts(said: Json) -> dict[int, tuple[str, str | None]]:
    """Verdicts by the number of their entry. Words alone, in the order of the entries, will do."""
    if said is None:
        return {}
    if not isinstance(said, list):
        raise _malformed(".verdicts")
    out: dict[int, tuple[str, str | None]] = {}
    for place, one in enumerate(said):
        if isinstance(one, str):
            one = {"n": place + 1, "verdict": one}
        if not isinstance(one, dict):
            raise _malformed(f".verdicts.{place}")
        n, word = one.get("n"), one.get("verdict")
        if not isinstance(n, int) or isinstance(n, bool) or word not in WORDS or n in out:
            raise _malformed(f".verdicts.{place}")
        out[n] = (word, _stored_rule(one.get("violations")))
    return out


def _stored_rule(violations: Json) -> str | None:
    """The rule that a stored verdict names first."""
    first = violations[0] if isinstance(violations, list) and violations else None
    rule = first.get("rule") if isinstance(first, dict) else None
    return rule if isinstance(rule, str) else None


def _malformed(place: str) -> LogError:
    return LogError(1, say("header_judged_malformed", place=place))
