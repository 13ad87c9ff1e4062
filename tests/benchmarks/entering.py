"""A hand that lays an example out in the position editor by touch: every step is made with the editor's own changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from referee.entering.cards_text import card_of, cards_of, line_of
from referee.entering.spec import Spec
from referee.positions.candidates import candidates
from referee.positions.document import Document, data_of, header_of
from referee.positions.finding import hits
from referee.positions.panel import choices_for
from referee.positions.places import has_card, place_at, rows_of
from referee.positions.playing import offered
from referee.positions.touching import change
from rules.kernel.log import read_log
from rules.kernel.replay import Replay

#: A second and a half to see and touch something, a third of a second for a key.
TOUCH, KEY, MINUTE = 1.5, 0.33, 60


@dataclass
class Effort:
    """What a hand did, and where it held last."""

    touches: int = 0
    keys: int = 0
    held: str = ""
    typed: list[str] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        return self.touches * TOUCH + self.keys * KEY

    @property
    def cost(self) -> tuple[bool, int, float]:
        """What a hand chooses by: under a minute, then the fewest touches."""
        return self.seconds > MINUTE, self.touches, self.seconds

    def touch(self, at: str) -> None:
        if self.held != at:
            self.touches += 1
            self.held = at


class Hand:
    """A hand that makes one document into another."""

    def __init__(self, document: Document, target: Document) -> None:
        self.document, self.target = document, target
        self.effort = Effort(touches=1)  # what to begin with
        self.catalogue = header_of(target).catalogue
        document.texts["cards"] = target.texts.get("cards", "")
        self.own = {
            msgspec.json.decode(line)["title"] for line in document.texts["cards"].split("\n") if line
        }
        document.seats = target.seats

    def lay(self) -> None:
        """Lays everything out that is otherwise."""
        names = [
            name
            for name in (*self.target.texts, *self.document.texts)
            if name.startswith("p.") and not name.endswith(".+")
        ]
        for name in dict.fromkeys(names):
            if self.target.texts.get(name, "") != self.document.texts.get(name, ""):
                self.one(name)

    def do(self, said: str, typed: str = "") -> None:
        touched = change(self.document, self.catalogue, said, typed)
        assert not touched.wrong, (said, touched.wrong)

    def one(self, name: str) -> None:
        """One field that is otherwise, with all that it stands in."""
        parts = name.removeprefix("p.").split(".")
        for n in range(1, len(parts) + 1):
            at = ".".join(parts[:n])
            place = place_at(self.document, at)
            if place is not None and place.spec.kind == "list" and place.nth is None:
                self.rows(at, place.spec)
                return
        place = place_at(self.document, at)
        assert place is not None, at
        self.value(at, place.spec, self.target.texts.get(name, ""))

    def rows(self, at: str, spec: Spec) -> None:
        """A list made anew: what lies there is taken out, what should is put there."""
        path = f"p.{at}"
        assert spec.item is not None
        for row in reversed(rows_of(self.document, path)[len(rows_of(self.target, path)) :]):
            self.effort.touches += 2
            self.do(f"out {at}.{row}")
        there = len(rows_of(self.document, path))
        for row in rows_of(self.target, path):
            card = self.target.texts.get(f"{path}.{row}.card") or "?"
            if row < there:
                if has_card(spec.item) and self.document.texts.get(f"{path}.{row}.card") != card:
                    self.effort.touch(f"{at}.{row}")
                    self.type_card(f"{at}.{row}", card, word="exchange")
            elif has_card(spec.item):
                self.effort.touch(at)
                self.type_card(at, card)
            else:
                self.effort.touch(at)
                self.effort.touches += 1
                self.do(f"row {at}")
            for fact in spec.item.fields:
                name = f"{path}.{row}.{fact.name}"
                owner = fact.name == "owner" and self.target.texts.get(name) == at.split(".")[1]
                now, wanted = self.document.texts.get(name, ""), self.target.texts.get(name, "")
                if now != wanted and not owner and fact.kind not in ("list", "map", "struct", "one_of"):
                    self.effort.touch(f"{at}.{row}")
                    self.value(f"{at}.{row}.{fact.name}", fact, wanted)
                elif any(one.startswith(name + ".") for one in self.target.texts):
                    self.effort.touch(f"{at}.{row}")
                    if fact.kind == "list":
                        self.rows(f"{at}.{row}.{fact.name}", fact)

    def value(self, at: str, spec: Spec, wanted: str) -> None:
        """A fact, a pile or a slot; a pile that is uncounted unless something is said of it needs nothing."""
        if spec.open_zone and wanted in ("", "…") and not self.document.texts.get(f"p.{at}"):
            return
        self.effort.touch(at)
        if spec.kind == "cards":
            self.pile(at, wanted)
        elif spec.kind == "card" and wanted not in ("", "?", "none"):
            self.type_card(at, wanted)
        elif not wanted:
            self.effort.touches += 1
            self.do(f"out {at}")
        else:
            choices = choices_for(self.document, self.catalogue, spec)
            if wanted in dict(choices):
                self.effort.touches += 1
            else:
                self.effort.keys += len(wanted) + 1
            self.do(f"set {at}", wanted)

    def pile(self, at: str, wanted: str) -> None:
        """Cards taken out that should not be there, then the others put there."""
        now = cards_of(self.document.texts.get(f"p.{at}", ""), self.catalogue)
        told = cards_of(wanted, self.catalogue)
        if not told and wanted in ("-", ""):
            self.effort.touches += 1
            self.do(f"clear {at}" if wanted else f"out {at}")
            return
        if told[: len(now)] != now:
            self.effort.touches += 1
            self.do(f"clear {at}")
            now = []
        left = told[len(now) :]
        while left:
            card = left.pop(0)
            if left and left[0] == card and isinstance(card, str):
                # several of one card are typed with their number before them
                many = 1 + next((n for n, one in enumerate(left) if one != card), len(left))
                del left[: many - 1]
                self.effort.keys += len(f"{many} x ")
                self.type_card(at, card, many)
            elif card == {"more": True}:
                self.effort.touches += 1
                self.do(f"more {at}")
            elif isinstance(card, dict) and card.get("unknown"):
                self.effort.touches += card.get("count", 1)
                self.do(f"step {at} {card.get('count', 1)}")
            else:
                self.type_card(at, line_of(card))

    def type_card(self, at: str, line: str, many: int = 1, word: str = "add") -> None:
        """The fewest letters for which the card comes first; else it is touched in the list."""
        card = card_of(line, self.catalogue)
        bare = line.split(" @")[0]
        title = bare.split(" [")[0]
        place = place_at(self.document, at)
        assert place is not None
        if title in self.own and title not in self.effort.typed:
            self.effort.keys += len(title) + 1
            self.effort.typed.append(title)
        else:
            self.effort.keys += self.letters(place, bare, title)
        self.do(f"{word} {at} {many} x {line_of(card)}" if many > 1 else f"{word} {at} {line_of(card)}")

    def letters(self, place: Any, line: str, title: str) -> int:
        for size in range(2, len(title) + 1):
            fitting, _more = hits(self.document, self.catalogue, place, title[:size])
            if fitting and fitting[0].line == line:
                return size + 1
            if any(hit.line == line for hit in fitting) and size >= 4:
                self.effort.touches += 1
                return size
        self.effort.touches += 1
        return len(title)

    def ask(self, lines: list[str]) -> None:
        """What is played up to the first question, and the question."""
        log = read_log(data_of(header_of(self.document).raw, ""), self.document.game.all_verbs)
        run = Replay(self.document.game, log.header)
        for line in lines:
            raw = msgspec.json.decode(line)
            if "do" not in raw:
                continue
            entry = {
                key: value
                for key, value in raw.items()
                if key not in ("expect", "rule", "applied", "decided_at")
            }
            self.effort.touches += self.way(run, entry)
            self.effort.held = ""
            if isinstance(raw.get("expect"), str):
                return
            data = data_of(msgspec.to_builtins(run.header), line)
            run.push(read_log(data, self.document.game.all_verbs).entries[0])

    def way(self, run: Replay, entry: dict[str, Any]) -> int:
        """One touch where it is offered, two at a card it may be asked of; else the form: who, what, and each part."""
        wanted = msgspec.json.encode(entry, order="sorted")
        rows, _more = offered(run, "" if entry["by"] in run.seats else str(entry["by"]), "", 60)
        if any(same(one.json, wanted) for one in rows) or self.comes_to(run, entry, rows):
            return 1
        for at in self.addresses(run, entry):
            listed, _more = candidates(run, at)
            if any(same(one.json, wanted) for one in listed):
                return 2
        parts = [key for key in entry if key not in ("by", "do")]
        self.effort.keys += 4 * len(parts)
        return 4 + len(parts)

    def comes_to(self, run: Replay, entry: dict[str, Any], rows: Any) -> bool:
        """Whether something that is offered to the same one says it in other words: the table is the same after it."""
        told = [msgspec.json.decode(one.json) for one in rows]
        same = [raw for raw in told if (raw["by"], raw["do"]) == (entry["by"], entry["do"])]
        wanted = after(run, entry) if same else None
        return wanted is not None and any(after(run, raw) == wanted for raw in same)

    def addresses(self, run: Replay, entry: dict[str, Any]) -> list[str]:
        printed = run.printed()
        told = []
        for seat in run.seats:
            side = printed["players"][seat]
            for zone in ("hand", "attacks", "defenses", "in_play", "locales"):
                rows = side.get(zone)
                told += [
                    f"players.{seat}.{zone}.{n}"
                    for n, _one in enumerate(rows if isinstance(rows, list) else ())
                ]
        return told


def after(run: Replay, raw: dict[str, Any]) -> Any:
    """The table after an entry; None where it is not legal."""
    there = run.fork(len(run.entries))
    data = data_of(msgspec.to_builtins(there.header), msgspec.json.encode(raw).decode())
    verdict = there.push(read_log(data, there.game.all_verbs).entries[0])
    return there.printed() if verdict.verdict == "legal" else None


def same(text: str, wanted: bytes) -> bool:
    return msgspec.json.encode(msgspec.json.decode(text), order="sorted") == wanted
