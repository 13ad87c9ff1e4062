"""Which part of a rulebook's text each entry of a ledger tells of. No database.

Rulebooks come as text in many shapes: headings on lines of their own, headings that a dash parts from their text,
headings in the middle of running text where all line breaks are lost. What they share is that the headings come in
much the same order as the entries. So for every heading all its places are looked up, each weighed by how much it
looks like a heading, and the row of places is taken that weighs most and keeps the order; a heading that has none in
it takes the best place that is left.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from rules.kernel.rulebook import LedgerEntry

#: A place weighs by what stands around it, and by how much text follows until the next heading.
ALONE, PARTED, INSIDE = 400, 350, 150
ENOUGH = 200
#: Places of a heading that are weighed; more common words are no headings.
MOST_PLACES = 60
#: What the ledger adds to a heading, and what the rulebook may leave out of it.
IN_BRACKETS = re.compile(r"\s*\([^)]*\)\s*$")
NUMBERED = re.compile(r"^(?:\d+[.)]\s*|Step \d+:\s*)")
#: What may stand before a heading on its line.
COUNTED = re.compile(r"[\s#•*¥-]*(?:\d{1,2}[.)]\s*)?")
#: What parts a heading from the text on its line: a dash, a colon, the edition of a card.
PARTING = re.compile(r"\s*(?:[-–—:]\s+|(?=\[))")
#: What begins after a heading inside a line.
BEGINS = re.compile(r"\s*[:.]?\s+(?=[A-Z“\"(•*0-9¥])")
QUOTES = {"'": "['’‘]", "’": "['’‘]", '"': '["“”]', "“": '["“”]', "”": '["“”]'}
#: In a table of contents more than two further headings begin within so many letters.
CONTENTS = 80
#: The title of a rulebook stands in so many letters of its text.
TITLE = 120
#: A line that ends with a heading has so much before it at most.
SHORT = 20


class Passage(msgspec.Struct, frozen=True):
    """A part of the text: under which heading, and what it says."""

    heading: str
    text: str


class _Place(msgspec.Struct, frozen=True):
    """Where a heading stands: its first letter, the first of what it heads, and its weight."""

    start: int
    end: int
    weight: int


class _Section(msgspec.Struct):
    """A heading of the rulebook, and the entries that tell of it."""

    heading: str
    entries: list[LedgerEntry]
    place: _Place | None = None


def passages(text: str, entries: Iterable[LedgerEntry]) -> dict[str, Passage]:
    """For the ids of those entries that the text has wording for, that wording. Readings and the rules of logs are this
    project's own and have none."""
    plain = cleaned(text)
    sections = _sections(entry for entry in entries if has_wording(entry))
    _settle(sections, plain)
    found_at = sorted(
        (section for section in sections if section.place),
        key=lambda section: section.place.start,  # type: ignore[union-attr]
    )
    told: dict[str, Passage] = {}
    for n, section in enumerate(found_at):
        place = section.place
        assert place is not None
        until = found_at[n + 1].place.start if n + 1 < len(found_at) else len(plain)  # type: ignore[union-attr]
        whole = plain[place.end : until]
        for entry, passage in _within(section, whole):
            if passage.text:
                told[entry.id] = passage
    return _of_parents(told, sections)


def has_wording(entry: LedgerEntry) -> bool:
    """Whether an entry tells of a rulebook's text."""
    return entry.kind != "reading" and not entry.id.startswith(("log.", "event."))


def cleaned(text: str) -> str:
    """The text with plain line ends, and without the signs of emphasis that plain texts write."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    return re.sub(r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}", "", text)


def _sections(entries: Iterable[LedgerEntry]) -> list[_Section]:
    """The headings in the order of the entries. An entry whose heading adds something to that of a section belongs to
    it; entries of the very same heading that follow each other share it."""
    sections: list[_Section] = []
    by_heading: dict[str, _Section] = {}
    for entry in entries:
        heading, own = parted(entry)
        before = by_heading.get(heading)
        if before is None or not (own or before is sections[-1]) or entry.line:
            before = by_heading[heading] = _Section(heading, [])
            sections.append(before)
        before.entries.append(entry)
    return sections


def parted(entry: LedgerEntry) -> tuple[str, str]:
    """The part of an entry's heading that is a section's of the rulebook, and what the entry adds: “Setting Up: first
    hand” stands under “Setting Up”. Where the ledger names the line of an entry its heading is the rulebook's own."""
    if entry.line:
        return entry.heading.rstrip(" -"), ""
    section, _colon, own = IN_BRACKETS.sub("", entry.heading).partition(": ")
    return section, own


