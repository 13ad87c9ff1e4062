"""Playing Action cards: what may be played when, alone or as a set, and by whom."""

from __future__ import annotations

from rules.herocard.core.actions.drawing import take
from rules.herocard.core.reading.card import (
    ACTIONS,
    ATTACKS,
    BLOCKS,
    KIND_NAMES,
    Attribute,
    HeroCard,
    Kind,
    matches,
    requirements_of,
)
from rules.herocard.core.reading.effects import Forbid
from rules.herocard.core.reading.facts import facts_of, open_facts
from rules.herocard.core.reading.position import Deployed, Hero, HeroPosition, Sequence, Side
from rules.herocard.core.reading.stacks import check_attribute, check_points
from rules.herocard.core.reading.values import lasting_effects
from rules.herocard.core.reading.variant import Played, game_of
from rules.herocard.core.reading.verbs import Play, PlayCards
from rules.herocard.core.turn.flow import living, step_required, top_step
from rules.herocard.core.turn.purging import does_something, drawn_since, last_played, purges, snapshot_before
from rules.herocard.core.turn.sides import side_helped
from rules.herocard.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def has_base(sequence: Sequence | None, side: Side, seat: str | None = None) -> bool:
    """Whether a side (or one seat of it) has an active Base."""
    kind = "base_attack" if side == "attack" else "base_block"
    return sequence is not None and any(
        active.kind == kind and (seat is None or active.seat == seat) for active in sequence.cards
    )


def may_play(j: Judgment, by: str) -> bool:
    """Whether a seat has priority in the Action phase; breaks the rule that stands in the way."""
    position: HeroPosition = j.position
    step = top_step(position)
    if position.phase != "action":
        j.forbid("action.phase", say("not_action_phase", phase=position.phase))
    elif step is not None:
        j.forbid("priority-of-card-play.resolve", step_required(step))
    elif by != position.priority:
        j.forbid("priority-of-card-play", say("priority_of_another_player", priority=position.priority))
    else:
        return True
    return False


@enforces("glossary.action-card", "reading.c22", "contradictory-rules")
def verify_play(j: Judgment, e: PlayCards) -> Played | None:
    """Resolve a play to its cards and check every rule of playing cards; None when its cards cannot be told."""
    if not may_play(j, e.by):
        return None
    if e.seen_by is not None:
        j.forbid("log.argument", say("played_card_must_be_shown"))
        return None
    plays = e.plays if e.plays is not None else _single(e)
    if not plays or (e.plays is not None and e.card is not None):
        j.forbid("log.argument", say("no_card_named"))
        return None
    resolved = _resolved(j, e.by, plays)
    if resolved is None:
        return None
    cards, facts = resolved
    _check_types(j, e.by, facts)
    if len(facts) > 1:
        _check_set(j, facts)
    side = _check_side(j, e.by, facts)
    targets = _targets(j, e.by, plays, facts)
    for play, card in zip(plays, facts, strict=True):
        if play.attribute is None and requirements_of(j.catalogue, card).attribute:
            j.forbid("glossary.variable-value.attribute", say("needs_attribute_selected", title=card.title))
    _check_forbidden(j, e.by, facts)
    if j.violations is None:
        _check_points(j, e.by, cards, facts)
    return Played(cards, facts, targets, tuple(play.attribute for play in plays), side)


def _single(e: PlayCards) -> tuple[Play, ...]:
    return () if e.card is None else (Play(e.card, e.target, e.attribute, e.deployed),)


def _resolved(
    j: Judgment, by: str, plays: tuple[Play, ...]
) -> tuple[tuple[int, ...], tuple[HeroCard, ...]] | None:
    hero: Hero = j.position.players[by]
    cards: tuple[int, ...] = ()
    facts: list[HeroCard] = []
    drawn = hero.hand[: drawn_since(j.position, by)] if j.position.sequence is not None else ()
    for play in plays:
        new = drawn if drawn and not play.deployed and _is_purge(j, play) else ()
        card = take(
            j, by, _face_down_cards(j, hero, play) if play.deployed else hero.hand, play.card, cards + new
        )
        if card is None:
            _forbid_missing_card(j, by, play, new)
            return None
        j.identify(card, play.card)
        declared = open_facts(j, card, play.card)
        if declared is None:
            return None
        if declared.kind not in ACTIONS or declared.attribute is None:
            j.forbid("glossary.action-card.kind", say("not_action_card", title=declared.title))
            return None
        cards += (card,)
        facts.append(declared)
    return cards, tuple(facts)


def _forbid_missing_card(j: Judgment, by: str, play: Play, new: tuple[int, ...]) -> None:
    """Why a card cannot be played; ``new``: those that the card it would purge has drawn."""
    if j.violations is not None:
        return
    if new and j.pick(new, play.card) is not None:
        message = say("drawn_by_card_to_be_purged")
        j.forbid("glossary.purge.drawn", message)
    elif j.violations is None:
        why = say("card_not_put_face_down", seat=by) if play.deployed else say("card_not_in_hand", seat=by)
        j.forbid("glossary.play.hand", why)


