"""Printing one position: faces for ids, labels for cards that something refers to."""

from __future__ import annotations

from rules.kernel.cards import Catalogue
from rules.kernel.json_types import Json
from rules.kernel.knowledge import OPEN, Knowledge


class Writer:
    """Prints one position: knows the faces and hands out labels."""

    def __init__(self, known: Knowledge, catalogue: Catalogue) -> None:
        self.known, self.catalogue = known, catalogue
        self.labels: dict[int, str] = {}
        self.referred: set[int] = set()

    def face(self, card: int) -> Json:
        face = self.known.faces.get(card)
        if face is not None:
            return self.catalogue.reference(face)
        if card in self.known.narrowed:
            return {"one_of": [self.catalogue.reference(c) for c in self.known.narrowed[card]]}
        return {"unknown": True}

    def card(self, card: int) -> Json:
        face = self.face(card)
        if card not in self.referred:
            return face
        label = {"as": self.label(card)}
        return {"card": face, **label} if isinstance(face, str) or "title" in face else {**face, **label}

    def label(self, card: int) -> str:
        return self.labels.setdefault(card, f"c{len(self.labels) + 1}")

    def zone(self, cards: tuple[int, ...]) -> Json:
        if cards == (OPEN,):
            return {"unknown": True}
        out: list[Json] = []
        for card in cards:
            if card == OPEN:
                out.append({"more": True})
                continue
            printed = self.card(card)
            last = out[-1] if out else None
            if (
                printed == {"unknown": True}
                and isinstance(last, dict)
                and last.keys() <= {"unknown", "count"}
                and last
            ):
                out[-1] = {"unknown": True, "count": last.get("count", 1) + 1}
            else:
                out.append(printed)
        return out
