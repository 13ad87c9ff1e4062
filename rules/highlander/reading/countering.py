"""Answers to a card being played: what may be discarded against it, which card of a series is meant, whether it may
be ignored (Countering Cards)."""

from __future__ import annotations

from rules.highlander.card import PLAYER, SPECIALS, HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.language import effects as act
from rules.highlander.language.filters import Filter
from rules.highlander.position import Chance, Highlander, InPlay
from rules.highlander.reading.conjunction import any_waits, conjoined
from rules.highlander.reading.modifiers import live, modifiers
from rules.highlander.reading.series import series_of
from rules.highlander.reading.state import candidates, face, other
from rules.highlander.reading.targets import suits
from rules.highlander.verbs import Use
from rules.kernel.cards import Catalogue
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

#: effects that are aimed at cards and not at a player (ignore, Target)
AT_CARDS = (act.RemoveCards, act.Choose)


@enforces("premiums-persona-master-premiums")
def counters(j: Judgment, seat: str, place: int, played: HighlanderCard) -> bool:
    """Whether a card in play can be discarded to counter a card being played."""
    p: Highlander = j.position
    held = p.players[seat].in_play[place]
    facts = face(j, held.card)
    # what its Text counters first: few cards counter anything, and most of what follows looks at all cards in play
    if facts is None or not _says_counter(facts, played):
        return False
    if p.first_blood and "not_in_first_blood" in facts.marks:
        return False
    if held.played >= p.number and facts.type not in ("pre_game", "premium"):
        return False
    if not live(j, seat, place):
        return False
    return not any(played.is_a(one.effect.what) for one in modifiers(j, other(j, seat), during.Uncounterable))


def _says_counter(facts: HighlanderCard, played: HighlanderCard) -> bool:
    """Whether the Text of a card counters another when it is discarded."""
    # a loop: this is asked of every card in play, and a generator costs more than the few parts there are
    for effect in facts.discard_to_use:  # noqa: SIM110
        if isinstance(effect, act.Counter) and played.is_a(effect.what):
            return True
    return False


@enforces("playing-cards-face-down")
def faces_shown(j: Judgment, held: InPlay) -> tuple[HighlanderCard, ...]:
    """The cards that a card in play may be for a player who answers it: of one face down only its Type is known."""
    if held.card is not None:
        return candidates(j, held.card)
    return (HighlanderCard(title="", type=held.kind),) if held.kind in SPECIALS else ()  # type: ignore[arg-type]


def may_be_countered(j: Judgment, seat: str, card: InPlay) -> bool:
    """Whether the opponent of ``seat`` has something to counter this card with."""
    played = faces_shown(j, card)
    return len(played) == 1 and counterable(j, seat, played[0])


def counterable(j: Judgment, seat: str, played: HighlanderCard) -> bool:
    """Whether a card of the opponent of ``seat`` counters this one."""
    p: Highlander = j.position
    opponent = other(j, seat)
    face_of, usable = j.known.faces.get, _usable(j.catalogue)
    for place, held in enumerate(p.players[opponent].in_play):
        if face_of(held.card) in usable and counters(j, opponent, place, played):  # type: ignore[arg-type,operator]
            return True
    return False


def _usable(catalogue: Catalogue) -> frozenset[int]:
    """The cards that are discarded to use: looked up once for each catalogue."""
    usable: frozenset[int] | None = catalogue.memory.get("usable")
    if usable is None:
        cards = [(n, card) for n, card in enumerate(catalogue.cards) if isinstance(card, HighlanderCard)]
        usable = catalogue.memory["usable"] = frozenset(n for n, card in cards if card.discard_to_use)
    return usable


@enforces("ignore")
def may_be_ignored(j: Judgment, seat: str, card: InPlay) -> bool:
    """Whether the opponent of ``seat`` may ignore an Event: it is aimed at that player, and not at cards alone."""
    played = face(j, card.card)
    if played is None or played.type != "event":
        return False
    opponent = other(j, seat)
    if opponent in card.ignored:
        return False
    if not any(modifier.effect.cards == "event" for modifier in modifiers(j, opponent, during.Ignores)):
        return False
    return any(e.who in ("opponent", "all", PLAYER) and not isinstance(e, AT_CARDS) for e in played.on_play)


def covered(j: Judgment, seat: str) -> bool:
    """Whether the opponent of ``seat`` has a card face down that may turn out to be an answer."""
    # a loop: asked of every card played, and a generator costs more than the few cards there are
    for held in j.position.players[other(j, seat)].in_play:  # noqa: SIM110
        if held.face_down is not None:
            return True
    return False


