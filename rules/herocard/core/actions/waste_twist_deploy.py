"""Actions that cards force or allow besides drawing and clearing: waste, twist, deploy."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.actions.drawing import take
from rules.herocard.core.actions.plays import may_play
from rules.herocard.core.actions.sequence import after
from rules.herocard.core.reading.card import ACTIONS, HeroCard
from rules.herocard.core.reading.facts import facts_of, open_facts
from rules.herocard.core.reading.position import (
    Deployed,
    Deploying,
    Hero,
    HeroPosition,
    Twisted,
    Twisting,
    Wasting,
)
from rules.herocard.core.reading.stacks import (
    check_attribute,
    check_points,
    check_points_short,
    stack_of,
    with_cards_on,
)
from rules.herocard.core.reading.values import revalued
from rules.herocard.core.reading.verbs import Deploy, TwistCard, WasteCard
from rules.herocard.core.turn.flow import top_step, with_one_less
from rules.herocard.core.turn.purging import without_snapshots
from rules.herocard.core.turn.sides import after_effect, check_choice
from rules.herocard.texts import say
from rules.kernel.cards import Card, named
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def verify_waste(j: Judgment, e: WasteCard) -> int | None:
    """The card wasted; breaks ``glossary.waste`` where nobody forces it."""
    position: HeroPosition = j.position
    step = top_step(position)
    if not isinstance(step, Wasting) or step.seat != e.by:
        j.forbid("glossary.waste.forced", say("nothing_to_waste", seat=e.by))
        return None
    card = take(j, e.by, position.players[e.by].hand, e.card)
    if card is None:
        if j.violations is None:
            j.forbid("glossary.play.hand", say("card_not_in_hand", seat=e.by))
        return None
    j.identify(card, e.card)
    declared = open_facts(j, card, e.card)
    if declared is None:
        return None
    if declared.kind not in ACTIONS or declared.attribute is None:
        j.forbid("glossary.action-card.kind", say("not_action_card", title=declared.title))
    elif e.discarded:
        check_points_short(j, e.by, declared.attribute, card)
    else:
        check_points(j, e.by, {declared.attribute: (card,)})
    return card


@enforces("glossary.waste")
def perform_waste(ctx: EntryContext, before: HeroPosition, e: WasteCard, card: int | None) -> HeroPosition:
    """The card goes on its stack without effect, or is discarded where the points do not suffice."""
    position = before
    declared = facts_of(ctx, card) if card is not None else None
    if card is None or declared is None:
        raise Impossible(say("wasted_card_unknown"))
    hero = position.players[e.by]
    hero = replace(hero, hand=tuple(c for c in hero.hand if c != card))
    name = declared.attribute or "body"
    if e.discarded:
        hero = replace(hero, discard=(*hero.discard, card))
    else:
        hero = replace(with_cards_on(hero, name, (card,)), wasted=(*hero.wasted, card))
    players = position.players.copy()
    players[e.by] = hero
    return after_effect(ctx, before, with_one_less(replace(position, players=players)))


# -- twist ------------------------------------------------------------------------------------------------------------


def verify_twist(j: Judgment, e: TwistCard) -> int | None:
    """The card in play to be twisted."""
    position: HeroPosition = j.position
    step = top_step(position)
    if not isinstance(step, Twisting) or step.seat != e.by:
        j.forbid("glossary.twist.card", say("nothing_to_twist", seat=e.by))
        return None
    hero = position.players[step.whose]
    faces = j.find(e.card) if named(e.card) else ()
    for card in reversed(stack_of(hero, e.stack)):
        if j.known.faces.get(card) in faces and card not in hero.twisted:
            if position.sequence is not None:
                check_choice(j, e.by, revalued(j, _twisted(position, step, card)).sequence)
            return card
    if j.violations is None:
        j.forbid("glossary.twist.card", say("card_not_twistable", whose=step.whose))
    return None


def perform_twist(ctx: EntryContext, before: HeroPosition, e: TwistCard, card: int | None) -> HeroPosition:
    """The position with the card twisted."""
    position = before
    step = position.steps[-1]
    if card is not None:
        assert isinstance(step, Twisting)
        position = _twisted(position, step, card)
    return after_effect(ctx, before, replace(position, steps=position.steps[:-1]))


def _twisted(position: HeroPosition, step: Twisting, card: int) -> HeroPosition:
    """The position with a card in play twisted as a step says."""
    hero = position.players[step.whose]
    hero = replace(hero, twisted=(*hero.twisted, card))
    if step.less or step.forbid is not None or step.until != "clear":
        lying = Twisted(card, step.less, step.forbid, step.until, position.number)
        hero = replace(hero, twists=(*hero.twists, lying))
    return replace(position, players={**position.players, step.whose: hero})


# -- deploy -----------------------------------------------------------------------------------------------------------


def deployable(card: Card) -> bool:
    """Test: the card's text lets it be deployed."""
    return isinstance(card, HeroCard) and card.deploy


