"""How many touches and how long an example of a rulebook takes in the position editor, by touch: every step is made
with the editor's own changes, and what is reached in the end is the example's position.

``pytest --long -m bench -s tests/benchmarks/test_entering.py`` prints the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from referee.entering.cards_text import card_of, cards_of, line_of
from referee.entering.spec import Spec
from referee.games.starts import header_of_start, starts_of
from referee.positions.candidates import candidates
from referee.positions.document import Document, data_of, document_of_log, header_of, split_file
from referee.positions.finding import hits
from referee.positions.panel import choices_for
from referee.positions.places import has_card, place_at, rows_of, sides_of
from referee.positions.playing import offered
from referee.positions.saying import first_fitting, say
from referee.positions.touching import change
from referee.wording.labels import field_words
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.registry import load

#: A second and a half to see and touch something, a third of a second for a key.
TOUCH, KEY, MINUTE = 1.5, 0.33, 60
SCENARIOS = Path(__file__).parents[1] / "scenarios"
#: The files of the rulebook's own examples begin so.
EXAMPLES = {
    "highlander": ("HL-",),
    "looney_tunes": ("LT-",),
    "nightmare_before_christmas": ("NBC-0", "NBC-1"),
    "herocard_duel": ("HC-",),
    "herocard_nightmare": ("HC-",),
}


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
        if any(_same(one.json, wanted) for one in rows) or self.comes_to(run, entry, rows):
            return 1
        for at in self.addresses(run, entry):
            listed, _more = candidates(run, at)
            if any(_same(one.json, wanted) for one in listed):
                return 2
        parts = [key for key in entry if key not in ("by", "do")]
        self.effort.keys += 4 * len(parts)
        return 4 + len(parts)

    def comes_to(self, run: Replay, entry: dict[str, Any], rows: Any) -> bool:
        """Whether something that is offered to the same one says it in other words: the table is the same after it."""
        told = [msgspec.json.decode(one.json) for one in rows]
        same = [raw for raw in told if (raw["by"], raw["do"]) == (entry["by"], entry["do"])]
        after = _after(run, entry) if same else None
        return after is not None and any(_after(run, raw) == after for raw in same)

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


class Teller(Hand):
    """A hand that says in one line of typing what it can, and touches the rest."""

    def lay(self) -> None:
        line = "; ".join(self.clauses())
        if line:
            said = say(self.document, self.catalogue, line)
            assert not said.wrong, (line, said.wrong)
            self.effort.touches += 1
            self.effort.keys += len(line) + 1
        self.label()
        super().lay()

    def label(self) -> None:
        """What a log calls a card by is its own affair: no hand at a table says it."""
        for name, text in self.document.texts.items():
            wanted = self.target.texts.get(name, "")
            if name.startswith("p.") and _unlabelled(wanted) == text != wanted:
                self.document.texts[name] = wanted

    def clauses(self) -> list[str]:
        """Each place that is otherwise and can be said, the table's own first, each in the fewest letters."""
        self.sides = {
            side.seat: (*side.chips, *side.more) for side in sides_of(self.document, self.catalogue, {})
        }
        told, spoken = [], ""
        for seat, chips in self.sides.items():
            for chip in chips:
                place = place_at(self.document, chip.at)
                for part, what in self.facts(place) if place is not None else ():
                    name = self.name(chip, chips, seat, spoken)
                    told.append(f"{name} {part}:{what}" if part else f"{name}:{what}")
                    spoken = seat
        return told

    def way(self, run: Replay, entry: dict[str, Any]) -> int:
        """One touch at what is offered; else the line is touched and the entry said, where it is understood."""
        touches = super().way(run, entry)
        if touches == 1:
            return 1
        line = self.entry_line(entry)
        if line is None:
            return touches
        self.effort.keys += len(line) + 2
        return 1

    def entry_line(self, entry: dict[str, Any]) -> str | None:
        """An entry in letters; None where it cannot be said so."""
        by, do = str(entry["by"]), str(entry["do"])
        hand = place_at(
            self.document, f"players.{by if by in self.document.seats else self.document.seats[0]}.hand"
        )
        arguments = {key: value for key, value in entry.items() if key not in ("by", "do")}
        verb = " ".join(word[:4] for word in do.split("_"))
        for named in (False, True):
            parts = [self.part_said(hand, key, value, named) for key, value in arguments.items()]
            line = f"{by}>{verb} {','.join(part for part in parts if part)}".strip()
            there = Document(self.document.game, self.document.seats, dict(self.document.texts))
            if None in parts or say(there, self.catalogue, line).wrong:
                continue
            if _same(there.lines.rsplit("\n", 1)[-1], msgspec.json.encode(entry, order="sorted")):
                return line
        return None

    def part_said(self, hand: Any, key: str, value: Any, named: bool) -> str | None:
        """One argument in letters; None where it is of a kind that is touched."""
        if isinstance(value, list):
            told = [self.part_said(hand, key, one, False) for one in value]
            return None if None in told else ",".join(one or "" for one in told)
        if isinstance(value, dict) and "title" in value:
            return self.card_said(hand, line_of(value))
        if isinstance(value, dict):
            told = [self.part_said(hand, name, one, False) for name, one in value.items()]
            return None if None in told else ",".join(one or "" for one in told)
        if isinstance(value, str) and self.catalogue.find(value):
            return self.card_said(hand, value)
        return f"{key}:{value}" if named else str(value)

    def facts(self, place: Any) -> list[tuple[str, str]]:
        """The parts of a place that can be said, each by its number and name, and what is true of them; the place
        itself has no name of a part."""
        what = self.what(place)
        if what is not None:
            return [("", what)]
        item = place.spec.item
        if place.spec.kind != "list" or item is None or place.takes_cards:
            return []
        told = []
        here = rows_of(self.document, place.path)
        for row in rows_of(self.target, place.path):
            for fact in item.fields:
                name = f"{place.path}.{row}.{fact.name}"
                wanted = self.target.texts.get(name, "")
                if wanted and wanted != self.document.texts.get(name) and row <= len(here):
                    part = place_at(self.document, f"{place.at}.{row}.{fact.name}")
                    if part is not None and fact.kind not in (
                        "cards",
                        "list",
                        "struct",
                        "one_of",
                        "map",
                        "pairs",
                    ):
                        told.append(
                            (f"{row + 1} {field_words(fact.name)[:4]}", self.value_said(part, wanted))
                        )
        return told

    def name(self, chip: Any, chips: Any, seat: str, spoken: str) -> str:
        """The fewest letters that name a place; whose it is where another was spoken of."""
        words = chip.name.replace(" · ", " ").casefold().split()
        for size in range(1, max(map(len, words)) + 1):
            text = " ".join(word[:size] for word in words)
            table = fitted([(one.at, one.name) for one in self.sides[""]], text) if seat == spoken else ""
            if fitted([(one.at, one.name) for one in chips], text) == chip.at and not (seat and table):
                return text if seat == spoken else f"{seat} {text}"
        return f"{seat} {chip.name}" if seat else str(chip.name)

    def what(self, place: Any) -> str | None:
        """What lies at a place in the target, in letters; None where it is so already, or has to be touched."""
        path = place.path
        now = {k: v for k, v in self.document.texts.items() if k == path or k.startswith(path + ".")}
        then = {k: v for k, v in self.target.texts.items() if k == path or k.startswith(path + ".")}
        if now == then or (place.spec.open_zone and not now and then.get(path, "…") in ("", "…")):
            return None
        kind = place.spec.kind
        if kind == "cards":
            return self.pile_said(place, then.get(path, ""))
        if kind == "list" and place.takes_cards:
            cards = [self.target.texts.get(f"{path}.{row}.card") or "?" for row in rows_of(self.target, path)]
            return ",".join(self.card_said(place, line) for line in cards) or "-"
        if kind == "card":
            return self.card_said(place, then.get(path, "")) if then.get(path) else "-"
        if kind in ("list", "struct", "one_of", "map", "pairs"):
            return None
        return self.value_said(place, then.get(path, ""))

    def value_said(self, place: Any, wanted: str) -> str:
        choices = choices_for(self.document, self.catalogue, place.spec)
        words = dict(choices).get(wanted, "")
        short = next(
            (words[:n] for n in range(1, len(words) + 1) if fitted(choices, words[:n]) == wanted), wanted
        )
        return short or "-"

    def pile_said(self, place: Any, wanted: str) -> str:
        said = []
        cards = cards_of(wanted, self.catalogue)
        while cards:
            card = cards.pop(0)
            many = 1
            while cards and cards[0] == card and card != {"more": True}:
                cards.pop(0)
                many += 1
            if card == {"more": True}:
                said.append("…")
                continue
            if isinstance(card, dict) and card.get("unknown"):
                many, word = card.get("count", 1) * many, "?"
            else:
                word = self.card_said(place, line_of(card))
            said.append(f"{many}x{word}" if many > 1 else word)
        return ",".join(said) or "-"

    def card_said(self, place: Any, line: str) -> str:
        """The fewest letters for which the card comes first, with those of its version where they are needed; the title
        in quotes the first time that the log declares it."""
        bare = line.split(" @")[0]
        title = bare.split(" [")[0]
        if bare == "?":
            return bare
        apart = " ".join(
            part.partition(":")[2].strip() for part in bare.partition(" [")[2].rstrip("]").split(";")
        )
        for size in range(2, len(title) + 1):
            for text in (
                title[:size],
                f"{title[:size].strip()} {apart[:2]}",
                f"{title[:size].strip()} {apart}",
            ):
                fitting, _more = hits(self.document, self.catalogue, place, text)
                if fitting and fitting[0].line == bare:
                    first = title in self.own and title not in self.effort.typed
                    self.effort.typed.append(title)
                    return f'"{title}"' if first else text.casefold()
        return f'"{title}"'


