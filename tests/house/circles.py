"""Which files of a package import each other in a circle, imports inside functions and for the types alone included."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx

ROOT = Path(__file__).parents[2]


def files_of(package: str) -> dict[str, Path]:
    """The modules of a package and their files."""
    found = {}
    for path in (ROOT / package.replace(".", "/")).rglob("*.py"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imports(source: str) -> Iterator[tuple[str, ...]]:
    """What a file imports, wherever in it: each import as the names it may mean, the longest first."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name,) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((f"{node.module}.{alias.name}", node.module) for alias in node.names)


def circles(package: str) -> list[list[str]]:
    """The groups of modules of a package that reach each other by their imports."""
    return circles_among({name: path.read_text(encoding="utf-8") for name, path in files_of(package).items()})


def circles_among(sources: dict[str, str]) -> list[list[str]]:
    """The same of sources by the name of their module."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(sources)
    for name, source in sources.items():
        for meant in imports(source):
            other = next((one for one in meant if one in sources), None)
            if other is not None and other != name:
                graph.add_edge(name, other)
    return sorted(sorted(group) for group in networkx.strongly_connected_components(graph) if len(group) > 1)


def imports_inside(source: str) -> Iterator[int]:
    """The lines of imports inside a function that no comment explains, on their line or the one above."""
    lines = source.splitlines()
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    near = (lines[node.lineno - 2], lines[node.lineno - 1], lines[(node.end_lineno or 1) - 1])
                    if not any("#" in line for line in near):
                        yield node.lineno
