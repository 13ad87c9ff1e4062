"""The check of a deck list against the rules of deck construction (Deck Construction and its companions)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.highlander.card import PRE_GAME, HighlanderCard
from rules.highlander.deck.built import BASIC_ATTACKS, BASIC_BLOCKS, BASICS, SECTIONS, TITLE_LIMIT, Built
from rules.highlander.deck.inclusion import included
from rules.highlander.event_options import HighlanderOptions
from rules.highlander.language import requirements as needs
from rules.highlander.texts import say
from rules.kernel.cards import Catalogue, DeckList
from rules.kernel.enforce import enforces
from rules.kernel.game import DeckViolation

PRE_GAME_LIMIT = 6
HANDS = 2
#: of a Pre-Game card that is not counted among the six
BESIDE = "beside_the_limit"
BIG_AND_BAD = {1: 90, 2: 100, 3: 110, 4: 120, 5: 130, 6: 140}


@enforces("deck", "deck-construction")
def check(deck: DeckList, options: HighlanderOptions, catalogue: Catalogue) -> list[DeckViolation]:
    """Every rule of deck construction that a list breaks, each with the cards by which it does."""
    built = Built(deck, catalogue)
    violations = list(built.unknown)
    for section in deck.sections:
        if section not in SECTIONS:
            message = say("section_unknown", section=section, sections=", ".join(SECTIONS))
            violations.append(DeckViolation("deck-construction", message))
    violations += [
        *_basics(built), *_sections(built), *_pre_game(built), *_limits(built), *included(built), *_weapons(built),
        *_sanctioned(built, options), *_size(built, options),
    ]  # fmt: skip
    return violations


@enforces("basic-attack", "basic-block", "crystal", "generic-immortal-substitute-basics")
def _basics(built: Built) -> Iterator[DeckViolation]:
    """Each Basic card; with Crystals or the Generic Immortal of that Power others stand in for some or all."""
    have = {card.title for card, _ in built.in_game()}
    attacks = [title for title in BASIC_ATTACKS if title not in have]
    blocks = [title for title in BASIC_BLOCKS if title not in have]
    missing = len(attacks) + len(blocks)
    if not missing:
        return
    if built.powers["substitute_basics"]:
        yield from _stand_in(built, len(attacks), len(blocks), special=True)
    elif missing > built.powers["substitute_one"]:
        yield DeckViolation("basic-cards", say("basic_card_missing"), (*attacks, *blocks))
    else:
        yield from _stand_in(built, len(attacks), len(blocks), special=False)


def _stand_in(built: Built, attacks: int, blocks: int, special: bool) -> Iterator[DeckViolation]:
    """Whether other Attacks and Defenses are there for those missing; a Special Attack or Block counts once."""
    others = [(card, count) for card, count in built.in_game() if card.title not in BASICS]
    spare = {card.title: count - 1 for card, count in built.in_game() if special and card.title in BASICS}
    kinds = ("attack", "special_attack") if special else ("attack",)
    have_attacks = _of_types(others, kinds) + sum(spare.get(title, 0) for title in BASIC_ATTACKS)
    have_defenses = _of_types(others, ("block", "dodge")) + sum(spare.get(title, 0) for title in BASIC_BLOCKS)
    either = _of_types(others, ("special_attack_or_block",))
    short_defenses = max(0, blocks - have_defenses)
    short_attacks = max(0, attacks - have_attacks - (max(0, either - short_defenses) if special else 0))
    if short_defenses > either or short_attacks:
        rule = "generic-immortal-substitute-basics" if special else "crystal"
        message = say("stand_ins_for_basic_cards_missing", attacks=attacks, blocks=blocks)
        yield DeckViolation(rule, message)


def _of_types(cards: list[tuple[HighlanderCard, int]], types: tuple[str, ...]) -> int:
    """How many copies among the cards are of these types."""
    return sum(count for card, count in cards if card.type in types)


@enforces("in-game-cards")
def _sections(built: Built) -> Iterator[DeckViolation]:
    for card, _ in built.of(built.main):
        if card.type in PRE_GAME:
            message = say("pre_game_card_in_deck", title=card.title)
            yield DeckViolation("pre-game-cards", message, (card.title,))
    for card, _ in built.of(built.pre_game):
        if card.type not in PRE_GAME:
            yield DeckViolation("pre-game-cards", say("not_pre_game_card", title=card.title), (card.title,))
    allowed = {e.what for card in built.personas for e in card.requires if isinstance(e, needs.BeginsWith)}
    for card, count in built.of(built.in_play):
        if card.title not in allowed or count > 1:
            message = say("may_not_begin_in_play", title=card.title)
            yield DeckViolation("pre-game-cards", message, (card.title,))


@enforces("associate", "premium-cards", "persona-premium", "thunder-castle-games-cards", "reading.b37")
def _pre_game(built: Built) -> Iterator[DeckViolation]:
    """Pre-Game cards: one of each, six but for Crystals, one Persona with its own Premiums, Crystals in their order."""
    seen: Counter[str | HighlanderCard] = Counter()
    for card, count in built.of(built.pre_game):
        seen[card.title if "ripped" in card.marks else card] += count
    for key, count in seen.items():
        title = key if isinstance(key, str) else key.title
        if count > 1:
            yield DeckViolation(
                "pre-game-cards", say("pre_game_card_associated_twice", title=title, count=count), (title,)
            )
    total = sum(n for card, n in built.of(built.pre_game) if BESIDE not in card.deck)
    if total > PRE_GAME_LIMIT:
        yield DeckViolation(
            "associate", say("too_many_pre_game_cards", total=total, pre_game_limit=PRE_GAME_LIMIT)
        )
    if len(built.personas) > 1:
        titles = tuple(card.title for card in built.personas)
        yield DeckViolation("persona", say("more_than_one_persona"), titles)
    yield from _associates(built)


def _associates(built: Built) -> Iterator[DeckViolation]:
    """Crystals without the other one they need, and Premiums without their Persona."""
    lie = {(card.title, card.variant) for card, _ in built.of(built.pre_game)}
    for card, _ in built.of(built.pre_game):
        for effect in card.requires:
            if isinstance(effect, needs.Associated) and (card.title, effect.what) not in lie:
                message = say(
                    "variant_needs_card",
                    title=card.title,
                    variant=card.variant,
                    other_title=card.title,
                    what=effect.what,
                )
                yield DeckViolation("reading.b37", message, (card.title,))
        if "Persona Premium" in card.groups and not built.names & set(card.owners):
            message = say("goes_with_persona", title=card.title, owners=", ".join(card.owners))
            yield DeckViolation("persona-premium", message, (card.title,))


@enforces("darius-pre-game", "generic-immortal-weapon-specifics-and-masters-advantage", "unique-card")
def _limits(built: Built) -> Iterator[DeckViolation]:
    """Titles, and restriction numbers of the same card; what raises them."""
    by_title: Counter[str] = Counter()
    spare = 1 if built.powers["one_more"] else 0  # Darius raises the number of one card
    for card, count in built.cards():
        by_title[card.title] += count
        limit = restriction(built, card)
        if limit is None or count <= limit:
            continue
        if spare and count == limit + 1 and _is_normal(built, card):
            spare = 0
            continue
        rule = (
            "signature-cards"
            if card.mark == "signature" and built.powers["one_more"]
            else "restriction-number"
        )
        message = say("restricted_number_exceeded", title=card.title, limit=limit, count=count)
        yield DeckViolation(rule, message, (card.title,))
    yield from _titles(built, by_title)


def _titles(built: Built, by_title: Counter[str]) -> Iterator[DeckViolation]:
    """The titles of which the deck holds too many cards."""
    plots = {card.title for card, _ in built.cards() if "Plot" in card.groups}
    for title, count in by_title.items():
        most = TITLE_LIMIT * (2 if built.powers["plots_twice"] and title in plots else 1)
        if count > most:
            message = say("too_many_cards_of_title", count=count, title=title, most=most)
            yield DeckViolation("restriction-by-title", message, (title,))


def restriction(built: Built, card: HighlanderCard) -> int | None:
    """How many of the same card are included, by its number and the Persona's Power."""
    if card.restriction is None or card.mark == "signature":
        return card.restriction
    if "Plot" in card.groups and built.powers["plots_twice"]:
        return card.restriction * 2
    more = 1 if card.weapon and built.powers["weapon_cards_more"] else 0
    return card.restriction + more


