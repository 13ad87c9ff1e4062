"""Every game's ledger is held against its code and its scenarios."""

from __future__ import annotations

import ast
from functools import lru_cache
from importlib import resources
from pathlib import Path

import pytest

from rules import registry
from rules.kernel.rulebook import LedgerEntry, read_ledger

SCENARIOS = Path(__file__).parents[1] / "scenarios"
pytestmark = pytest.mark.parametrize("name", registry.games())

#: the calls that raise a rule, and which of their arguments is the id
RAISES = {"forbid": 0, "need": 0, "await_cards": 0}


def packages(name: str) -> tuple[str, ...]:
    """The packages whose code belongs to a game: its own, and what it shares with its sisters."""
    package = registry.load(name).package
    parent = package.rpartition(".")[0]
    return (package,) if parent == "rules" else (package, f"{parent}.core")


@lru_cache(maxsize=16)
def trees(package: str) -> tuple[ast.Module, ...]:
    root = Path(str(resources.files(package)))
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.py")))


def strings(node: ast.AST) -> set[str]:
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def raised(package: str) -> set[str]:
    """Every rule id that code raises or is marked with as a literal, and the literals that look like one."""
    found: set[str] = set()
    for tree in trees(package):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called == "enforces":
                found |= {
                    a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
                }
            elif called in RAISES and len(node.args) > RAISES[called]:
                argument = node.args[RAISES[called]]
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    found.add(argument.value)
                elif isinstance(argument, ast.IfExp):
                    found |= {
                        branch.value
                        for branch in (argument.body, argument.orelse)
                        if isinstance(branch, ast.Constant) and isinstance(branch.value, str)
                    }
    return found


def mentioned(package: str) -> set[str]:
    """Every string in the code: rules may be named in a table or handed on to a helper that raises them."""
    return set().union(*(strings(tree) for tree in trees(package)))


def ledger(name: str) -> dict[str, LedgerEntry]:
    return registry.load(name).rulebook.entries


def own(name: str) -> list[LedgerEntry]:
    return list(read_ledger(registry.load(name).package).entry)


def test_every_rule_the_code_raises_is_an_entry(name: str) -> None:
    book = registry.load(name).rulebook
    for package in packages(name):
        unknown = sorted(rule for rule in raised(package) if book.entry(rule) is None)
        assert not unknown, f"{package} raises rules that are not in the ledger"


def test_every_rule_is_enforced_somewhere(name: str) -> None:
    found = set().union(*(mentioned(package) for package in packages(name)))
    found |= {rule.rpartition(".")[0] for rule in found if rule.count(".")}
    missing = [e.id for e in own(name) if e.kind == "rule" and not e.why_not and e.id not in found]
    assert not missing, "entries of kind rule that no code names"


def test_every_entry_has_a_scenario_or_says_why_not(name: str) -> None:
    without = [e.id for e in own(name) if not e.scenarios and not e.why_not]
    assert not without


def test_every_scenario_named_exists(name: str) -> None:
    """A ledger that serves two games names scenarios of both. That each passes is shown where all of them are run."""
    package = registry.load(name).package
    sisters = [other for other in registry.games() if registry.load(other).package == package]
    named = sorted({scenario for entry in own(name) for scenario in entry.scenarios})
    for scenario in named:
        found = [other for other in sisters if (SCENARIOS / other / f"{scenario}.jsonl").is_file()]
        assert found, f"{scenario} is named in the ledger and is not there"


def test_every_scenario_is_named_by_the_ledger(name: str) -> None:
    """A scenario shows an entry: one at least names it, so that a reader of the ledger finds it."""
    named = {scenario for entry in own(name) for scenario in entry.scenarios}
    assert sorted({path.stem for path in (SCENARIOS / name).glob("*.jsonl")} - named) == []


def test_every_rule_a_scenario_expects_is_in_the_ledger(name: str) -> None:
    """A rule named in an expectation is an entry, or the beginning of one."""
    import json

    ids = set(ledger(name))
    for path in (SCENARIOS / name).glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("{") and '"rule"' in line:
                rule = json.loads(line).get("rule")
                assert rule is None or any(i.startswith(rule) or rule.startswith(i) for i in ids), (
                    path.stem,
                    rule,
                )
