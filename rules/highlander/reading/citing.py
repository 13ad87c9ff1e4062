"""The ledger entry that a refusal cites when a card is its cause: the card's own, where it has one."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import effects as act
from rules.highlander.position import Attack
from rules.highlander.reading.state import attack_card, face
from rules.kernel.judgment import Judgment

#: what may follow a Title in the heading of an entry about that card
AFTER = (" and ", " - ", " (")


def cite(j: Judgment, title: str, otherwise: str) -> str:
    """The id of the entry on the card of a Title; ``otherwise`` where the Handbook has none."""
    if not title:
        return otherwise
    memory = j.catalogue.memory
    entry: str | None = memory.get(("cited", title))
    if entry is None:
        entry = memory["cited", title] = _entry(j, title)
    return entry or otherwise


def _entry(j: Judgment, title: str) -> str:
    about = ""
    for entry in j.game.rulebook.entries.values():
        if entry.heading == title:
            return entry.id
        if not about and entry.heading.startswith(tuple(title + word for word in AFTER)):
            about = entry.id
    return about


def source_of(j: Judgment, attack: Attack, what: str) -> str:
    """The Title of the card because of which a mark holds of an attack: its own, or the one that gave it."""
    card = attack_card(j, attack)
    if card is not None and what in card.marks:
        return card.title
    return giver(j, attack.owner, what)


def giver(j: Judgment, seat: str, what: str) -> str:
    """The Title of a card that gave a player's attack or Defense a mark: it waits to be swept, or was discarded to be
    used; "" where neither is so."""
    mine = j.position.players.get(seat)
    if mine is None:
        return ""
    for card in (*(held.card for held in reversed(mine.in_play)), *reversed(mine.discard_pile)):
        facts = face(j, card)
        if facts is not None and _gives(facts, what):
            return facts.title
    return ""


def _gives(card: HighlanderCard, what: str) -> bool:
    effects = (*card.conjunction, *card.on_play, *card.discard_to_use)
    return any(
        effect.what == what or (isinstance(effect, act.ExertForAttacks) and what in effect.marks)
        for effect in effects
    )
