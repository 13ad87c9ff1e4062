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

_TAG = re.compile(r'<(/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^">])*)>')
#: What says where a thing lies or what may be done with it is not what it shows.
_BESIDE = re.compile(
    r"\s(?:data-[\w-]+|id|for|href|aria-(?:controls|labelledby|describedby)"
    r'|x|y|width|height|viewBox|transform|points)="[^"]*"'
)
_CLASS = re.compile(r'\sclass="([^"]*)"')


class Node:
    """An element. ``shown`` is all that it shows, as text; ``at`` the place in the page where a mark is written."""

    __slots__ = ("at", "attributes", "children", "classes", "shown", "tag", "words")

    def __init__(self, tag: str, attributes: str, at: int) -> None:
        self.tag = tag
        self.at = at
        self.attributes, self.classes = _shown_of(attributes)
        self.children: list[Node] = []
        #: its own words, outside its children
        self.words: list[str] = []
        self.shown = ""

    def close(self) -> None:
        """Takes in what its children show, once they are complete."""
        within = "".join(child.shown for child in self.children)
        self.shown = f"<{self.tag}{self.attributes}>{'|'.join(self.words)}{within}</>"

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


@lru_cache(maxsize=4096)
def _shown_of(attributes: str) -> tuple[str, tuple[str, ...]]:
    """The attributes that change what an element shows, and its classes."""
    matched = _CLASS.search(attributes)
    return _BESIDE.sub("", attributes), tuple(matched[1].split()) if matched else ()


def with_changes(before: str, after: str) -> SafeString:
    """The board ``after`` an entry, with what it shows otherwise than the one ``before`` marked."""
    if before == after:
        return mark_safe(after)  # noqa: S308 - a board as its template drew it
    places = sorted({node.at for node in _changed(_parsed(before), _parsed(after), None)})
    parts, done = [], 0
    for place in places:
        parts += [after[done:place], MARK]
        done = place
    return mark_safe("".join((*parts, after[done:])))  # noqa: S308 - the same, with our own attribute


def _parsed(text: str) -> Node:
    root = Node("", "", 0)
    open_nodes, end = [root], 0
    for matched in _TAG.finditer(text):
        words = text[end : matched.start()].strip()
        if words:
            open_nodes[-1].words.append(words)
        end = matched.end()
        closing, tag, attributes = matched.groups()
        if closing:
            if len(open_nodes) > 1:
                open_nodes.pop().close()
            continue
        node = Node(tag, attributes.removesuffix("/"), matched.end(2))
        open_nodes[-1].children.append(node)
        if attributes.endswith("/") or tag in VOID:
            node.close()
        else:
            open_nodes.append(node)
    for node in reversed(open_nodes):
        node.close()
    return root


def _changed(before: Node, after: Node, around: Node | None) -> Iterator[Node]:
    """What of ``after`` is marked; ``around`` is the closest thing about it that can be."""
    if before.shown == after.shown or "fold" in after.classes:
        return
    holder = after if after.takes_mark else around
    if (before.words, before.attributes) != (after.words, after.attributes) and holder is not None:
        yield holder
    old, new = before.children, after.children
    matcher = SequenceMatcher(
        None, [node.shown for node in old], [node.shown for node in new], autojunk=False
    )
    for what, i, i_end, k, k_end in matcher.get_opcodes():
        if what in ("replace", "insert"):
            yield from _replaced(old[i:i_end], new[k:k_end], holder)


def _replaced(old: list[Node], new: list[Node], holder: Node | None) -> Iterator[Node]:
    """What stands where something else stood: the same thing with other contents, or a new one."""
    left = list(old)
    for node in new:
        twin = _twin(node, left)
        if twin is None:
            yield from _new(node, holder)
        else:
            left.remove(twin)
            yield from _changed(twin, node, holder)


def _twin(node: Node, left: list[Node]) -> Node | None:
    """The thing that this one was before: of its kind and its title; a thing of a list has no other twin."""
    alike = [other for other in left if other.kind == node.kind]
    named = next((other for other in alike if other.title == node.title), None)
    if named is not None or node.tag in ("li", "g", "text"):
        return named
    return alike[0] if alike else None


def _new(node: Node, holder: Node | None) -> Iterator[Node]:
    """The outermost things within something new; what is new in none of them marks what is around it."""
    if "fold" in node.classes:
        return  # beside the table: what is folded says more than lies there
    if node.takes_mark:
        yield node
    elif node.children:
        for child in node.children:
            yield from _new(child, None)
    elif holder is not None:
        yield holder