def _is_purge(j: Judgment, play: Play) -> bool:
    """Whether a card named purges, whichever of its title it is."""
    cards = [j.catalogue.cards[face] for face in j.catalogue.find(play.card)]
    return bool(cards) and all(isinstance(card, HeroCard) and purges(card) for card in cards)


def _face_down_cards(j: Judgment, hero: Hero, play: Play) -> tuple[int, ...]:
    """The cards face down that a card turned up may be: those on the stack of its Attribute which it could have been
    put down as, the ones that could be fewest others first; all where there is none."""
    cards = [
        card for face in j.catalogue.find(play.card) if isinstance(card := j.catalogue.cards[face], HeroCard)
    ]
    down = sorted(hero.deployed, key=lambda d: (d.effect, not d.kinds))
    fit = [d for d in down if any(_could_lie_as(d, card) for card in cards)]
    return tuple(d.card for d in fit or down if d.card is not None)


def _could_lie_as(down: Deployed, card: HeroCard) -> bool:
    """Whether a card could have been put down so: by its own text, or by an effect that meant its kind."""
    let = not down.kinds or card.kind in down.kinds if down.effect else card.deploy
    return let and card.attribute == down.attribute


@enforces(
    "action-types",
    "glossary.action-type",
    "glossary.exclusive-action",
    "glossary.fast-action",
    "glossary.restricted-action",
    "reading.c10",
)
def _check_types(j: Judgment, by: str, facts: tuple[HeroCard, ...]) -> None:
    position: HeroPosition = j.position
    exclusive = 0
    for card in facts:
        if card.action == "exclusive":
            exclusive += 1
            if by != position.turn:
                j.forbid(
                    "exclusive-actions.own-phase", say("exclusive_own_action_phase_only", title=card.title)
                )
            elif position.exclusive or exclusive > 1:
                message = say("exclusive_action_already_taken", title=card.title, seat=by)
                j.forbid("exclusive-actions.one", message)
        elif card.action == "restricted" and by != position.turn:
            j.forbid(
                "restricted-actions.own-phase", say("restricted_own_action_phase_only", title=card.title)
            )


@enforces("glossary.set")
def _check_set(j: Judgment, facts: tuple[HeroCard, ...]) -> None:
    kinds = [card.kind for card in facts]
    if kinds.count("base_attack") > 1:
        j.forbid("sets.one-base", say("two_base_attacks_in_set"))
    elif not (set(kinds) <= {"base_attack", "attack_mod"} or set(kinds) <= {"base_block", "block_mod"}):
        for kind in kinds:
            if kind in ("special_attack", "special_block", "miscellaneous"):
                j.forbid("sets.single", say("not_played_in_set", kind_name=KIND_NAMES[kind]))
                return
        j.forbid("sets.mixed", say("attacks_and_blocks_in_set"))


@enforces(
    "glossary.attack-card",
    "glossary.block-card",
    "glossary.base-attack",
    "glossary.base-block",
    "glossary.attack-mod",
    "glossary.block-mod",
    "glossary.special-attack",
    "glossary.special-block",
    "glossary.attack-sequence",
    "reading.c5",
    "reading.c7",
    "miscellaneous-cards",
)
def _check_side(j: Judgment, by: str, facts: tuple[HeroCard, ...]) -> Side | None:
    """Which side the cards take, with every rule on bases and sides."""
    position: HeroPosition = j.position
    sequence = position.sequence
    kinds = [card.kind for card in facts]
    if "base_attack" in kinds:
        _check_base_attack(j, by)
        return "attack"
    side = _printed_side(kinds)
    if side is None or (sequence is not None and "special" in kinds[0]):
        side = side_helped(j, by, facts[0]) or side
    if facts[0].effects and any(map(purges, facts)):
        _check_purge(j, sequence)
    if side is None:
        return None
    if sequence is not None:
        _check_bases(j, by, side, kinds)
    elif side == "attack":
        j.forbid("attack-mods.base", say("attack_sequence_needs_base_attack"))
    else:
        j.forbid("blocking.attack", say("no_attack_to_block"))
    return side


def _printed_side(kinds: list[Kind]) -> Side | None:
    """The side that cards of these kinds are for by their kind."""
    if any(kind in ATTACKS for kind in kinds):
        return "attack"
    return "block" if any(kind in BLOCKS for kind in kinds) else None


