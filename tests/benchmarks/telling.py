"""A hand that says in one line of typing what it can, with the editor's own reading of it."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.entering.cards_text import cards_of, line_of
from referee.positions.document import Document
from referee.positions.finding import hits
from referee.positions.letters import first_fitting
from referee.positions.panel import choices_for
from referee.positions.places import place_at, rows_of, sides_of
from referee.positions.saying import say
from referee.wording.labels import field_words
from rules.kernel.replay import Replay
from tests.benchmarks.entering import Hand, same


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
            if same(there.lines.rsplit("\n", 1)[-1], msgspec.json.encode(entry, order="sorted")):
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
            table = (
                first_fitting([(one.at, one.name) for one in self.sides[""]], text) if seat == spoken else ""
            )
            if first_fitting([(one.at, one.name) for one in chips], text) == chip.at and not (seat and table):
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
            (words[:n] for n in range(1, len(words) + 1) if first_fitting(choices, words[:n]) == wanted),
            wanted,
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