def _unlabelled(text: str) -> str:
    return "\n".join(line.split(" @")[0] for line in text.split("\n"))


def _after(run: Replay, raw: dict[str, Any]) -> Any:
    """The table after an entry; None where it is not legal."""
    there = run.fork(len(run.entries))
    data = data_of(msgspec.to_builtins(there.header), msgspec.json.encode(raw).decode())
    verdict = there.push(read_log(data, there.game.all_verbs).entries[0])
    return there.printed() if verdict.verdict == "legal" else None


def fitted(names: list[tuple[str, str]], letters: str) -> str:
    """What the letters name, as the editor reads them."""
    return first_fitting(names, letters)


def _same(text: str, wanted: bytes) -> bool:
    return msgspec.json.encode(msgspec.json.decode(text), order="sorted") == wanted


def measured(game_name: str, path: Path, kinds: tuple[type[Hand], ...] = (Hand, Teller)) -> Effort:
    """The least effort for an example, from an empty table or one of the game's starts."""
    game = load(game_name)
    header, lines = split_file(path.read_bytes())
    best: Effort | None = None
    begun = [document_of_log(game, {**header, "cards": [], "position": {}})]
    for start in starts_of(game_name).values():
        if start.seats == len(header["players"]):
            begun.append(document_of_log(game, header_of_start(game_name, header["rules"], start)))
    for document in begun:
        target = document_of_log(game, header)
        for kind in kinds:
            table = Document(document.game, document.seats, dict(document.texts), document.listed)
            hand = kind(table, target)
            hand.lay()
            assert _printed(table) == _printed(target), path.name
            hand.ask([line for line in lines.split("\n") if not line.startswith("#")])
            if best is None or hand.effort.cost < best.cost:
                best = hand.effort
    assert best is not None
    return best