def _is_normal(built: Built, card: HighlanderCard) -> bool:
    """Whether the deck could include the card without other cards' help; Signature cards are left as they are."""
    return card.mark != "signature" and (not card.owners or bool(built.names & set(card.owners)))


@enforces("weapons-of-choice-secondary-weapons", "quality-blade-saber")
def _weapons(built: Built) -> Iterator[DeckViolation]:
    """One Weapon of Choice, and those that go beside another; Weapon Specific cards need theirs."""
    weapons = [card for card, _ in built.of(built.pre_game) if card.type == "weapon_of_choice"]
    titles = tuple(card.title for card in weapons)
    main = [card for card in weapons if "Secondary" not in card.groups]
    if len(main) > 1:
        yield DeckViolation("weapon-of-choice", say("more_than_one_weapon_of_choice"), titles)
    elif len(weapons) == 1 and not main:
        yield DeckViolation("weapon-of-choice", say("needs_another_weapon", title=titles[0]), titles)
    elif sum(card.hand_icons for card in weapons) > HANDS and "one_handed_axe" not in built.powers:
        yield DeckViolation("weapon-of-choice", say("weapons_need_more_than_two_hands"), titles)
    for card, _ in built.in_game():
        if card.weapon and card.weapon not in titles:
            message = say("needs_weapon_of_choice", title=card.title, weapon=card.weapon)
            yield DeckViolation("weapon-specific", message, (card.title,))


@enforces("the-eyes-have-it", "illegal-cards")
def _sanctioned(built: Built, options: HighlanderOptions) -> Iterator[DeckViolation]:
    """Cards that a Sanctioned event bars, or that must be announced."""
    if not getattr(options, "sanctioned", True):
        return
    announced = {title.casefold() for title in getattr(options, "announced", ())}
    for card, _ in built.cards():
        if "announced" in card.deck and card.title.casefold() not in announced:
            message = say("sanctioned_only_if_announced", title=card.title)
            yield DeckViolation("the-eyes-have-it", message, (card.title,))
        if "unreleased" in card.deck or "misprinted" in card.deck:
            message = say("banned_in_sanctioned_events", title=card.title)
            yield DeckViolation("illegal-cards", message, (card.title,))


def _size(built: Built, options: HighlanderOptions) -> Iterator[DeckViolation]:
    size = sum(count for _, count in built.cards())
    big = sum(count for card, count in built.cards() if "larger_deck" in card.deck)
    wanted = max(getattr(options, "min_deck", 0), BIG_AND_BAD.get(min(big, 6), 0))
    if size < wanted:
        rule = "big-and-bad-calculating-minimum-deck-size" if big else "reading.b1"
        yield DeckViolation(rule, say("deck_too_small", size=size, wanted=wanted))