def answers(j: Judgment, seat: str, card: InPlay) -> bool:
    """Whether the opponent of ``seat`` has an answer to a card just played."""
    return covered(j, seat) or may_be_countered(j, seat, card) or may_be_ignored(j, seat, card)


@enforces("hidden-resources")
def turned_up_counters(j: Judgment, seat: str, played: HighlanderCard) -> bool:
    """Whether a card that the opponent of ``seat`` has face down may turn out to counter this one."""
    if not covered(j, seat) or any(
        played.is_a(one.effect.what) for one in modifiers(j, other(j, seat), during.Uncounterable)
    ):
        return False
    memory = j.catalogue.memory
    key = ("turned_up", played.title, played.variant, played.type, played.edition, played.groups)
    may_counter: bool | None = memory.get(key)
    if may_counter is None:
        may_counter = memory[key] = any(
            isinstance(effect, act.Counter) and played.is_a(effect.what)
            for card in j.catalogue.cards
            if isinstance(card, HighlanderCard) and card.type == "situation"
            for effect in card.discard_to_use
        )
    return may_counter


def attack_counterable(j: Judgment, seat: str) -> bool:
    """Whether the card of the attack just made can be countered, also by one that is face down yet; of an attack face
    down nobody sees which it is."""
    p: Highlander = j.position
    attacks = p.players[seat].attacks
    card = face(j, attacks[-1].card) if attacks else None
    if card is None:
        return False
    if counterable(j, seat, card):
        return True
    j.position = p
    return turned_up_counters(j, seat, card)


def series_open(j: Judgment, seat: str) -> bool:
    """Whether one of the cards played in conjunction can be answered."""
    p: Highlander = j.position
    return any_waits(p, seat) and any(answers(j, seat, card) for card in conjoined(p, seat))


@enforces("removing-situations-from-play")
def removes_answers(j: Judgment, seat: str, card: InPlay) -> bool:
    """Whether a card just played removes cards that the opponent could still discard to use."""
    played = face(j, card.card)
    what: list[Filter] = []
    for effect in played.on_play if played is not None else ():
        if isinstance(effect, act.RemoveCards) and effect.who != "you":
            what.append(effect.what)
    if not what:  # mostly so
        return False
    p: Highlander = j.position
    opponent = other(j, seat)
    for place, held in enumerate(p.players[opponent].in_play):
        facts = face(j, held.card)
        usable = facts is not None and any(
            not isinstance(effect, act.Counter) for effect in facts.discard_to_use
        )
        if usable and live(j, opponent, place) and any(suits(j, opponent, place, one) for one in what):
            return True
    return False


def answerable(j: Judgment, chance: Chance) -> list[InPlay]:
    """The cards of the series that may be answered now: those of a series of Special cards, or all that wait for the
    Attack or Defense just played."""
    p: Highlander = j.position
    held = [card for card in p.players[p.turn].in_play if card.waiting]
    return series_of(j, p.turn, chance.card) if chance.specials and chance.card is not None else held


def answered_place(j: Judgment, e: Use) -> int:
    """The place of the card that is countered, of cards played in conjunction: the one named, or the only one that can
    be; 0 for the Attack or Defense that the series ends with."""
    p: Highlander = j.position
    chance = p.chance
    if e.counters or chance is None or not chance.series:
        return e.counters
    last = last_of_series(p, chance)
    if last is not None and counters_any(j, e, last):
        return 0
    mine = p.players[p.turn].in_play
    able = [held for held in answerable(j, chance) if counters_one(j, e, faces_shown(j, held))]
    return mine.index(able[0]) + 1 if len(able) == 1 else 0


def last_of_series(p: Highlander, chance: Chance) -> int | None:
    """The card of the Attack or the Defense that a series ends with."""
    if chance.defense:
        return defense_answered(p, chance)
    return p.players[p.turn].attacks[-1].card if is_of_attack(p, chance) else None


def counters_any(j: Judgment, e: Use, card: int | None) -> bool:
    """Whether the card used counters this one, or one of those that its title fits."""
    return counters_one(j, e, candidates(j, card) if card is not None else ())


def counters_one(j: Judgment, e: Use, possible: tuple[HighlanderCard, ...]) -> bool:
    return any(counters(j, e.by, e.place - 1, one) for one in possible)


def is_of_attack(p: Highlander, chance: Chance) -> bool:
    """Whether the series is that of an attack, which may be countered itself: it is the card that nothing names."""
    mine = p.players[p.turn]
    return chance.series and not chance.specials and p.phase == "attack" and bool(mine.attacks)


def defense_answered(p: Highlander, chance: Chance) -> int | None:
    defenses = p.players[p.turn].defenses
    return defenses[chance.defense - 1].card if chance.defense <= len(defenses) else None
