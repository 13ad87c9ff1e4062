"""A drawn board as a tree: what the templates of boards write, read again, so that it can be drawn as a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

_TOKEN = re.compile(r'<(/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^">])*)>|([^<]+)')
_ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')
_VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr"})
#: What is said to screen readers alone, what is folded, what somebody may do.
_APART = frozenset({"visually-hidden", "fold", "icon", "whose", "windows", "maybe"})


class Element:
    """An element with what stands in it, in its order."""

    __slots__ = ("attributes", "children", "tag")

    def __init__(self, tag: str, attributes: str = "") -> None:
        self.tag = tag
        self.attributes = {name: unescape(value) for name, value in _ATTRIBUTE.findall(attributes)}
        self.children: list[Element | str] = []

    @property
    def classes(self) -> frozenset[str]:
        return frozenset(self.attributes.get("class", "").split())

    @property
    def is_apart(self) -> bool:
        """Whether it is not part of what people see of the table."""
        if self.tag == "i" and "glyph" in self.classes:  # the first letter of what is written beside it
            return True
        return self.tag == "meter" or "hidden" in self.attributes or not _APART.isdisjoint(self.classes)

    def elements(self) -> Iterator[Element]:
        """The elements directly in it that people see; of what opens only what it says closed."""
        inner = (child for child in self.children if isinstance(child, Element) and not child.is_apart)
        return (child for child in inner if child.tag == "summary") if self.tag == "details" else inner

    def parts(self) -> Iterator[Element | str]:
        """The same with the words between them."""
        seen = set(map(id, self.elements()))
        return (child for child in self.children if isinstance(child, str) or id(child) in seen)

    def all(self, tag: str) -> Iterator[Element]:
        """Every element of this tag in it, at any depth."""
        for child in self.elements():
            if child.tag == tag:
                yield child
            yield from child.all(tag)

    def text(self) -> str:
        """All that is read in it."""
        parts = (child if isinstance(child, str) else child.text() for child in self.parts())
        return " ".join(" ".join(parts).split())


def tree_of(html: str) -> Element:
    """The elements of a board."""
    root = Element("div")
    open_elements = [root]
    for closing, tag, attributes, words in _TOKEN.findall(html):
        if words:
            open_elements[-1].children.append(unescape(words))
        elif closing:
            if len(open_elements) > 1:
                open_elements.pop()
        else:
            element = Element(tag, attributes)
            open_elements[-1].children.append(element)
            if not attributes.endswith("/") and tag not in _VOID:
                open_elements.append(element)
    return root
