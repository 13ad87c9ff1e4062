"""The report on a day that is over."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from config.simulation.day import Day

#: What a day does not reach, so that nobody takes its silence for a proof.
NOT_COVERED = (
    "what a browser does by itself: scripts, streams, the queue of taps; the day sends the forms that pages show",
    "what is tapped on the page of a live table; card lists of other games than Looney Tunes",
    "precedents of other sites",
    "penalties, calls, appeals, disputes, branches and logs judged anew by their pages",
    "true parallel work: two at once is one request carried out in the middle of another, on a second connection",
    "how a stream keeps its connection, a live table's own topic, staff who play, and the launcher",
    "a Celery worker sweeps in one test of the full tier",
)


def report_of(day: Day, branches: dict[str, Any] | None = None) -> dict[str, Any]:
    """One object for programs."""
    seed = day.plan.seed
    return {
        "seed": int(seed) if seed.isdecimal() and len(seed) < 16 else seed,
        "players": day.plan.players,
        "rounds": day.plan.rounds,
        "moves": day.plan.moves,
        "finished": day.finished,
        "steps": day.steps,
        "faults": sum(day.faults_met.values()),
        "by_fault": {kind: day.faults_met[kind] for kind in day.plan.faults},
        "digest": day.digest,
        "failures": day.failures,
        "covered": covered(day) | {"changes": branches or {}},
    }


def covered(day: Day) -> dict[str, Any]:
    """States and verbs, with how often each was answered with yes or no."""
    verbs: dict[str, Counter[str]] = {}
    for (verb, state, status), times in day.verbs.items():
        word = "yes" if int(status) < 400 else "no"
        verbs.setdefault(verb, Counter())[f"{state} {word}"] += times
    return {
        "states_and_verbs": sum(len(states) for states in verbs.values()),
        "verbs": {verb: dict(sorted(states.items())) for verb, states in sorted(verbs.items())},
        "not_covered": list(NOT_COVERED),
    }


def in_words(report: dict[str, Any]) -> str:
    """The same for people."""
    lines = [
        f"seed {report['seed']}: {report['players']} players, {report['rounds']} rounds, "
        f"{report['steps']} steps, {report['faults']} faults",
        *(f"  {kind}: {times}" for kind, times in report["by_fault"].items()),
        f"verbs ({report['covered']['states_and_verbs']} with their states):",
    ]
    for verb, states in report["covered"]["verbs"].items():
        lines.append(f"  {verb}: " + ", ".join(f"{state} {times}" for state, times in states.items()))
    if changes := report["covered"]["changes"]:
        lines.append(
            f"changes: {changes['taken']} of {changes['branches']} branches taken, "
            f"{changes['called']} of {changes['functions']} functions called; not called:"
        )
        lines += [f"  {name}" for name in changes["not_called"]]
    lines += ["not covered:", *(f"  {what}" for what in report["covered"]["not_covered"])]
    lines.append(f"digest {report['digest']}")
    for failure in report["failures"]:
        lines.append(f"BROKEN at step {failure['step']}: {failure['invariant']}: {failure['message']}")
        lines += [f"    {line}" for line in failure["last"]]
    return "\n".join(lines)
