"""How cards are declared of which the Handbook gives facts: what it prints of them, and what their examples show."""

from __future__ import annotations

from typing import Any

from rules.highlander.card import HighlanderCard

HANDBOOK = "Handbook"


def card(title: str, kind: str, summary: str, **facts: Any) -> HighlanderCard:
    """A card whose text the Handbook prints."""
    owners = facts.get("owners", ())
    printed = {"sub_title": "/".join(owners), "source": HANDBOOK, "type": kind}
    return HighlanderCard(title=title, summary=summary, **{**printed, **facts})


def named(title: str, kind: str, summary: str, entry: str, **facts: Any) -> HighlanderCard:
    """A card that the Handbook names in an entry without printing it. What does not follow from there (most often its
    type or its Grid) is assumed."""
    source = f"Handbook: {entry} (what is not said there is assumed)"
    return card(title, kind, summary, **{"source": source, "declared": True, **facts})


def reserved(*owners: str, number: int | None = None) -> dict[str, Any]:
    """Only these Personas include it, and others by what lets them (Reserved Cards)."""
    return {"owners": owners, "mark": "reserved", "restriction": number}


def signature(*owners: str, number: int | None = None) -> dict[str, Any]:
    """Nobody else includes it by any means (Signature Cards)."""
    return {"owners": owners, "mark": "signature", "restriction": number}
