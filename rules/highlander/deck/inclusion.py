"""The cards that a deck may include: the Persona's, Generic ones, and those that Powers, Quickenings and Darius
allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.highlander.card import PRE_GAME, HighlanderCard
from rules.highlander.deck.built import Built
from rules.highlander.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.game import DeckViolation

#: the rule that bars another Persona's card, by the card's mark
RULES = {"signature": "signature-cards", "reserved": "reserved-cards", "": "persona-specific"}


@enforces(
    "faction", "clan-macleod", "generic-cards", "darius", "quickenings-bob-quickening",
    "richie-ryan-and-quickening-bob", "generic-immortal-persona-specific-non-reserved",
)  # fmt: skip
def included(built: Built) -> Iterator[DeckViolation]:
    """Persona Specific, Reserved and Signature cards, and the number of Masters."""
    foreign: list[tuple[HighlanderCard, int]] = []
    reserved = 0
    for card, count in built.in_game():
        if card.type in PRE_GAME or not card.owners or built.names & set(card.owners):
            continue
        if card.mark == "reserved" and built.powers["reserved_for_masters"]:
            reserved += count
            continue
        left = count - _generic(built, card)
        if left > 0:
            foreign.append((card, left))
    yield from _let_in(built, foreign)
    yield from _masters(built, reserved)


def _generic(built: Built, card: HighlanderCard) -> int:
    """How many copies a Generic Persona (no card, or a Generic Immortal) includes of a Persona Specific card."""
    if card.mark or (built.persona is not None and built.persona.owners) or len(built.personas) > 1:
        return 0
    return 6 if built.powers["persona_cards"] else 1


def _let_in(built: Built, foreign: list[tuple[HighlanderCard, int]]) -> Iterator[DeckViolation]:
    """Other Personas' cards, as far as something lets them in: Powers and Quickenings one of each Persona, Darius one
    for each copy of it."""
    darius = sum(count for card, count in built.in_game() if "other_persona" in card.deck)
    used: dict[tuple[str, str], bool] = {}
    for card, count in sorted(foreign, key=lambda pair: len(pair[0].owners)):
        left = count
        if card.mark != "signature":
            left -= _by_power(built, card, left, used)
            by_darius = min(left, darius)
            darius, left = darius - by_darius, left - by_darius
        if left <= 0:
            continue
        if card.mark != "signature" and left < count:
            message = say("more_than_cards_allow", left=left, title=card.title)
        elif built.persona is None and not card.mark:
            message = say("too_many_without_persona", title=card.title, left=left + 1)
            yield DeckViolation("generic-persona", message, (card.title,))
            continue
        else:
            message = say("belongs_to_another_persona", title=card.title, owners=", ".join(card.owners))
        yield DeckViolation(RULES[card.mark], message, (card.title,))


def _by_power(built: Built, card: HighlanderCard, count: int, used: dict[tuple[str, str], bool]) -> int:
    """How many copies come in by a Power or Quickening: Masters of other Personas, one card of each Persona."""
    if card.is_master and built.powers["other_masters"]:
        return count
    kind = "reserved" if card.mark == "reserved" else "specific"
    allowed = built.powers["reserved_of_each"] if kind == "reserved" else built.powers["one_of_each"]
    if allowed:
        for owner in card.owners:
            if (owner, kind) not in used:
                used[owner, kind] = True
                return 1
    return 0


@enforces(
    "master", "generic-immortals-all-and-master-cards", "generic-immortal-reserved-cards", "reading.b38",
)  # fmt: skip
def _masters(built: Built, reserved: int) -> Iterator[DeckViolation]:
    """The Persona's limit; a Generic Immortal's falls by one for each Reserved card."""
    titles: Counter[str] = Counter()
    for card, count in built.in_game():
        if card.is_master and card.type not in PRE_GAME:
            titles[card.title] += count
    masters = titles.total()
    persona = built.persona
    if persona is None:
        if masters and not built.personas:
            yield DeckViolation("master", say("master_cards_need_persona"), tuple(titles))
        return
    if persona.master_limit is None:
        return
    generic = not persona.owners
    limit = persona.master_limit + (1 if generic and built.powers["one_more"] else 0)
    if reserved > limit:
        message = say("too_many_reserved_cards_of_generic", reserved=reserved, limit=limit)
        yield DeckViolation("generic-immortal-reserved-cards", message)
    limit = max(0, limit - reserved)
    if masters > limit:
        message = say("too_many_master_cards", masters=masters, limit=limit, title=persona.title)
        yield DeckViolation("master-limit", message, tuple(titles))
