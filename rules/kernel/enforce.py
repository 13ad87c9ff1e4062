"""Naming the rules that code enforces without raising them: an order of steps, a calculation, a set-up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def enforces(*rules: str) -> Callable[[F], F]:
    """Marks a function as what carries out these ledger entries; found from the code by the ledger's test."""

    def mark(function: F) -> F:
        function.__enforces__ = (*getattr(function, "__enforces__", ()), *rules)  # type: ignore[attr-defined]
        return function

    return mark
