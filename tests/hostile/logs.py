"""Logs to be spoilt: scenarios of every game, which are short and meet every rule, and pieces of whole games."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from rules.kernel.replay import replay
from rules.registry import load
from tests.hostile.values import WRONG, spoilt
from tests.rules.conformance.games import hidden, played, read, seat_counts

SCENARIOS = Path(__file__).parents[1] / "scenarios"
Lines = list[Any]
#: a scenario with more entries is left out: every view of it is judged
MAX_ENTRIES = 14


@cache
def scenarios_of(game: str) -> list[Path]:
    """The scenarios of a game, in the order of their names."""
    found = sorted((SCENARIOS / game).glob("*.jsonl"))
    return [path for path in found if len(path.read_bytes().splitlines()) <= 2 * MAX_ENTRIES]


def lines_of(path: Path) -> Lines:
    """A scenario as a log: without comments, expectations and what they expect."""
    said = (line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] == "{")
    lines = [json.loads(line) for line in said]
    apart = ("expect", "rule", "applied", "decided_at")
    return [
        {key: value for key, value in line.items() if key not in apart}
        for line in lines
        if "log" in line or "do" in line
    ]


@cache
def pieces_of(game: str) -> list[Lines]:
    """A whole game's position here and there as a beginning, and what was played then: a game of many with nothing
    hidden, and one of few as a table keeps it."""
    made, found = load(game), []
    fewest, most = seat_counts(made)[0], seat_counts(made)[-1]
    for kept in (played(game, 0, most), hidden(game, played(game, 0, fewest))):
        log = read(game, kept)
        lines = [json.loads(line) for line in kept.splitlines()]
        count = len(log.entries)
        found.append(lines[:MAX_ENTRIES])
        for n in (count // 4, count // 2, count * 3 // 4):
            position = replay(made, log, n).printed(n)
            found.append([{**lines[0], "position": position}, *lines[n + 1 : n + 8]])
    return found


@cache
def titles_of(game: str) -> list[str]:
    """Every title, and sub-titles, of its cards."""
    return sorted({card.title for card in load(game).catalogue.cards})


def words_of(game: str) -> st.SearchStrategy[Any]:
    """What is put in the wrong place: nonsense, a card of the game, a great many of it, one that may be several."""
    cards = st.sampled_from(titles_of(game))
    return st.one_of(
        st.sampled_from(WRONG),
        cards,
        st.builds(lambda title: {"title": title}, cards),
        st.builds(lambda title, n: {"card": title, "count": n}, cards, st.sampled_from([1, 1_999, 10**9])),
        st.builds(lambda title, n: [title] * n, cards, st.sampled_from([2, 60, 1_999])),
    )


def sound_logs(game: str) -> st.SearchStrategy[Lines]:
    """Logs that the engine takes."""
    return st.one_of(st.sampled_from(scenarios_of(game)).map(lines_of), st.sampled_from(pieces_of(game)))


@st.composite
def hostile_logs(draw: st.DrawFn, game: str) -> Lines:
    """A log with something wrong in it: mostly entries, sometimes the header; in one of three a judge's ruling in the
    midst of it or on top, on an entry before it."""
    lines = list(draw(sound_logs(game))[: MAX_ENTRIES + 1])
    if len(lines) < 2 or draw(st.integers(0, 4)) == 0:
        header = draw(spoilt(lines[0], words_of(game)))
        return [header, *lines[1:]]
    for _ in range(draw(st.integers(1, 3))):
        n, m = (draw(st.integers(1, len(lines) - 1)) for _ in "nm")
        how = draw(st.integers(0, 6))
        if how == 0:
            lines[n], lines[m] = lines[m], lines[n]
        elif how == 1:
            lines.insert(n, lines[m])
        elif how == 2 and len(lines) > 2:
            del lines[n]
        elif how == 3 and isinstance(lines[n], dict) and isinstance(lines[m], dict):
            field = draw(st.sampled_from(["by", "do", *lines[m]]))
            lines[n] = lines[n] | {field: lines[m].get(field)}
        else:
            lines[n] = draw(spoilt(lines[n], words_of(game)))
    if draw(st.integers(0, 2)) == 0:
        at = draw(st.integers(2, len(lines)))
        lines.insert(at, draw(rulings(lines[:at])))
    return lines


@st.composite
def rulings(draw: st.DrawFn, lines: Lines) -> Any:
    """A ruling on one of the entries; a repair is a word of the judge or what was entered elsewhere."""
    on = draw(st.integers(1, max(1, len(lines) - 1)))
    decision = draw(st.sampled_from(["uphold", "let_stand", "rewind", "correct"]))
    repair = draw(st.sampled_from([{"do": "note", "text": "x"}, *lines[1:]]))
    more = {"rewind": {"to": draw(st.integers(0, on))}, "correct": {"repair": [repair]}}.get(decision, {})
    return {"by": "judge", "do": "ruling", "on": on, "reason": "so ruled", "decision": decision, **more}


def as_bytes(lines: Lines) -> bytes:
    return "\n".join(json.dumps(line) for line in lines).encode()
