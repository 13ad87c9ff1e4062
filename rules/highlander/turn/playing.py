"""Playing a Special card or an Edge, alone or in conjunction with others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from rules.highlander.card import PLAYER, HighlanderCard
from rules.highlander.changes import carrying_out, foreign_cards
from rules.highlander.changes.costs import pay
from rules.highlander.changes.edge_counters import with_edge_countered, without_edge
from rules.highlander.changes.in_play import bears_on_ability, depart, set_card, to_pile, took_effect
from rules.highlander.changes.must_do import settled
from rules.highlander.changes.resolution import resolve
from rules.highlander.changes.state import change
from rules.highlander.language import effects as act
from rules.highlander.language import one_card as own
from rules.highlander.language.parts import Part
from rules.highlander.legality.specials import fits
from rules.highlander.position import Chance, Choice, Highlander, InPlay
from rules.highlander.reading.conjunction import goes_with, holds_face_down
from rules.highlander.reading.costs import asked
from rules.highlander.reading.countering import answers, removes_answers
from rules.highlander.reading.face_down import PLAINLY
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.must_do import chained
from rules.highlander.reading.plans import Picked
from rules.highlander.reading.series import goes_on, joins, series_of
from rules.highlander.reading.state import candidates, face, other, without
from rules.highlander.reading.targets import choice_of, is_possible
from rules.highlander.texts import say
from rules.highlander.turn.phases import begin_attack
from rules.highlander.verbs import Play
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment

E = TypeVar("E", bound=Part)


def perform_play(ctx: EntryContext, p: Highlander, e: Play, plan: int | Picked | None) -> Highlander:
    if plan is None:
        raise Impossible(say("card_to_borrow_not_there"))
    if isinstance(plan, Picked):
        return _face_down(ctx, p, e, plan)
    if e.source == "arriving":
        return _arrived(ctx, p, e, plan)
    mine = p.players[e.by]
    possible = candidates(ctx, plan)
    if not possible:
        raise Impossible(say("nobody_knows_card"))
    j = Judgment.of(ctx, p)
    kinds = asked(j, e.by, plan)
    with_others = joins(j, e.by, possible)
    joined = special = event = True  # of a title that fits several cards: what holds of all of them
    for card in possible:
        joined = joined and bool(card.conjunction)
        special, event = special and card.is_special, event and card.type == "event"
    waiting = e.more or with_others or joined
    played = InPlay(owner=e.by, card=plan, played=p.number, waiting=waiting, target=e.target)
    p = change(
        p, e.by, hand=without(mine.hand, plan), in_play=(*mine.in_play, played), played_card=True,
        specials_played=mine.specials_played + special, events_played=mine.events_played + event,
    )  # fmt: skip
    if len(possible) == 1:
        p = foreign_cards.played(ctx, p, e.by, possible[0])
    if p.players[e.by].events_played > 1 and has(j, e.by, own.SecondEvent) is not None:
        p = foreign_cards.no_attack_phase(p, e.by)
    p = pay(p, e.by, kinds)
    return p if e.more else shown(ctx, p, e.by, played)


def shown(ctx: EntryContext, p: Highlander, seat: str, played: InPlay) -> Highlander:
    """A card that may be answered now, with all that was played in conjunction with it, or must wait for the rest."""
    card = played.card
    if not played.waiting:
        left = without_edge(ctx, p, seat, (played,))
        if left is not p:
            return left
        j = Judgment.of(ctx, p)
        if answers(j, seat, played) or removes_answers(j, seat, played):
            return replace(p, chance=Chance(seat=other(ctx, seat), card=card))
        return take_effect(ctx, p, seat, card)
    if card is None or goes_on(Judgment.of(ctx, p), seat, card):
        return p
    p, card = _series_left(ctx, p, seat, card)
    j = Judgment.of(ctx, p)
    series = series_of(j, seat, card)
    if any(answers(j, seat, held) or removes_answers(j, seat, held) for held in series):
        return replace(p, chance=Chance(seat=other(ctx, seat), series=True, specials=True, card=card))
    return take_series(ctx, p, seat, card)


@enforces("playing-cards-face-down", "in-conjunction", "reading.b51")
def _face_down(ctx: EntryContext, p: Highlander, e: Play, plan: Picked) -> Highlander:
    """A Situation lies face down. The opponent may counter it, or the card that it is played in conjunction with: only
    its Type is known."""
    card, hand = plan
    mine = p.players[e.by]
    played = InPlay(owner=e.by, face_down=card, kind="situation", played=p.number, waiting=True)
    p = change(
        p, e.by, hand=hand, in_play=(*mine.in_play, played), played_card=True,
        specials_played=mine.specials_played + 1,
    )  # fmt: skip
    j = Judgment.of(ctx, p)
    p, left = _series_left(ctx, p, e.by, card)
    j = Judgment.of(ctx, p)
    series = series_of(j, e.by, left)
    if any(answers(j, e.by, held) for held in series):
        return replace(p, chance=Chance(seat=other(ctx, e.by), series=True, specials=True, card=left))
    return take_series(ctx, p, e.by, left)


def _series_left(ctx: EntryContext, p: Highlander, seat: str, card: int) -> tuple[Highlander, int | None]:
    """The position with what a card that counters Edges of itself leaves of a whole series, and one of the cards that
    are left."""
    ids = {held.id for held in series_of(Judgment.of(ctx, p), seat, card)}
    p = with_edge_countered(ctx, p, seat, ids)
    left = [held.id for held in p.players[seat].in_play if held.id in ids]
    return p, card if card in left or not left else left[-1]


def turned_face_up(ctx: EntryContext, p: Highlander, seat: str, place: int) -> Highlander:
    """A Situation whose place face down was countered away is played as any other is: its opponent may answer it, and
    where what it requires does not hold it is discarded."""
    played = p.players[seat].in_play[place]
    facts = face(ctx, played.card)
    trial = Judgment.of(ctx, p)
    before = p.players[seat].in_play[:place] + p.players[seat].in_play[place + 1 :]
    specials = p.players[seat].specials_played - 1
    trial.position = change(p, seat, in_play=before, specials_played=specials)
    if facts is not None:
        fits(trial, Play(by=seat), facts)
    if facts is None or trial.violations:
        return depart(ctx, p, seat, place)
    return shown(ctx, foreign_cards.played(ctx, p, seat, facts), seat, played)


@enforces("safe-house-playing-cards-from")
def _arrived(ctx: EntryContext, p: Highlander, e: Play, card: int) -> Highlander:
    """A card that another one kept comes into play; where what it requires does not hold it is discarded."""
    j = Judgment.of(ctx, p)
    mine = replace(p.players[e.by], specials_played=0)
    trial = Judgment.of(ctx, replace(p, players={**p.players, e.by: mine}))
    facts = face(ctx, card)
    below = next(b for b in p.players[e.by].arriving if b.face_down == card)
    kept = tuple(b for b in p.players[e.by].arriving if b is not below)
    p = change(p, e.by, arriving=kept)
    if facts is not None:
        fits(trial, e, facts)
    if facts is None or trial.violations:
        return to_pile(p, below.owner, card)
    played = InPlay(owner=below.owner, card=card, played=p.number, waiting=joins(j, e.by, (facts,)))
    p = change(p, e.by, in_play=(*p.players[e.by].in_play, played))
    return shown(ctx, foreign_cards.played(ctx, p, e.by, facts), e.by, played)


# -- effects --------------------
def take_effect(ctx: EntryContext, p: Highlander, seat: str, card: int | None = None) -> Highlander:
    """The effect of a card just played happens, wherever it lies by now (Removing Situations from play)."""
    if card is None:
        card = p.players[seat].in_play[-1].card
    facts = face(ctx, card)
    if facts is None:
        return p
    held = _lying(p, seat, card)
    if facts.type == "location":
        p = _only_location(ctx, p, card)
    if held is not None and bears_on_ability(facts):
        p = took_effect(ctx, p, seat, {card})
    ignored = held.ignored if held is not None else ()
    target = held.target if held is not None else ""
    p = carry_out(ctx, p, seat, [facts], ignored, target)
    return _defense_phase_over(ctx, p, seat, [facts])


def _lying(p: Highlander, seat: str, card: int | None) -> InPlay | None:
    """The card as it lies in play on a side, if it does."""
    for held in p.players[seat].in_play:
        if held.card == card:
            return held
    return None


def _defense_phase_over(
    ctx: EntryContext, p: Highlander, seat: str, cards: Sequence[HighlanderCard]
) -> Highlander:
    """The position after cards whose Text may end the Defense Phase."""
    if p.phase != "defense" or p.winner is not None:
        return p
    if not any(map(_ends_defenses, cards)):
        return p
    p = resolve(ctx, p, seat)
    return p if p.winner is not None else begin_attack(ctx, p)


def _ends_defenses(card: HighlanderCard) -> bool:
    for effect in card.on_play:  # noqa: SIM110 (a generator costs more than the few effects there are)
        if isinstance(effect, act.EndDefensePhase):
            return True
    return False


def take_series(ctx: EntryContext, p: Highlander, seat: str, card: int | None) -> Highlander:
    """The effects of Special cards played in conjunction with each other happen together; ``card``: one of them."""
    series = series_of(Judgment.of(ctx, p), seat, card)
    if series and series[0].card is None and not any(holds_face_down(ctx, held) for held in series):
        return _to_turn_up(p, seat, series[0])
    p = _numbered(p, seat, {held.id for held in series})
    aims = [held for held in series if _wants_aim(ctx, held)]
    p = _take_together(ctx, p, seat, [held for held in series if held not in aims])
    after = aimed(ctx, p, seat, aims[0].card) if aims and p.winner is None and p.choice is None else None
    return p if after is None else after


def _numbered(p: Highlander, seat: str, ids: set[int | None]) -> Highlander:
    """The position with the cards of a series that wait no longer, and are known as one series from now on."""
    held = p.players[seat].in_play
    number = 1 + max((card.series for card in held), default=0)
    cards = (replace(c, waiting=False, series=number) if c.waiting and c.id in ids else c for c in held)
    return change(p, seat, in_play=tuple(cards))


def _take_together(ctx: EntryContext, p: Highlander, seat: str, ready: list[InPlay]) -> Highlander:
    """The effects of the cards of a series happen as one."""
    known = [(held, one) for held in ready if (one := face(ctx, held.card)) is not None]
    for held, one in known:
        if one.type == "location":
            p = _only_location(ctx, p, held.card)
    cards = [one for _, one in known]
    if any(map(bears_on_ability, cards)):
        p = took_effect(ctx, p, seat, {held.card for held in ready})
    ignored = tuple({who for held in ready for who in held.ignored})
    target = next((held.target for held in ready if held.target), "")
    return _defense_phase_over(ctx, carry_out(ctx, p, seat, cards, ignored, target), seat, cards)


@enforces("hidden-resources", "countering-cards")
def _to_turn_up(p: Highlander, seat: str, held: InPlay) -> Highlander:
    """The player turns up a card that lies face down, since the card that allowed it is countered."""
    place = p.players[seat].in_play.index(held)
    return replace(set_card(p, seat, place, replace(held, waiting=False, way=PLAINLY)), showing=seat)


def _wants_aim(ctx: EntryContext, held: InPlay) -> bool:
    facts = face(ctx, held.card)
    return facts is not None and facts.wants_player and not held.target


@enforces("removing-situations-from-play", "kirk-matunas-countering")
def carry_out(
    ctx: EntryContext,
    p: Highlander,
    seat: str,
    cards: Sequence[HighlanderCard | None],
    ignored: tuple[str, ...] = (),
    target: str = "",
) -> Highlander:
    """Carry out the immediate effects of cards: everything, and then the choice of a target that is asked for. Cards of
    a Title that do damage together are one source. ``target``: the player they are aimed at, if not the opponent."""
    known = [card for card in cards if card is not None]
    wanted: list[tuple[HighlanderCard, act.Choose]] = []
    for number, card in enumerate(known):
        if not card.on_play or (card.conjunction and not any(goes_with(one, card) for one in known)):
            continue
        before = {who: len(held.must) for who, held in p.players.items()}
        for effect in card.on_play:
            effect = at_target(effect, seat, target)
            if isinstance(effect, act.Choose):
                wanted.append((card, effect))
                continue
            done: Part = effect
            if isinstance(effect, act.DamageSeries):
                if any(one.title == card.title for one in known[:number]):
                    continue
                done = _as_one_source(effect, sum(one.title == card.title for one in known))
            p = carrying_out.run(ctx, p, seat, done, card.title, card.type == "event", ignored)
        p = _in_order(p, before)
    p = settled(ctx, p, seat)
    for card, effect in wanted:
        choice = choice_of(seat, p, effect, card.title, card.type == "event")
        if is_possible(Judgment.of(ctx, p), choice):
            return replace(p, choice=choice)
    return p


def _as_one_source(effect: act.DamageSeries, cards: int) -> act.Damage:
    """The damage that so many cards of a Title do together."""
    return act.Damage(effect.count + effect.more * (cards - 1), who=effect.who)


@enforces("immediate-effects")
def _in_order(p: Highlander, before: dict[str, int]) -> Highlander:
    """Put the things that one card has a player do in the order of its text; ``before``: how many things each had to
    do."""
    for who, number in before.items():
        if len(p.players[who].must) > number:
            p = change(p, who, must=chained(p.players[who].must, number))
    return p


def at_target(effect: E, seat: str, target: str) -> E:
    """An effect on the player who is its card's target, as one on its player or on the opponent."""
    if effect.who != PLAYER:
        return effect
    return replace(effect, who="you" if target == seat else "opponent")


def _only_location(ctx: EntryContext, p: Highlander, newest: int | None) -> Highlander:
    """One Location is in play at a time (Locations)."""
    for who in p.players:
        for place in reversed(range(len(p.players[who].in_play))):
            card = p.players[who].in_play[place]
            facts = face(ctx, card.card)
            if facts is not None and facts.type == "location" and card.card != newest:
                p = depart(ctx, p, who, place)
    return p


def with_ignored(p: Highlander, seat: str, ids: set[int | None], by: str) -> Highlander:
    """The position with a player ignoring cards of the other side."""
    for place, card in enumerate(p.players[seat].in_play):
        if card.card in ids:
            p = set_card(p, seat, place, replace(card, ignored=(*card.ignored, by)))
    return p


def aimed(ctx: EntryContext, p: Highlander, seat: str, card: int | None) -> Highlander | None:
    """The position in which the player of a card just played names its target player, now that nobody counters it
    (Countering Cards); None where its text does not ask or the target is named already."""
    held = _lying(p, seat, card)
    facts = face(ctx, card)
    if held is None or held.target or facts is None or not facts.wants_player:
        return None
    return replace(p, choice=Choice(seat=seat, what="player", then="aim", title=facts.title))
