"""The board as what people mean: everything drawn has the address that logs, expectations and repairs use, and
everything in a position that its reader may see and mean is drawn with it."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest
from django.template.loader import render_to_string

from referee.boards.addresses import address
from referee.boards.generic import Generic
from referee.boards.scene import Drawer, Scene
from referee.games.presentation import drawer_of
from rules.kernel.replay import Replay, replay
from rules.kernel.seats import log_for
from rules.kernel.zones import mark_of
from rules.registry import games
from tests.referee.boards.leaks import selfplayed

#: what draws a thing, by its class: a card in each of its forms, a side of the table, a place of cards
THINGS = frozenset(
    {
        "card",
        "mini",
        "frame",
        "actor",
        "figure",
        "stacked",
        "laid",
        "share",
        "exchange",
        "against",
        "locale",
        "place",
    }
    | {"side", "heap", "clash", "door", "pumpkins"}
)
#: of changes and counts, which are no part of the position
APART = frozenset({"transition", "tally"})
VIEWS = (None, "A", "public")


class Drawn(HTMLParser):
    """The addresses of a board, and its things without one."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.without: list[str] = []
        self.open: list[tuple[str, bool, bool]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = set((given.get("class") or "").split())
        apart = bool(classes & APART) or any(away for _tag, away, _at in self.open)
        hexagon = tag == "polygon" and not self.open[-1][2]
        free = "data-cell" in given
        if "data-at" in given:
            self.addresses.append(given["data-at"] or "")
        elif not apart and (classes & THINGS or hexagon):
            self.without.append(self.get_starttag_text() or "")
        if tag not in ("br", "hr", "img", "input"):
            self.open.append((tag, bool(classes & APART), "data-at" in given or free))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass


def there(printed: Any, path: str) -> bool:
    """Whether a dotted path leads to something in a printed position; a name may hold dots itself."""
    if isinstance(printed, dict):
        return any(
            path == key or (path.startswith(f"{key}.") and there(inner, path[len(key) + 1 :]))
            for key, inner in printed.items()
        )
    name, _, rest = path.partition(".")
    if isinstance(printed, list) and name.isdecimal() and int(name) < len(printed):
        return not rest or there(printed[int(name)], rest)
    return False


def said(kind: Any, printed: Any, at: str) -> Iterator[tuple[str, bool]]:
    """Everything that a printed struct says: each known card of its zones and slots, each fact that is not what it
    would be without a reason; and whether it must be drawn itself, not as a part of something."""
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        value, hint = printed.get(field.encode_name), hints[field.name]
        place = address(at, field.encode_name)
        mark = mark_of(hint)
        if mark is not None and mark.kind in ("zone", "slot"):
            cards = value if isinstance(value, list) else [] if value is None else [value]
            for n, card in enumerate(cards):
                of_card = address(place, n) if mark.kind == "zone" and isinstance(value, list) else place
                known = isinstance(card, str) or (isinstance(card, dict) and "unknown" not in card)
                yield of_card, known and "more" not in card
        elif mark is not None and mark.kind == "refs":
            yield from ((address(place, n), False) for n in range(len(value)))
        elif value and value != field.default:
            yield from said_of(hint, value, place)


def said_of(hint: Any, value: Any, place: str) -> Iterator[tuple[str, bool]]:
    """What a value says: of a struct, of many, each of their facts."""
    kinds = [
        arg for arg in (hint, *get_args(hint)) if isinstance(arg, type) and issubclass(arg, msgspec.Struct)
    ]
    many = get_origin(hint) in (tuple, dict)
    if len(kinds) == 1 and isinstance(value, dict) and not many:
        yield from said(kinds[0], value, place)
    elif len(kinds) == 1 and isinstance(value, list | dict) and not kinds[0].__struct_config__.tag:
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from said_of(kinds[0], one, address(place, key))
    elif isinstance(value, dict) and not kinds:
        yield from ((address(place, key), False) for key in value)
    else:
        yield place, False


def shows(addresses: set[str], path: str, itself: bool) -> bool:
    """Whether a fact is drawn: itself, or as a part of a thing. A whole side of the table is no such thing."""
    if path in addresses or itself:
        return path in addresses
    parts = path.split(".")
    least = 3 if parts[0] == "players" else 1
    return any(".".join(parts[:n]) in addresses for n in range(least, len(parts)))


def html_of(drawer: Drawer, run: Replay, n: int, viewer: str | None) -> str:
    names = {seat: f"Player {seat}" for seat in run.seats}
    scene = Scene(run.game, run.catalogue, run.printed(n), run.seats, names, viewer)
    return render_to_string(drawer.template, {"scene": scene, **drawer.board(scene)})


@pytest.mark.parametrize("viewer", VIEWS)
@pytest.mark.parametrize("name", games())
def test_a_board_draws_everything_with_its_address(name: str, viewer: str | None) -> None:
    game, log = selfplayed(name, 2)
    run = replay(game, log if viewer is None else log_for(game, log, viewer))
    last = len(run.positions) - 1
    for n in range(0, last + 1, max(1, last // 4)):
        printed = run.printed(n)
        for drawer in (drawer_of(name), *((Generic(),) if viewer is None else ())):
            drawn = Drawn(html_of(drawer, run, n, viewer))
            wrong = [path for path in drawn.addresses if not there(printed, path)]
            assert not wrong, (n, wrong)
            assert not drawn.without, (n, drawn.without)
            addresses = set(drawn.addresses)
            if isinstance(drawer, Generic):
                continue
            missing = [
                path
                for path, itself in said(game.position_type, printed, "")
                if not path.startswith("bars") and not shows(addresses, path, itself)
            ]
            assert not missing, (n, missing)
