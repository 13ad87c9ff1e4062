"""The set-up: Attribute cards laid out, seven cards drawn, and who goes first."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.card import ATTRIBUTES, HeroCard
from rules.herocard.core.reading.deck import scores_of
from rules.herocard.core.reading.position import Hero, HeroPosition, Scores
from rules.herocard.core.reading.variant import game_of
from rules.herocard.core.reading.verbs import First, LayOut
from rules.herocard.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


def ready(hero: Hero) -> bool:
    """Whether a player has laid out its Attribute cards and drawn its hand."""
    return hero.laid_out and bool(hero.hand or not hero.deck)


def opened(ctx: EntryContext, position: HeroPosition) -> HeroPosition:
    """The position after the last player's set-up."""
    if all(ready(hero) for hero in position.players.values()):
        return game_of(ctx).after_opening(position)
    return position


@enforces("the-attributes", "glossary.attribute-card")
def verify_lay_out(j: Judgment, e: LayOut) -> Scores:
    """The scores the cards named give; those of the deck list where none is named."""
    position: HeroPosition = j.position
    hero = position.players.get(e.by)
    if hero is None:
        j.forbid("log.seat", say("only_own_attribute_cards"))
        return Scores()
    if position.phase != "opening" or hero.laid_out:
        j.forbid("game-set-up.attributes", say("attribute_cards_already_laid_out", seat=e.by))
    if e.cards is None:
        return scores_of(j, e.by)
    scores: dict[str, int] = {}
    for ref in e.cards:
        faces = j.find(ref)
        card = j.catalogue.cards[faces[0]] if faces else None
        if isinstance(card, HeroCard) and card.kind == "attribute" and card.attribute is not None:
            scores[card.attribute] = card.score
    if j.violations is None and len(scores) != len(ATTRIBUTES):
        j.forbid("game-set-up.attributes", say("one_attribute_card_of_each"))
    return Scores(**scores)


def perform_lay_out(ctx: EntryContext, position: HeroPosition, e: LayOut, scores: Scores) -> HeroPosition:
    """The position with the scores known; a finding where the deck list says otherwise."""
    listed = scores_of(ctx, e.by)
    if e.cards is not None and listed not in (Scores(), scores):
        ctx.finding(say("attribute_cards_not_of_deck_list", seat=e.by), 0)
    players = position.players.copy()
    players[e.by] = replace(players[e.by], scores=scores, laid_out=True)
    return opened(ctx, replace(position, players=players))


@enforces("game-set-up", "starting-a-duel")
def verify_first(j: Judgment, e: First) -> None:
    """The table says once who starts."""
    position: HeroPosition = j.position
    if e.by != TABLE:
        j.forbid("log.seat", say("only_table_draws_starting_player"))
    elif e.seat not in position.players:
        j.forbid("log.seat", say("no_seat_in_log", seat=e.seat))
    elif position.phase != "first":
        j.forbid("game-set-up.first", say("starting_player_drawn_after_hands"))


def perform_first(ctx: EntryContext, position: HeroPosition, e: First, plan: None) -> HeroPosition:
    """The position with the starting player known."""
    return game_of(ctx).after_first(ctx, position, e.seat)