def _settle(sections: Sequence[_Section], text: str) -> None:
    """Gives each heading its place."""
    places = _but_contents([_places(section, text) for section in sections], sections, text)
    _weigh(places)
    taken = _best_row(places)
    for section, place in zip(sections, taken, strict=True):
        section.place = place
    starts = sorted(place.start for place in taken if place)
    for section, offered in zip(sections, places, strict=True):
        if section.place is None:
            left = [
                place for place in offered if place.weight >= INSIDE + ENOUGH and place.start not in starts
            ]
            if left:
                section.place = max(left, key=lambda place: place.weight)
                starts.append(section.place.start)


def _but_contents(places: list[list[_Place]], sections: Sequence[_Section], text: str) -> list[list[_Place]]:
    """The places without those inside a table of contents: two further headings follow at once."""
    named = [(hit.start(), n) for n, one in enumerate(sections) for hit in _hits(one.heading, text)]
    named.sort()
    starts = [start for start, _n in named]

    def is_listed(place: _Place, own: int) -> bool:
        near = named[bisect_left(starts, place.end) : bisect_right(starts, place.end + CONTENTS)]
        return place.weight == INSIDE and len({n for _start, n in near} - {own}) > 2

    return [
        [place for place in offered if not is_listed(place, own)] or offered
        for own, offered in enumerate(places)
    ]


def _places(section: _Section, text: str) -> list[_Place]:
    """Where this heading may stand. Whole headings of its entries go before the part that they share."""
    first = section.entries[0]
    whole = section.heading if first.line else IN_BRACKETS.sub("", first.heading)
    names = dict.fromkeys([whole, section.heading])
    names |= dict.fromkeys([NUMBERED.sub("", name) for name in names])
    for name in filter(None, names):
        offered = list(_places_of(name, text))
        if offered:
            return offered[:MOST_PLACES]
    return []


def _places_of(name: str, text: str) -> Iterator[_Place]:
    """The places of a heading: alone on its line, at the end of a short one, before a dash, a colon or a bracket on it,
    or inside a line after the end of a sentence and before a new one, letter for letter."""
    plain = re.sub(r"\s+", " ", name)
    for hit in _hits(plain, text):
        start, end = hit.span()
        before, after = text[max(0, start - 60) : start], text[end : end + 60]
        line = before.rpartition("\n")[2]
        at_start = COUNTED.fullmatch(line) is not None
        if re.match(r"[ \t:]*(\n|$)", after) and (at_start or len(line) < SHORT):
            yield _Place(start - len(line), end, ALONE if at_start else PARTED)
        elif at_start and (parting := PARTING.match(after)):
            yield _Place(start - len(line), end + parting.end(), PARTED)
        elif (
            re.sub(r"\s+", " ", hit[0]) == plain
            and (start < TITLE or _ends(before))
            and (signs := BEGINS.match(after))
        ):
            yield _Place(start, end + signs.end(), INSIDE)


def _hits(name: str, text: str) -> Iterator[re.Match[str]]:
    """Where a heading stands in the text, as a whole. Its first word is looked for first, which is quick."""
    pattern, small = _pattern(name), _small(text)
    first = re.split(r"[\s'’‘\"“”]", name.lower(), maxsplit=1)[0]
    at = small.find(first) if first else -1
    while at >= 0:
        hit = pattern.match(text, at)
        if hit is not None:
            yield hit
        at = small.find(first, at + len(first))
    if not first:
        yield from pattern.finditer(text)


@lru_cache(maxsize=2)
def _small(text: str) -> str:
    """The text in small letters, as many as it has."""
    small = text.lower()
    return (
        small
        if len(small) == len(text)
        else "".join(one.lower() if len(one.lower()) == 1 else one for one in text)
    )


