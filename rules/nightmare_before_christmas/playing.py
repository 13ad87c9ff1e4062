"""Playing cards: what every card needs, Characters, Creations, Surprises, and other versions of a Character."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec.structs import replace

from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.nightmare_before_christmas import surprises
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.costs import cost_of, costs_in_play
from rules.nightmare_before_christmas.effects import Trigger
from rules.nightmare_before_christmas.leaving import replaced, take_from_hand, triggers
from rules.nightmare_before_christmas.position import NightmarePosition, Player, Step, with_seat
from rules.nightmare_before_christmas.steps import advance, put_first
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.town import (
    FaceTable,
    characters,
    face_of,
    place_of,
    title_of,
    unknown_in,
    with_title,
)
from rules.nightmare_before_christmas.turn import find_locale, own_turn
from rules.nightmare_before_christmas.verbs import Play

Problem = tuple[str, str]


class Plan(msgspec.Struct, eq=False, gc=False):
    """The plan of playing a card: the card and its face, where in the row it goes, the ``version`` it replaces and
    the ``cost``. The rules that look at its face fill it in."""

    knowledge: FaceTable
    position: NightmarePosition
    player: Player
    entry: Play
    card: int
    place: int | None
    face: NightmareCard | None = None
    version: int | None = None
    cost: int = 0

    @property
    def own(self) -> bool:
        """Whether it is played in one's own turn, with nothing pending."""
        return self.position.turn == self.entry.by and not self.position.steps


def verify_play(j: Judgment, entry: Play) -> Plan | None:
    position: NightmarePosition = j.position
    player = position.players.get(entry.by)
    if player is None:
        j.forbid("log.seat", say("only_seat_plays_cards"))
        return None
    if not surprises.may_respond(position, entry.by) and not _turn(j, entry):
        return None
    card = j.pick(player.hand, entry.card)
    if card is None:
        j.forbid("playing-cards.hand", say("card_not_in_hand", card=describe(entry.card), seat=entry.by))
        return None
    if card == OPEN:
        (card,) = j.new(entry.by, 1)
    j.identify(card, entry.card)
    place = None if entry.locale is None else find_locale(j, player, entry.locale)
    if entry.locale is not None and place is None:
        j.forbid(
            "playing-characters.own-town",
            say("locale_not_in_halloweentown", card=describe(entry.locale), seat=entry.by),
        )
        return None
    plan = Plan(FaceTable(j.known, j.catalogue), position, player, entry, card, place)
    face = face_of(j, card)
    if face is not None:
        _judge_known(j, plan, face)
        return plan
    j.need(
        "playing-cards", _playable, (card,), say("no_possible_card_playable", card=describe(entry.card)),
        say("which_card_played", seat=entry.by), (plan,),
    )  # fmt: skip
    candidates = j.known.candidates(card, j.catalogue)
    faces = [cast("NightmareCard", j.catalogue.cards[n]) for n in candidates]
    plan.face = next((f for f in faces if _playable(f, plan)), faces[0] if faces else None)
    if plan.face is not None:
        problem(plan, plan.face)
    return plan


def _turn(j: Judgment, entry: Play) -> bool:
    """Whether it is one's own turn; on another's only a card that says so may be played."""
    position: NightmarePosition = j.position
    if position.stage == "turn" and position.turn != entry.by:
        numbers = j.catalogue.find(entry.card)
        if any(surprises.on_others_turns(cast("NightmareCard", j.catalogue.cards[n])) for n in numbers):
            if not position.steps:
                return True
            j.forbid("other-rules.timing", say("another_card_takes_effect_first"))
            return False
    return own_turn(j, entry.by, "playing-cards.own-turn")


def _judge_known(j: Judgment, plan: Plan, face: NightmareCard) -> None:
    broken = problem(plan, face)
    plan.face = face
    if broken is not None:
        j.forbid(*broken)
        plan.cost = max(plan.cost, 0)
        return
    if face.type == "Character" and not plan.entry.replace:
        for other in unknown_in(j, plan.player):
            j.need(
                "playing-characters.one-of-each", _has_other_title, (other,),
                say("already_in_halloweentown", title=face.title, seat=plan.entry.by), say("who_the_character_is"),
                (face.title,),
            )  # fmt: skip
    if face.type == "Surprise":
        surprises.one_copy(j, plan.player, plan.entry, face)
    if plan.cost < 0:
        j.unsure(say("cost_unknown", title=j.title(plan.card)))
        plan.cost = 0
    if not face.executed:
        j.await_declaration(say("effect_left_to_judge", title=j.title(plan.card)))


def _has_other_title(face: NightmareCard, title: str) -> bool:
    return face.title != title


def _playable(face: NightmareCard, plan: Plan) -> bool:
    return problem(plan, face) is None