def of_kinds(card: Card, kinds: tuple[str, ...]) -> bool:
    """Test: the card is of a kind that may be deployed now."""
    return isinstance(card, HeroCard) and card.kind in kinds


def verify_deploy(j: Judgment, e: Deploy) -> int | None:
    """The card put face down; what its face must be is judged when it is known."""
    position: HeroPosition = j.position
    step = top_step(position)
    if isinstance(step, Deploying) and step.seat == e.by:
        pass
    elif not may_play(j, e.by):
        return None
    elif e.by != position.turn or position.sequence is not None:
        j.forbid(
            "glossary.deploy.phase",
            say("deploy_own_action_phase_only"),
        )
        return None
    hero = position.players[e.by]
    if e.card is None:
        if not hero.hand:
            j.forbid("glossary.play.hand", say("no_card_in_hand", seat=e.by))
            return None
        (card,), rest = j.unseen(hero.hand)
        j.position = replace(position, players={**position.players, e.by: replace(hero, hand=rest)})
    else:
        picked = take(j, e.by, hero.hand, e.card)
        if picked is None:
            if j.violations is None:
                j.forbid("glossary.play.hand", say("card_not_in_hand", seat=e.by))
            return None
        card = picked
        j.identify(card, e.card)
    missing = say("face_down_card")
    if not isinstance(step, Deploying):
        message = say("card_not_deployable")
        j.need("glossary.deploy.text", deployable, (card,), message, missing)
    elif step.kinds:
        message = say("card_not_deployable_now")
        j.need("glossary.deploy.text", of_kinds, (card,), message, missing, (step.kinds,))
    check_attribute(j, card, e.attribute)
    check_points(j, e.by, {e.attribute: (card,)})
    return card


@enforces("glossary.deploy")
def perform_deploy(ctx: EntryContext, before: HeroPosition, e: Deploy, card: int | None) -> HeroPosition:
    """The card lies face down on its stack, spends its points, and has no effect until it is played."""
    if card is None:
        raise Impossible(say("no_card_to_deploy"))
    position = before
    hero: Hero = position.players[e.by]
    step = top_step(position)
    assert step is None or isinstance(step, Deploying)
    kinds = step.kinds if step is not None else ()
    lying = Deployed(card, e.attribute, len(stack_of(hero, e.attribute)), step is not None, kinds)
    hand = tuple(c for c in hero.hand if c != card)
    players = position.players.copy()
    players[e.by] = replace(hero, hand=hand, deployed=(*hero.deployed, lying))
    if e.card is None:
        position = without_snapshots(position)
    if position.steps:
        return after_effect(ctx, before, with_one_less(replace(position, players=players)))
    return replace(
        position,
        players=players,
        played=True,
        exchange=True,
        passes=0,
        priority=after(ctx, position, e.by, None),
    )