def _printed(document: Document) -> Any:
    log = read_log(data_of(header_of(document).raw, ""), document.game.all_verbs)
    return Replay(document.game, log.header).printed()


def examples(game: str, most: int = 5) -> list[Path]:
    """The first examples of a game's rulebook that begin with a position, one of each id."""
    by_id: dict[str, Path] = {}
    for path in sorted((SCENARIOS / game).glob("*.jsonl")):
        key = "-".join(path.name.split("-")[:2])
        if path.name.startswith(EXAMPLES[game]) and b'"position": {' in path.read_bytes():
            by_id.setdefault(key, path)
    return list(by_id.values())[:most]


def table(most: int = 5) -> list[str]:
    """By game the median and the worst."""
    rows = []
    for game, kinds in product(EXAMPLES, ((Hand,), (Teller, Hand))):
        told = [(measured(game, path, kinds), path.stem) for path in examples(game, most)]
        how = "by touch alone" if kinds == (Hand,) else "or by a line"
        touches = [effort.touches for effort, _name in told]
        seconds = [effort.seconds for effort, _name in told]
        worst, name = max(told, key=lambda one: one[0].seconds)
        rows.append(
            f"{game:28} {how}: {len(told)} examples  median {median(touches):g} touches {median(seconds):.0f} s"
            f"  worst {worst.touches} touches {worst.seconds:.0f} s ({name})"
        )
    return rows
