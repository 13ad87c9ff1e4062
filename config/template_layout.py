"""How the site's own templates are read: where their source breaks its lines is for those who read the source.

Beside an element or a `{% tag %}` a line break, with the indentation around it, is nothing; between two words it is
one space, as anywhere in HTML; inside `<textarea>` and `<pre>` it stays. So a template is laid out by its structure,
and not one of its line breaks reaches the page: no gap between two words or buttons, no cell that is not `:empty`.
A tag may go over several lines too. docs/look.md shows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.template import Template, TemplateDoesNotExist
from django.template.base import DebugLexer, Origin, Parser, TextNode, Token, TokenType
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY, BlockContext, BlockNode, ExtendsNode
from django.template.loaders import base, cached, filesystem
from django.utils.safestring import SafeString

#: Django's own, over several lines.
TAG = re.compile(r"({%.*?%}|{{.*?}}|{#.*?#})", re.DOTALL)
#: What says where in a page a text stands; and the line breaks in it.
MARK = re.compile(
    r"""(?P<line>[ \t]*\n\s*) | (?P<raw><(?P<end>/?)(?:textarea|pre)\b) | (?P<open><(?=[a-zA-Z/!]|\Z))
      | (?P<close>>) | (?P<quote>["'])""",
    re.VERBOSE,
)


class Compiling(base.Loader):
    """Compiles what is found: templates of the site laid out, those of packages as Django does."""

    get_contents: Callable[[Origin], str]

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """The template of that name; one that extends another of its name looks for it behind those to `skip`."""
        tried: list[tuple[Origin, str]] = []
        for origin in self.get_template_sources(template_name):
            if skip is not None and origin in skip:
                tried.append((origin, "Skipped to avoid recursion"))
                continue
            try:
                source = self.get_contents(origin)
            except TemplateDoesNotExist:
                tried.append((origin, "Source does not exist"))
                continue
            kind = LaidOut if type(origin.loader) is filesystem.Loader else Template
            return kind(source, origin, template_name, self.engine)
        raise TemplateDoesNotExist(template_name, tried=tried)


class Loader(cached.Loader, Compiling):
    """The loader of the settings: each template is compiled once."""


class LaidOut(Template):
    """A template whose line breaks are taken out before it is compiled. What went wrong is still said by its line."""

    def compile_nodelist(self) -> Any:
        """Its nodes."""
        tokens = list(without_layout(Lexer(self.source).tokenize()))
        parser = Parser(tokens, self.engine.template_libraries, self.engine.template_builtins, self.origin)
        try:
            nodes = parser.parse()
        except Exception as error:
            if self.engine.debug:
                token: Token = error.token  # type: ignore[attr-defined]
                error.template_debug = self.get_exception_info(error, self._begun(token))  # type: ignore[attr-defined]
            raise
        self.extra_data = parser.extra_data
        for node in nodes:
            if type(node) is ExtendsNode:
                node.__class__ = Extending
        return nodes

    def _begun(self, token: Token) -> Token:
        """The first line of a token: Django looks for one line that holds it."""
        start, end = token.position or (0, 0)
        line_end = self.source.find("\n", start, end)
        return Token(
            token.token_type, token.contents, (start, end if line_end < 0 else line_end), token.lineno
        )


class Extending(ExtendsNode):
    """`{% extends "a.html" %}`, which looks for the blocks of what it extends once and not each time it is drawn."""

    #: The template at the bottom, and the blocks of all above it by their names, the lowest first.
    _stack: tuple[Template, dict[str, list[BlockNode]]] | None = None

    def render(self, context: Context) -> SafeString:
        """What the template at the bottom draws with the blocks of those above."""
        if BLOCK_CONTEXT_KEY in context.render_context:
            return super().render(context)  # another one extends this
        if self._stack is None:
            self._stack = self._stacked(context)
        if self._stack is None:
            return super().render(context)
        lowest, blocks = self._stack
        held = context.render_context[BLOCK_CONTEXT_KEY] = BlockContext()
        # Lists of its own: a block that is drawn is taken out, so that it can be given the one below.
        held.blocks.update((name, several.copy()) for name, several in blocks.items())
        with context.render_context.push_state(lowest, isolated_context=False):
            return lowest._render(context)  # type: ignore[attr-defined,no-any-return]

    def _stacked(self, context: Context) -> tuple[Template, dict[str, list[BlockNode]]] | None:
        """What this stands on; None where that is not the same each time."""
        held, names = BlockContext(), set[str]()
        node: ExtendsNode = self
        while True:
            parent: Any = node.parent_name
            name = parent.var
            if parent.filters or not isinstance(name, str) or name in names:
                return None
            names.add(name)
            assert context.template is not None
            below = context.template.engine.get_template(name)
            held.add_blocks(node.blocks)
            first = next((each for each in below.nodelist if not isinstance(each, TextNode)), None)
            if not isinstance(first, ExtendsNode):
                break
            node = first
        lowest: list[Any] = below.nodelist.get_nodes_by_type(BlockNode)
        held.add_blocks({each.name: each for each in lowest})
        return below, dict(held.blocks)


class Lexer(DebugLexer):
    """Takes a template apart; tags may go over several lines. Knows where each token stands."""

    def _tag_re_split_positions(self) -> Iterator[tuple[int, int]]:
        last = 0
        for tag in TAG.finditer(self.template_string):
            yield last, tag.start()
            yield tag.span()
            last = tag.end()
        yield last, len(self.template_string)


def without_layout(tokens: list[Token]) -> Iterator[Token]:
    """The tokens without the line breaks that are for readers of the source alone."""
    place = Place()
    for number, token in enumerate(tokens):
        if token.token_type == TokenType.TEXT:
            after_word = number > 0 and tokens[number - 1].token_type == TokenType.VAR
            before_word = number + 1 < len(tokens) and tokens[number + 1].token_type == TokenType.VAR
            token.contents = MARK.sub(place.reader(after_word, before_word), token.contents)
            if not token.contents:
                continue
        yield token


class Place:
    """Where in a page a text has come to: between the elements, in the tag of one, in a text whose lines stay."""

    def __init__(self) -> None:
        self.in_tag = False
        self.quote = ""
        self.raw = False

    def reader(self, after_word: bool, before_word: bool) -> Callable[[re.Match[str]], str]:
        """Says what stands for each mark of a text that follows a `{{ word }}` or not, and comes before one or not."""

        def read(match: re.Match[str]) -> str:
            if match["line"] is None:
                self._on(match)
                return match[0]
            before = match.string[match.start() - 1] if match.start() else "x" if after_word else ">"
            after = (
                match.string[match.end()] if match.end() < len(match.string) else "x" if before_word else "<"
            )
            return self._instead(match[0], before, after)

        return read

    def _on(self, match: re.Match[str]) -> None:
        mark = match[0]
        if self.in_tag:
            if match["quote"] and self.quote in ("", mark):
                self.quote = "" if self.quote else mark
            elif mark == ">" and not self.quote:
                self.in_tag = False
        elif match["raw"]:
            self.in_tag, self.raw = True, not match["end"]
        elif match["open"]:
            self.in_tag = True

    def _instead(self, line: str, before: str, after: str) -> str:
        """The text that takes the place of a line break between these two characters."""
        if self.in_tag:
            return "" if after == ">" and not self.quote else " "
        if self.raw:
            return line
        return "" if before == ">" or after == "<" else " "