def _check_bases(j: Judgment, by: str, side: Side, kinds: list[Kind]) -> None:
    """Breaks a rule where the seat may not play for the side, or a Mod has no Base."""
    position: HeroPosition = j.position
    game_of(j).check_side(j, by, side)
    own = None if game_of(j).shared_bases(position) else by
    if "attack_mod" in kinds and not has_base(position.sequence, "attack", own):
        j.forbid("attack-mods.base", say("attack_mod_needs_base_attack"))
    if "block_mod" in kinds and "base_block" not in kinds and not has_base(position.sequence, "block", own):
        j.forbid("block-mods.base", say("block_mod_needs_base_block"))


def _check_purge(j: Judgment, sequence: Sequence | None) -> None:
    """Breaks a rule where nothing was played in the Attack Sequence. What a card had done that nobody saw played, or
    that a judge has changed since, cannot be told."""
    last = last_played(sequence)
    if sequence is None or last is None:
        j.forbid("glossary.purge.last", say("no_card_to_purge"))
        return
    card = facts_of(j, last)
    if card is not None and does_something(card) and snapshot_before(sequence, last) is None:
        j.unsure(say("effect_of_undone_card", title=card.title))


def _check_base_attack(j: Judgment, by: str) -> None:
    position: HeroPosition = j.position
    if by != position.turn:
        j.forbid("attacking.own-phase", say("base_attack_own_action_phase_only"))
    elif has_base(position.sequence, "attack"):
        j.forbid("attacking.one-base", say("second_base_attack"))
    else:
        game_of(j).check_attack(j, by)


@enforces("range", "a-note-on-range", "reading.c8", "nightmare-pointers")
def _targets(
    j: Judgment, by: str, plays: tuple[Play, ...], facts: tuple[HeroCard, ...]
) -> tuple[str | None, ...]:
    """Each card's target: chosen, kept from before, or the only opponent there is."""
    position: HeroPosition = j.position
    sequence = position.sequence
    kept = sequence.targets.get(by) if sequence is not None else None
    out: list[str | None] = []
    for play, card in zip(plays, facts, strict=True):
        requirements = requirements_of(j.catalogue, card)
        wanted = requirements.target or game_of(j).aims(position, card)
        if requirements.attacker and not (has_base(sequence, "attack") or card.kind == "base_attack"):
            j.forbid(
                "attackers-and-targets.attacker",
                say("needs_attacker_with_base_attack", title=card.title),
            )
        target = play.target
        if wanted or target is not None:
            target = _target(j, by, card, wanted, target, kept)
        if wanted:
            kept = target
        out.append(target)
    return tuple(out)


def _target(
    j: Judgment, by: str, card: HeroCard, wanted: bool, target: str | None, kept: str | None
) -> str | None:
    """One card's target; ``kept``: the one its player has in this Attack Sequence."""
    others = [seat for seat in living(j.position) if seat != by]
    if target is not None and target not in others:
        j.forbid("range.target", say("must_target_another_player", title=card.title))
    elif not wanted:
        return None
    elif kept is not None and target not in (None, kept):
        j.forbid("attackers-and-targets.kept", say("target_cannot_change", kept=kept, seat=by))
    elif target is None:
        target = kept if kept is not None else others[0] if len(others) == 1 else None
        if target is None:
            j.forbid("attackers-and-targets.choose", say("needs_one_opponent_as_target", title=card.title))
    return target


def _check_forbidden(j: Judgment, by: str, facts: tuple[HeroCard, ...]) -> None:
    """Breaks a rule where an opponent's active card, or a twist, forbids one of the cards."""
    _check_twists(j, by, facts)
    sequence: Sequence | None = j.position.sequence
    for active in sequence.cards if sequence is not None else ():
        declared = facts_of(j, active.card or 0) if active.seat != by else None
        if declared is None or not (declared.effects or active.effects):
            continue
        for effect in lasting_effects(active, declared):
            if isinstance(effect, Forbid) and (effect.who == "opponents" or active.target == by):
                for card in facts:
                    if matches(effect, card):
                        message = say("forbidden_by_card", seat=active.seat, title=declared.title)
                        j.forbid("contradictory-rules.forbidden", message)


def _check_twists(j: Judgment, by: str, facts: tuple[HeroCard, ...]) -> None:
    for twist in j.position.players[by].twists:
        for card in facts:
            if twist.forbid is not None and matches(twist.forbid, card):
                j.forbid(
                    "contradictory-rules.forbidden",
                    say("forbidden_by_twisted_card", seat=by, title=card.title),
                )


def _check_points(j: Judgment, by: str, cards: tuple[int, ...], facts: tuple[HeroCard, ...]) -> None:
    hero: Hero = j.position.players[by]
    down = tuple(d for d in hero.deployed if d.card in cards)
    for deployed in down:
        check_attribute(j, deployed.card or 0, deployed.attribute)
    new: dict[Attribute, tuple[int, ...]] = {}
    for card, declared in zip(cards, facts, strict=True):
        name = declared.attribute or "body"
        new[name] = (*new.get(name, ()), card)
    check_points(j, by, new, tuple(d.card or 0 for d in down))
