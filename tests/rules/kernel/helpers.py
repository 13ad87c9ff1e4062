"""Short ways to write logs of the toy game."""

from __future__ import annotations

import json
from typing import Any

from rules.kernel.log import Log, read_log
from rules.kernel.replay import Replay, replay
from tests.rules.kernel.toy import TOY

HEADER: dict[str, Any] = {"log": 1, "game": "toy", "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}]}


def deck(**counts: int) -> dict[str, Any]:
    lines = [{"card": title.replace("_", " "), "count": count} for title, count in counts.items()]
    return {"sections": {"main": lines}}


def header(a: Any = None, b: Any = None, **more: Any) -> dict[str, Any]:
    return {**HEADER, "players": [{"seat": "A", "deck": a}, {"seat": "B", "deck": b}], **more}


def data(*entries: dict[str, Any], head: dict[str, Any] | None = None) -> bytes:
    return "\n".join(json.dumps(line) for line in (head or HEADER, *entries)).encode()


def log(*entries: dict[str, Any], head: dict[str, Any] | None = None) -> Log:
    return read_log(data(*entries, head=head), TOY.all_verbs)


def run(*entries: dict[str, Any], head: dict[str, Any] | None = None) -> Replay:
    return replay(TOY, log(*entries, head=head))


def words(replayed: Replay) -> list[str]:
    return [verdict.verdict for verdict in replayed.verdicts]


def draw(by: str, *cards: Any, **more: Any) -> dict[str, Any]:
    return {"by": by, "do": "draw", **({"cards": list(cards)} if cards else {"count": 2}), **more}


def lay(by: str, card: Any = None, **more: Any) -> dict[str, Any]:
    return {"by": by, "do": "lay", **({} if card is None else {"card": card}), **more}


def reveal(by: str, card: Any) -> dict[str, Any]:
    return {"by": by, "do": "reveal", "card": card}


HIDDEN = (draw("A"), lay("A"), draw("B"), lay("B"))