def problem(plan: Plan, face: NightmareCard) -> Problem | None:
    """Which rule playing this card breaks, and what is wrong; sets the plan's cost and replaced version."""
    if not plan.own and not (face.on_others_turns or face.protects):
        answering = surprises.may_respond(plan.position, plan.entry.by)
        rule = "other-rules.timing.interrupt" if answering else "playing-cards.own-turn"
        return rule, say("not_played_on_other_turns", title=face.title)
    if face.type == "Character":
        broken = _character(plan, face)
    elif face.type == "Creation":
        broken = _creation(plan, face)
    elif face.type == "Surprise":
        broken = surprises.problem(plan.position, plan.player, plan.entry, face, plan.own)
        broken = broken or _forbid_place_or_replace(plan, "playing-surprises")
        if broken is None and not 1 <= plan.entry.choice <= max(len(face.choices), 1):
            broken = (
                "playing-surprises.or",
                say("has_no_ability", title=face.title, choice=plan.entry.choice),
            )
    else:
        return "playing-cards", say("not_played_from_hand", title=face.title, type=face.type)
    if broken is not None:
        return broken
    locale = "" if plan.place is None else title_of(plan.knowledge, plan.player.locales[plan.place].card)
    more = costs_in_play(plan.knowledge, plan.position.players, plan.entry.by, face)
    cost = cost_of(plan.knowledge, plan.player, face, locale, plan.version, more)
    plan.cost = -1 if cost is None else cost
    if plan.cost > plan.player.pumpkin_points:
        have = plan.player.pumpkin_points
        return (
            "playing-cards.cost",
            say("too_few_pumpkin_points", title=face.title, cost=plan.cost, seat=plan.entry.by, have=have),
        )
    return None


def _forbid_place_or_replace(plan: Plan, rule: str) -> Problem | None:
    if plan.entry.locale is not None or plan.entry.replace:
        return rule, say("only_characters_at_locale")
    return None


@enforces(
    "playing-characters.any-locale",
    "playing-characters.no-limit",
    "playing-characters.opponents",
    "reading.a13",
)
def _character(plan: Plan, face: NightmareCard) -> Problem | None:
    same = with_title(plan.knowledge, plan.player, face.title)
    if plan.entry.replace:
        return _replacing(plan, face, same)
    if same is not None:
        return (
            "playing-characters.one-of-each",
            say("already_in_halloweentown", title=face.title, seat=plan.entry.by),
        )
    if plan.place is None:
        return "playing-characters", say("locale_not_named", title=face.title)
    return None


@enforces("reading.a6", "other-rules.replacing-characters")
def _replacing(plan: Plan, face: NightmareCard, old: int | None) -> Problem | None:
    """Another version of a Character in place of the one that is there."""
    if old is None:
        return (
            "other-rules.replacing-characters",
            say("no_version_to_replace", title=face.title, seat=plan.entry.by),
        )
    before = face_of(plan.knowledge, old)
    assert before is not None  # it was found by its title
    if before.sub_title == face.sub_title:
        return (
            "other-rules.replacing-characters.same-version",
            say("same_alias", title=face.title),
        )
    if (
        before.scare_number is not None
        and face.scare_number is not None
        and face.scare_number < before.scare_number
    ):
        return (
            "other-rules.replacing-characters.lower",
            say("lower_scare_number", title=face.title),
        )
    there = place_of(plan.player, old)
    if plan.place is None:
        plan.place = there
    elif plan.place != there:
        return (
            "other-rules.replacing-characters.same-locale",
            say("version_needs_same_locale", title=face.title),
        )
    plan.version = old
    return None


@enforces("playing-creations.opponents")
def _creation(plan: Plan, face: NightmareCard) -> Problem | None:
    if face.title in {title_of(plan.knowledge, card) for card in plan.player.creations}:
        return "playing-creations.one-of-each", say(
            "creation_already_there", seat=plan.entry.by, title=face.title
        )
    return _forbid_place_or_replace(plan, "playing-creations")


def perform_play(
    ctx: EntryContext, position: NightmarePosition, entry: Play, plan: Plan | None
) -> NightmarePosition:
    if plan is None or plan.face is None:
        raise Impossible(say("card_not_playable_here", card=describe(entry.card)))
    player, face = plan.player, plan.face
    player = replace(
        player,
        hand=take_from_hand(player, plan.card),
        pumpkin_points=max(player.pumpkin_points - plan.cost, 0),
    )
    if face.type == "Character":
        return _into_town(ctx, with_seat(position, entry.by, player), plan)
    if face.type == "Creation":
        player = replace(player, creations=(*player.creations, plan.card))
        return _built(ctx, with_seat(position, entry.by, player), plan)
    return surprises.played(ctx, position, player, entry, plan.card, face)


def _into_town(ctx: EntryContext, position: NightmarePosition, plan: Plan) -> NightmarePosition:
    """A Character comes below its Locale; its text for being played triggers."""
    seat = plan.entry.by
    player = position.players[seat]
    if plan.place is None:
        raise Impossible(say("character_needs_locale"))
    if plan.version is not None:
        player = replaced(player, plan.version, plan.card)
    else:
        locales = list(player.locales)
        there = locales[plan.place]
        locales[plan.place] = replace(there, characters=(*there.characters, plan.card))
        player = replace(player, locales=tuple(locales))
    triggered = triggers(ctx, player, seat, plan.card, "played")
    for other in characters(player):
        if other != plan.card:
            triggered += triggers(ctx, player, seat, other, "character")
    return advance(ctx, put_first(with_seat(position, seat, player), *triggered))


@enforces("playing-creations.text-once", "other-rules.timing.order")
def _built(ctx: EntryContext, position: NightmarePosition, plan: Plan) -> NightmarePosition:
    """A Creation stands beside the Locales; what triggers by it takes effect in the order its player says."""
    seat = plan.entry.by
    player = position.players[seat]
    triggered: list[Step] = []
    if plan.face is not None and plan.face.choices:
        triggered.append(Step(seat=seat, effect=Trigger(), cause="creation", card=plan.card))
    for character in characters(player):
        triggered.extend(triggers(ctx, player, seat, character, "creation"))
    return advance(ctx, put_first(position, *triggered))
