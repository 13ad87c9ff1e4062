"""What somebody could send who means no good, as strategies; and a search that is the same every time."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from rules.kernel.cards import MAX_CARDS

T = TypeVar("T")
Path = tuple[Any, ...]


def nested(depth: int) -> Any:
    """A list in a list in a list."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


#: each was a fault once, here or elsewhere: too large, too deep, of the wrong kind, not to be stored, not to be counted
WRONG: tuple[Any, ...] = (
    None, True, -1, 0, 1.5, 2**31, 2**63, 10**30, 10**400, 1e308, "", " ", "Z", "A", "table", "judge", "public",
    "nul\x00", "\ud800", "²", "١", "x" * 5_000, "‮", "<b>", "{{ 7 }}", "%s%(a)s", "a.b", "__class__", "NaN", "-0",
    [], [[]], [None, "x"], {}, {"": {}}, nested(60), {"unknown": True}, {"unknown": True, "count": MAX_CARDS},
    {"unknown": True, "count": MAX_CARDS + 1}, {"unknown": True, "count": -1}, {"unknown": "yes", "count": "2"},
    [{"unknown": True, "count": 10_000}] * 100, [{"unknown": True, "count": 100}] * 15,
)  # fmt: skip
wrong = st.sampled_from(WRONG)


def paths_of(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place inside a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*path, key)
        yield from paths_of(one, (*path, key))


def put(value: Any, path: Path, new: Any) -> Any:
    """The value with something else at that place; what is left of a path that leads nowhere is passed over."""
    made = copy.deepcopy(value)
    at = made
    try:
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = new
    except (IndexError, KeyError, TypeError):
        return value
    return made


@st.composite
def spoilt(draw: st.DrawFn, sound: Any, words: st.SearchStrategy[Any] = wrong, least: int = 1) -> Any:
    """Something sound with up to three of its places, and what stands there, made wrong, moved or doubled."""
    made = sound
    for _ in range(draw(st.integers(least, 3))):
        places = list(paths_of(made))
        if not places:
            return draw(words)
        path = draw(st.sampled_from(places))
        how = draw(st.integers(0, 5))
        if how <= 2:
            made = put(made, path, draw(words))
        elif how == 3:  # what stands elsewhere
            made = put(made, path, at_path(made, draw(st.sampled_from(places))))
        elif how == 4:
            made = without(made, path)
        else:
            made = doubled(made, path, draw(st.sampled_from([1, 2, 40])))
    return made


def at_path(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return copy.deepcopy(value)


def without(value: Any, path: Path) -> Any:
    """The value without what stands there."""
    made = copy.deepcopy(value)
    at = at_path_in(made, path[:-1])
    del at[path[-1]]
    return made


def doubled(value: Any, path: Path, times: int) -> Any:
    """The value with an item of a list several times; of anything else, the thing in a list."""
    made = copy.deepcopy(value)
    at = at_path_in(made, path[:-1])
    if isinstance(at, list):
        at[path[-1] : path[-1]] = [copy.deepcopy(at[path[-1]]) for _ in range(times)]
    else:
        at[path[-1]] = [at[path[-1]]] * times
    return made


def at_path_in(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def search(strategy: st.SearchStrategy[T], check: Callable[[T], None], examples: int, part: int = 0) -> None:
    """Tries so many values: the same ones at every run, the simplest that fails shown. Each ``part`` tries others, so
    that a long search can be run piece by piece."""

    @settings(
        max_examples=examples,
        derandomize=not part,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(value=strategy)
    def tried(value: T) -> None:
        check(value)

    (seed(part)(tried) if part else tried)()
