"""What the last entry changed, marked on a drawn board: cards that are new at their place, figures and words that are
others than before.

The two drawings are compared, not the positions: so every game's board is marked without saying anything for it, and
a reader is shown no change of what is hidden from him, since neither drawing shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

#: What a mark is put on: a card, a line, a figure, a word about somebody, a part of a drawing.
MARKED = frozenset({"li", "dd", "p", "h3", "h4", "text", "g", "tr"})
MARKED_CLASSES = frozenset({"number", "tag", "grid-area", "full"})
VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr"})
MARK = " data-changed"
#: Of elements that were read, so many characters are kept; by as many at their beginning they are looked up, and as
#: many are kept that begin alike.
CHARACTERS, BEGINNING, ALIKE = 4_000_000, 48, 4

_TAG = re.compile(r'<(/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^">])*)>')
#: What says where a thing lies or what may be done with it is not what it shows.
_BESIDE = re.compile(
    r"\s(?:data-[\w-]+|id|for|href|aria-(?:controls|labelledby|describedby)"
    r'|x|y|width|height|viewBox|transform|points)="[^"]*"'
)
_CLASS = re.compile(r'\sclass="([^"]*)"')


class Node:
    """An element. ``shown`` is all that it shows, as text; ``starts`` says of each child how far behind the element's
    own beginning it begins; ``raw`` is the whole element as it is written, once it is complete."""

    __slots__ = ("attributes", "children", "classes", "raw", "shown", "starts", "tag", "words")

    def __init__(self, tag: str, attributes: str) -> None:
        self.tag = tag
        self.attributes, self.classes = _shown_of(attributes)
        self.children: list[Node] = []
        self.starts: list[int] = []
        #: its own words, outside its children
        self.words: list[str] = []
        self.shown = ""
        self.raw = ""

    def close(self) -> None:
        """Takes in what its children show, once they are complete."""
        within = "".join([child.shown for child in self.children])
        self.shown = f"<{self.tag}{self.attributes}>{'|'.join(self.words)}{within}</>"

    def mark_at(self, start: int) -> int:
        """The place where a mark is written on it, if it begins there."""
        return start + 1 + len(self.tag)

    @property
    def takes_mark(self) -> bool:
        return self.tag in MARKED or not MARKED_CLASSES.isdisjoint(self.classes)

    @property
    def kind(self) -> tuple[str, str]:
        return self.tag, self.classes[0] if self.classes else ""

    @property
    def title(self) -> str:
        """Its first words: what tells a thing from its neighbours."""
        if self.words:
            return self.words[0]
        return next((title for child in self.children if (title := child.title)), "")


class _Read:
    """Elements that were read, found again by how they are written: boards differ little from entry to entry, and an
    element that begins at some place in a text goes as far as its own text does."""

    def __init__(self) -> None:
        self._by_beginning: dict[str, tuple[Node, ...]] = {}
        self._characters = 0

    def at(self, text: str, start: int) -> Node | None:
        """The element that is written there, if it was read before."""
        for node in self._by_beginning.get(text[start : start + BEGINNING], ()):
            if text.startswith(node.raw, start):
                return node
        return None

    def keep(self, node: Node) -> None:
        """Keeps an element that is complete. Two threads at once may lose one's; it is read again."""
        if len(node.raw) < BEGINNING:
            return
        self._characters += len(node.raw) + len(node.shown)
        if self._characters > CHARACTERS:
            self._by_beginning, self._characters = {}, 0
        beginning = node.raw[:BEGINNING]
        self._by_beginning[beginning] = (node, *self._by_beginning.get(beginning, ())[: ALIKE - 1])


_read = _Read()


@lru_cache(maxsize=4096)
def _shown_of(attributes: str) -> tuple[str, tuple[str, ...]]:
    """The attributes that change what an element shows, and its classes."""
    matched = _CLASS.search(attributes)
    return _BESIDE.sub("", attributes), tuple(matched[1].split()) if matched else ()


def with_changes(before: str, after: str) -> SafeString:
    """The board ``after`` an entry, with what it shows otherwise than the one ``before`` marked."""
    if before == after:
        return mark_safe(after)  # noqa: S308 - a board as its template drew it
    places = sorted(set(_changed(_parsed(before), _parsed(after), None, 0)))
    parts, done = [], 0
    for place in places:
        parts += [after[done:place], MARK]
        done = place
    return mark_safe("".join((*parts, after[done:])))  # noqa: S308 - the same, with our own attribute


def _parsed(text: str) -> Node:
    root = Node("", "")
    open_nodes, begun = [root], [0]
    end = 0
    while matched := _TAG.search(text, end):
        start = matched.start()
        words = text[end:start].strip()
        if words:
            open_nodes[-1].words.append(words)
        end = matched.end()
        closing, tag, attributes = matched.groups()
        if closing:
            if len(open_nodes) > 1:
                node, from_there = open_nodes.pop(), begun.pop()
                node.close()
                node.raw = text[from_there:end]
                _read.keep(node)
            continue
        known = _read.at(text, start)
        node = known or Node(tag, attributes.removesuffix("/"))
        open_nodes[-1].children.append(node)
        open_nodes[-1].starts.append(start - begun[-1])
        if known is not None:
            end = start + len(known.raw)
        elif attributes.endswith("/") or tag in VOID:
            node.close()
        else:
            open_nodes.append(node)
            begun.append(start)
    for node in reversed(open_nodes):
        node.close()
    return root


#: An element of a drawing, and where it begins.
Placed = tuple[Node, int]


def _children(node: Node, start: int) -> list[Placed]:
    return [(child, start + behind) for child, behind in zip(node.children, node.starts, strict=True)]


def _changed(before: Node, after: Node, around: int | None, start: int) -> Iterator[int]:
    """The places of ``after``, which begins at ``start``, where a mark is written; ``around`` is the place on the
    closest thing about it that can be marked."""
    if before is after or before.shown == after.shown or "fold" in after.classes:
        return
    holder = after.mark_at(start) if after.takes_mark else around
    if (before.words, before.attributes) != (after.words, after.attributes) and holder is not None:
        yield holder
    old, new = before.children, _children(after, start)
    matcher = SequenceMatcher(
        None, [node.shown for node in old], [node.shown for node, _place in new], autojunk=False
    )
    for what, i, i_end, k, k_end in matcher.get_opcodes():
        if what in ("replace", "insert"):
            yield from _replaced(old[i:i_end], new[k:k_end], holder)


def _replaced(old: list[Node], new: list[Placed], holder: int | None) -> Iterator[int]:
    """What stands where something else stood: the same thing with other contents, or a new one."""
    left = list(old)
    for node, start in new:
        twin = _twin(node, left)
        if twin is None:
            yield from _new(node, holder, start)
        else:
            del left[next(i for i, other in enumerate(left) if other is twin)]
            yield from _changed(twin, node, holder, start)


def _twin(node: Node, left: list[Node]) -> Node | None:
    """The thing that this one was before: of its kind and its title; a thing of a list has no other twin."""
    alike = [other for other in left if other.kind == node.kind]
    named = next((other for other in alike if other.title == node.title), None)
    if named is not None or node.tag in ("li", "g", "text"):
        return named
    return alike[0] if alike else None


def _new(node: Node, holder: int | None, start: int) -> Iterator[int]:
    """The outermost things within something new; what is new in none of them marks what is around it."""
    if "fold" in node.classes:
        return  # beside the table: what is folded says more than lies there
    if node.takes_mark:
        yield node.mark_at(start)
    elif node.children:
        for child, place in _children(node, start):
            yield from _new(child, None, place)
    elif holder is not None:
        yield holder