@lru_cache(maxsize=1024)
def _pattern(name: str) -> re.Pattern[str]:
    """A heading, whatever its letters' size, its spaces and the form of its quotes."""
    letters = (QUOTES.get(letter) or (r"\s{1,3}" if letter == " " else re.escape(letter)) for letter in name)
    return re.compile(r"(?<!\w)" + "".join(letters) + r"(?!\w)", re.IGNORECASE)


def _ends(before: str) -> bool:
    """Whether a sentence, a list or a heading has ended here."""
    return not before.strip() or before.rstrip()[-1] in ".!?:)”\"•*¥’'" or before[-1] == "\n"


def _weigh(places: list[list[_Place]]) -> None:
    """Adds to each place what text follows it until the next one of any heading: in a table of contents that is
    nothing."""
    starts = sorted({place.start for offered in places for place in offered})
    for offered in places:
        for n, place in enumerate(offered):
            at = bisect_right(starts, place.end - 1)
            length = (starts[at] if at < len(starts) else place.end + ENOUGH) - place.end
            offered[n] = _Place(place.start, place.end, place.weight + min(ENOUGH, max(0, length)))


def _best_row(places: list[list[_Place]]) -> list[_Place | None]:
    """One place for each heading, or none, in the order of the text, so that they weigh most together."""
    order = {
        start: n for n, start in enumerate(sorted({one.start for offered in places for one in offered}), 1)
    }
    heaviest = _Heaviest(len(order))
    rows: list[tuple[int, int, _Place]] = []  # heading, the row before, place
    for heading, offered in enumerate(places):
        fresh = []
        for place in offered:
            weight, before = heaviest.before(order[place.start])
            fresh.append((place, weight + place.weight, len(rows)))
            rows.append((heading, before, place))
        for place, weight, row in fresh:
            heaviest.add(order[place.start], weight, row)
    taken: list[_Place | None] = [None] * len(places)
    _weight, at = heaviest.before(len(order) + 1)
    while at >= 0:
        heading, before, place = rows[at]
        taken[heading] = place
        at = before
    return taken


class _Heaviest:
    """The heaviest row that ends before a place: a tree of sums over the places in their order."""

    def __init__(self, size: int) -> None:
        self._best = [(0, -1)] * (size + 1)

    def before(self, at: int) -> tuple[int, int]:
        """Weight and number of the heaviest that ends before the ``at``-th place; nothing weighs 0."""
        best, at = (0, -1), at - 1
        while at > 0:
            best = max(best, self._best[at], key=lambda row: row[0])
            at -= at & -at
        return best

    def add(self, at: int, weight: int, row: int) -> None:
        """A row that ends at the ``at``-th place."""
        while at < len(self._best):
            if self._best[at][0] < weight:
                self._best[at] = (weight, row)
            at += at & -at


def _within(section: _Section, whole: str) -> Iterator[tuple[LedgerEntry, Passage]]:
    """The entries of a section: those whose own part of the heading stands in it have the text from there to the next
    such, the others all of it."""
    places = [list(_own_places(parted(entry)[1], whole)) for entry in section.entries]
    _weigh(places)
    own = [
        (best.start, best.end, entry)
        for entry, offered in zip(section.entries, places, strict=True)
        if (best := max(offered, key=lambda place: place.weight, default=None)) is not None
    ]
    own.sort(key=lambda row: row[:2])
    placed = set()
    for n, (_begin, end, entry) in enumerate(own):
        until = next((start for start, _end, _entry in own[n + 1 :] if start >= end), len(whole))
        placed.add(entry.id)
        yield entry, Passage(entry.heading, whole[end:until].strip())
    for entry in section.entries:
        if entry.id not in placed:
            yield entry, Passage(section.heading, whole.strip())


def _own_places(part: str, whole: str) -> Iterator[_Place]:
    for name in dict.fromkeys((part, NUMBERED.sub("", part))):
        if name[:1].isupper() or name[:1].isdigit():
            yield from _places_of(name, whole)


def _of_parents(told: dict[str, Passage], sections: Iterable[_Section]) -> dict[str, Passage]:
    """Besides, an entry without wording has that of the entry which its id stands under."""
    for section in sections:
        for entry in section.entries:
            parent, dot, _rest = entry.id.rpartition(".")
            while dot and entry.id not in told:
                if parent in told:
                    told[entry.id] = told[parent]
                parent, dot, _rest = parent.rpartition(".")
    return told
