"""Reading one printed position: ids for cards, what is known of them, labels."""

from __future__ import annotations

import msgspec

from rules.kernel.cards import MAX_CARDS, CardRef, Catalogue, named
from rules.kernel.errors import CardError, LogError, Misplaced
from rules.kernel.json_types import Json
from rules.kernel.knowledge import OPEN, Knowledge
from rules.kernel.texts import say


class Reader:
    """Reads one printed position: makes ids, learns faces, remembers labels. Raises ``LogError``."""

    def __init__(self, known: Knowledge, catalogue: Catalogue) -> None:
        self.known, self.catalogue = known, catalogue
        self.labels: dict[str, int] = {}
        self.forward: dict[str, int] = {}
        self.findings: list[str] = []
        self.count = 0

    def fail(self, path: str, message: str) -> LogError:
        return Misplaced(path, message)

    def _count(self, path: str, more: int) -> None:
        self.count += more
        if self.count > MAX_CARDS:
            raise self.fail(path, say("position_has_too_many_cards", max_cards=MAX_CARDS))

    def leave_out(self, path: str) -> None:
        """A fact nobody knows: it takes its default, and the judge is told so."""
        self.findings.append(say("position_fact_ignored", path=path))

    def card(self, value: Json, path: str, home: str) -> int:
        if isinstance(value, dict):
            value = dict(value)
            label = value.pop("as", None)
            inner = value.pop("card", None)
            card = self._new(value if inner is None else inner, path, home, value.get("one_of"))
            if label is not None:
                if not isinstance(label, str) or label in self.labels:
                    raise self.fail(path, say("label_malformed_or_used_twice"))
                self.labels[label] = card
            return card
        return self._new(value, path, home, None)

    def _new(self, value: Json, path: str, home: str, one_of: Json) -> int:
        self._count(path, 1)
        self.known, (card,) = self.known.new(home, 1)
        refs = one_of if one_of is not None else [value]
        if not isinstance(refs, list):
            raise self.fail(path, say("one_of_not_list"))
        faces: list[int] = []
        for ref in refs:
            try:
                spec = msgspec.convert(ref, CardRef)
                if not named(spec):
                    return card
                faces.extend(self.catalogue.must_find(spec))
            except (msgspec.ValidationError, CardError) as error:
                raise self.fail(path, str(error)) from None
        self._learn(card, tuple(sorted(set(faces))), path, home)
        return card

    def _learn(self, card: int, faces: tuple[int, ...], path: str, home: str) -> None:
        """Binds a card, looking for the pool it can have come from."""
        for owner in (home, *(o for o in self.known.homes if o != home)):
            pool = self.known.homes.get(owner, 0)
            moved = msgspec.structs.replace(self.known, pool_of={**self.known.pool_of, card: pool})
            bound, fits = moved.bind(card, faces)
            if fits:
                self.known = bound
                return
        self.known, _ = self.known.bind(card, faces)
        title = self.catalogue.cards[faces[0]].title
        self.findings.append(say("position_card_not_in_deck_list", path=path, title=title))

    def zone(self, value: Json, path: str, home: str) -> tuple[int, ...]:
        if value == {"unknown": True}:
            return (OPEN,)
        if not isinstance(value, list):
            raise self.fail(path, say("list_of_cards_expected"))
        out: list[int] = []
        for place, item in enumerate(value):
            if isinstance(item, dict) and item == {"more": True}:
                out.append(OPEN)
            elif isinstance(item, dict) and item.get("unknown") is True and "count" in item:
                count = item["count"]
                if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MAX_CARDS:
                    raise self.fail(f"{path}.{place}", say("count_out_of_range", max_cards=MAX_CARDS))
                self._count(f"{path}.{place}", count)
                self.known, ids = self.known.new(home, count)
                out.extend(ids)
            else:
                out.append(self.card(item, f"{path}.{place}", home))
        if out.count(OPEN) > 1:
            raise self.fail(path, say("more_given_twice"))
        return tuple(out)

    def ref(self, value: Json, path: str) -> int | None:
        if value is None:
            return None
        if not isinstance(value, str):
            raise self.fail(path, say("card_label_expected"))
        if value in self.labels:
            return self.labels[value]
        # read before its card: a negative stand-in, replaced when all is read
        return self.forward.setdefault(value, -len(self.forward) - 1)
