"""The set-up: Attribute cards laid out, seven cards drawn, and who goes first."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.card import ATTRIBUTES, HeroCard
from rules.herocard.core.reading.deck import scores_of
from rules.herocard.core.reading.position import Hero, HeroPosition, Scores
from rules.herocard.core.reading.variant import game_of
from rules.herocard.core.reading.verbs import First, LayOut
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.judgment import Judgment


def ready(hero: Hero) -> bool:
    """Whether a player has laid out its Attribute cards and drawn its hand."""
    return hero.laid_out and bool(hero.hand or not hero.deck)


def opened(j: Judgment, position: HeroPosition) -> HeroPosition:
    """What follows the set-up of the last player."""
    if all(ready(hero) for hero in position.players.values()):
        return game_of(j).after_opening(position)
    return position


@enforces("the-attributes", "glossary.attribute-card")
def verify_lay_out(j: Judgment, e: LayOut) -> Scores:
    """The scores the cards named give; those of the deck list where none is named."""
    position: HeroPosition = j.position
    hero = position.players.get(e.by)
    if hero is None:
        j.forbid("log.seat", "a player lays out its own Attribute cards")
        return Scores()
    if position.phase != "opening" or hero.laid_out:
        j.forbid("game-set-up.attributes", f"{e.by}'s Attribute cards lie on the table already")
    if e.cards is None:
        return scores_of(j, e.by)
    scores: dict[str, int] = {}
    for ref in e.cards:
        found = j.find(ref)
        card = j.catalogue.cards[found[0]] if found else None
        if isinstance(card, HeroCard) and card.kind == "attribute" and card.attribute is not None:
            scores[card.attribute] = card.score
    if j.violations is None and len(scores) != len(ATTRIBUTES):
        j.forbid("game-set-up.attributes", "a Hero has one Body, one Mind and one X Attribute card")
    return Scores(**scores)


def perform_lay_out(j: Judgment, e: LayOut, scores: Scores) -> HeroPosition:
    """The position with the scores known; a finding where the deck list says otherwise."""
    position: HeroPosition = j.position
    listed = scores_of(j, e.by)
    if e.cards is not None and listed not in (Scores(), scores):
        j.finding(f"the Attribute cards {e.by} laid out are not those of its deck list", 0)
    players = position.players.copy()
    players[e.by] = replace(players[e.by], scores=scores, laid_out=True)
    return opened(j, replace(position, players=players))


@enforces("game-set-up", "starting-a-duel")
def verify_first(j: Judgment, e: First) -> None:
    """The table says once who starts."""
    position: HeroPosition = j.position
    if e.by != TABLE:
        j.forbid("log.seat", "who starts is drawn by lot: the table says it")
    elif e.seat not in position.players:
        j.forbid("log.seat", f"there is no seat “{e.seat}” in this log")
    elif position.phase != "first":
        j.forbid("game-set-up.first", "who starts is drawn once, when every hand is drawn")


def perform_first(j: Judgment, e: First, plan: None) -> HeroPosition:
    """The position with the starting player known."""
    return game_of(j).after_first(j, j.position, e.seat)
