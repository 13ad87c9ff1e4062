"""The list of entries beside the board: a page of it is drawn once, and the line of the entry shown again for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from referee.games.presentation import drawer_of
from referee.judging.judged import Judged
from referee.replays.drawn import HERE, Links
from referee.replays.steps import Line, line_at
from tournaments.memory import Memory

#: Entries a page of the list.
PAGE = 100
#: Pages that are kept, and their characters together.
PAGES, CHARACTERS = 100, 4_000_000


def size_of(lines: tuple[SafeString, ...]) -> int:
    """Their characters."""
    return sum(map(len, lines))


_pages: Memory[tuple[SafeString, ...]] = Memory(PAGES, CHARACTERS, size_of)


def listed(
    judged_log: Judged,
    n: int,
    names: Mapping[str, str],
    links: Links = HERE,
    noted: Mapping[int, int] = MappingProxyType({}),
) -> SafeString:
    """The lines of the page of the list that entry ``n`` is on, its own marked, with ``links`` to the entries.
    ``noted``: how many notes stand at which entry, as this reader has them: their lines are drawn anew."""
    first = page_start(n)
    key = (judged_log.mark, first, tuple(names.items()), get_language(), links)
    lines = _pages.get(key, lambda: _drawn_page(judged_log, n, names, links))
    again = [at for at in {*noted, n} if first <= at < first + len(lines)]
    if not again:
        return mark_safe("".join(lines))  # noqa: S308 - as its template drew it
    drawn, drawer = list(lines), drawer_of(judged_log.run.game.name)
    for at in again:
        line = line_at(judged_log, at, dict(names), drawer)
        drawn[at - first] = _drawn(line, links, shown=at == n, notes=noted.get(at, 0))
    return mark_safe("".join(drawn))  # noqa: S308 - the same


def lines_around(judged_log: Judged, n: int, names: Mapping[str, str]) -> tuple[Line, ...]:
    """The page of the list that entry ``n`` is on."""
    first = page_start(n)
    last = min(first + PAGE - 1, len(judged_log.run.entries))
    drawer = drawer_of(judged_log.run.game.name)
    return tuple(line_at(judged_log, number, dict(names), drawer) for number in range(first, last + 1))


def page_start(n: int) -> int:
    """The first entry of the page of the list that entry ``n`` is on."""
    return max(n - 1, 0) // PAGE * PAGE + 1


def _drawn_page(judged_log: Judged, n: int, names: Mapping[str, str], links: Links) -> tuple[SafeString, ...]:
    return tuple(_drawn(line, links) for line in lines_around(judged_log, n, names))


def _drawn(line: Line, links: Links, shown: bool = False, notes: int = 0) -> SafeString:
    context = {"line": line, "links": links, "shown": shown, "notes": notes}
    return render_to_string("referee/replays/line.html", context)
