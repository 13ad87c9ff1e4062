"""Highlander by touch: a card of the hand against an attack, onto the opponent, into play, onto the discard pile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from referee.boards.addresses import address, side_of
from referee.games.touch import Held, Offer, Reach
from referee.wording.labels import value_words
from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.reading.dice import SIDES
from rules.highlander.reading.face_down import holds_others
from rules.kernel.entries import TABLE

#: what an Exertion may be for that no attack or Defense is named with
PURPOSES = (
    "attack",
    "defense",
    "nothing",
    "power_blow",
    "remove_situation",
    "prevent_damage",
    "move_under",
    "roll",
)
#: the most cards that are drawn by one touch
MOST = 15
#: what is said without touching anything
BARE = (
    "next_phase", "pass", "done", "call", "recover", "give_back", "forgo_attack", "ignore", "no_more", "make_attack",
    "turn_over",
)  # fmt: skip


def touches(reach: Reach) -> Iterator[Offer]:
    """What of Highlander may be done by touching."""
    for do in BARE:
        if reach.wants(do):
            yield reach.offer(do)
    if reach.by == TABLE:
        yield from _table(reach)
        return
    yield from _hand(reach)
    yield from _exertion(reach)
    yield from _attacks(reach)
    yield from _in_play(reach)
    yield from _piles(reach)
    yield from _others_cards(reach)


def _table(reach: Reach) -> Iterator[Offer]:
    for seat in reach.seats:
        for value in range(1, SIDES + 1) if reach.wants("roll") else ():
            yield reach.offer("roll", side_of(seat), seat=seat, value=value, words=str(value))
        if reach.wants("shuffle"):
            yield reach.offer("shuffle", side_of(seat), seat=seat)
        for held in reach.cards(address(side_of(seat), "hand")) if _by_lot(reach, seat) else ():
            yield reach.offer("discard", held.at, card=held.ref)


def _by_lot(reach: Reach, seat: str) -> bool:
    """Whether that player, whose turn it is, must discard at random: the table says which card it was."""
    musts = reach.side(seat).get("must") or ()
    due = any(must.get("random") for must in musts if isinstance(must, Mapping))
    return reach.wants("discard") and seat == reach.position.get("turn") and due


def _hand(reach: Reach) -> Iterator[Offer]:
    """What a card of each kind is for, whatever is legal."""
    theirs = _pending(reach)
    discards = reach.name(address(reach.me, "discard_pile"), _("Discard pile"))
    endurance = reach.name(address(reach.me, "endurance"), _("Endurance"))
    for held in reach.hand:
        card = held.card if isinstance(held.card, HighlanderCard) else None
        if card is None or card.is_attack:
            yield from _attack_with(reach, held, card, reach.others)
        if card is None or card.is_defense or card.is_attack:
            yield from _defend_with(reach, held, card, theirs)
        if card is None or card.is_special or card.type == "edge":
            yield from _play(reach, held, card)
        if reach.wants("discard"):
            yield reach.offer("discard", held.at, discards, card=held.ref)
            yield reach.offer("discard", held.at, endurance, card=held.ref, on_top=True, words=_("on top"))
            yield reach.offer(
                "discard", held.at, reach.me, card=held.ref, under=True, words=_("under a card")
            )
        if reach.wants("remove"):
            yield reach.offer("remove", held.at, card=held.ref)
        if reach.wants("hold"):
            for at, place, lying in reach.things(address(reach.me, "in_play")):
                if holds_others(reach.declared(lying.get("card"))):  # type: ignore[arg-type]
                    yield reach.offer("hold", held.at, at, place=place, card=held.ref)


def _areas(card: HighlanderCard | None) -> tuple[str, ...]:
    """The areas among which its player names one: none where the card's Grid says it."""
    return ("",) if card is None or card.squares else tuple(grid.AREAS)


def _attack_with(
    reach: Reach, held: Held, card: HighlanderCard | None, onto: tuple[str, ...], source: str = ""
) -> Iterator[Offer]:
    if not reach.wants("attack"):
        return
    for seat in onto:
        for area in _areas(card):
            words = value_words(area) if area else ""
            made = {"card": held.ref, "area": area, "source": source}
            at = (held.at, side_of(seat))
            yield reach.offer("attack", *at, words=words, **made)
            hidden = ", ".join(filter(None, (words, _("hidden"))))
            yield reach.offer("attack", *at, words=hidden, hidden=True, **made)
            if card is not None and "head_shot_alone" in card.marks and not source:
                yield reach.offer("attack", *at, words=_("hidden Power Blow"), hidden=True, blow=True, **made)
            if card is not None and card.is_basic and not source:
                yield reach.offer("attack", *at, words=_("ranged"), ranged=True, **made)
                yield reach.offer("attack", *at, words=_("ranged, hidden"), ranged=True, hidden=True, **made)


def _defend_with(
    reach: Reach, held: Held, card: HighlanderCard | None, theirs: list[tuple[str, int]], source: str = ""
) -> Iterator[Offer]:
    if not reach.wants("defend"):
        return
    basic = card is not None and card.is_basic and card.type == "block" and not source
    for at, number in theirs:
        made = {"card": held.ref, "attack": number, "source": source}
        for area in _areas(card):
            yield reach.offer(
                "defend", held.at, at, words=value_words(area) if area else "", area=area, **made
            )
        if basic:
            yield reach.offer("defend", held.at, at, words=_("as a Guard"), guard=True, **made)
            for other in reach.hand:
                second = other.card
                if other.at != held.at and getattr(second, "is_basic", False) and second.type == "block":  # type: ignore[union-attr]
                    yield reach.offer("defend", held.at, other.at, at, second=other.ref, **made)


def _play(reach: Reach, held: Held, card: HighlanderCard | None) -> Iterator[Offer]:
    if not reach.wants("play"):
        return
    yield reach.offer("play", held.at, reach.me, card=held.ref)
    yield reach.offer("play", held.at, reach.me, card=held.ref, more=True, words=_("more follows"))
    if card is not None and card.wants_player:
        yield reach.offer("play", held.at, reach.me, card=held.ref, target=reach.by, words=_("at oneself"))
    if card is not None and card.type == "situation":
        yield reach.offer("play", held.at, reach.me, card=held.ref, face_down=True, words=_("face down"))


def _exertion(reach: Reach) -> Iterator[Offer]:
    """The cards of the own Exertion that lie open."""
    exerting = reach.position.get("exerting") or {}
    if exerting.get("seat") != reach.by:
        return
    theirs = _pending(reach)
    for held in reach.cards("exerting.cards"):
        card = held.card if isinstance(held.card, HighlanderCard) else None
        yield from _attack_with(reach, held, card, reach.others, "exertion")
        yield from _defend_with(reach, held, card, theirs, "exertion")
        if reach.wants("take"):
            yield reach.offer("take", held.at, card=held.ref)


def _pending(reach: Reach) -> list[tuple[str, int]]:
    """The opponents' attacks, each with its number, called as they are."""
    named_rows = []
    for seat in reach.others:
        for at, number, attack in reach.things(address(side_of(seat), "attacks")):
            known = reach.cards(address(at, "card")) or reach.cards(address(at, "face_down"))
            title = (
                known[0].title
                if known
                else _("hidden attack")
                if attack.get("face_down")
                else _("made attack")
            )
            named_rows.append((reach.name(at, f"{number} {title}"), number))
    return named_rows


def _attacks(reach: Reach) -> Iterator[Offer]:
    theirs = _pending(reach)
    for at, number in theirs:
        if reach.wants("declare_successful"):
            yield reach.offer("declare_successful", at, attack=number)
        if reach.wants("exert"):
            yield reach.offer("exert", at, purpose="avoid", attack=number, words=value_words("avoid"))
        if reach.wants("look"):
            yield reach.offer("look", at, attack=number)
    for at, number, attack in reach.things(address(reach.me, "attacks")):
        known = reach.cards(address(at, "face_down"))
        reach.name(at, f"{number} {known[0].title}" if known else str(number))
        if reach.wants("power_blow"):
            yield reach.offer("power_blow", at, attack=number)
        if reach.wants("exert"):
            words = value_words("power_blow")
            yield reach.offer("exert", at, purpose="power_blow", attack=number, words=words)
        for held in known if reach.wants("reveal") and attack.get("face_down") is not None else ():
            for area in _areas(held.card if isinstance(held.card, HighlanderCard) else None):
                words = value_words(area) if area else ""
                yield reach.offer("reveal", at, attack=number, card=held.ref, area=area, words=words)
    yield from _defenses(reach, theirs)


def _defenses(reach: Reach, theirs: list[tuple[str, int]]) -> Iterator[Offer]:
    """The own Defenses in play."""
    for at, number, _defense in reach.things(address(reach.me, "defenses")):
        known = reach.cards(address(at, "card"))
        reach.name(at, f"{number} {known[0].title}" if known else str(number))
        if reach.wants("cover"):
            yield from (reach.offer("cover", at, to, defense=number, attack=n) for to, n in theirs)
        if reach.wants("power_block"):
            yield reach.offer("power_block", at, defense=number)
        if reach.wants("exert"):
            words = value_words("power_block")
            yield reach.offer("exert", at, purpose="power_block", defense=number, words=words)
        if reach.wants("power"):
            yield reach.offer(
                "power", at, what="power_block", defense=number, words=value_words("power_block")
            )
        if reach.wants("drop"):
            yield reach.offer("drop", at, defense=number)


def _in_play(reach: Reach) -> Iterator[Offer]:
    chance = reach.position.get("chance") or {}
    series = (
        reach.things(address(side_of(str(reach.position.get("turn"))), "in_play"))
        if chance.get("series")
        else []
    )
    for at, place, lying in reach.things(address(reach.me, "in_play")):
        down = lying.get("face_down") is not None
        known = reach.cards(address(at, "face_down" if down else "card"))
        reach.name(at, known[0].title if known else str(place))
        if reach.wants("use"):
            yield reach.offer("use", at, place=place)
            yield from (reach.offer("use", at, to, place=place, counters=n) for to, n, _lying in series)
        if reach.wants("turn_up") and down:
            yield from (reach.offer("turn_up", at, place=place, card=held.ref) for held in known)
        for under, _n, _card in reach.things(address(at, "under")) if reach.wants("take_back") else ():
            for held in reach.cards(address(under, "face_down")):
                yield reach.offer("take_back", at, place=place, card=held.ref, words=held.title)
    if reach.wants("target"):
        yield from _targets(reach)


def _targets(reach: Reach) -> Iterator[Offer]:
    for seat in reach.seats:
        yield reach.offer("target", side_of(seat), seat=seat)
        for zone in ("in_play", "attacks"):
            for at, place, _lying in reach.things(address(side_of(seat), zone)):
                known = reach.cards(address(at, "card"))
                reach.name(at, known[0].title if known else str(place))
                yield reach.offer("target", at, seat=seat, place=place)


def _piles(reach: Reach) -> Iterator[Offer]:
    """Drawing, Exertions and searches at the own Endurance; what must be done."""
    endurance = reach.name(address(reach.me, "endurance"), _("Endurance"))
    if reach.wants("draw"):
        yield from (reach.offer("draw", endurance, count=n, words=str(n)) for n in range(1, MOST + 1))
        yield reach.offer("draw", endurance, words="0")
    if reach.wants("exert"):
        for purpose in PURPOSES:
            yield reach.offer("exert", endurance, purpose=purpose, words=value_words(purpose))
    if reach.wants("power"):
        for what in ("attack", "discard_defenses"):
            yield reach.offer("power", endurance, what=what, words=value_words(what))
    if reach.wants("take"):
        yield reach.offer("take", endurance, source="endurance")
    for at, number, _must in reach.things(address(reach.me, "must")):
        reach.name(at, str(number))
        if reach.wants("no_more"):
            yield reach.offer("no_more", at, number=number)
        if reach.wants("carry_out"):
            yield reach.offer("carry_out", at, number=number)
    for held in reach.cards(address(reach.me, "discard_pile")) if reach.wants("remove") else ():
        yield reach.offer("remove", held.at, card=held.ref, source="discard_pile")
    for under, _n, _card in reach.things(address(reach.me, "arriving")) if reach.wants("play") else ():
        for held in reach.cards(address(under, "face_down")):
            yield reach.offer("play", held.at, card=held.ref, source="arriving")


def _others_cards(reach: Reach) -> Iterator[Offer]:
    """The opponent's hand and Endurance, where a card lets one take from them or look at them."""
    for seat in reach.others:
        theirs, deck = address(side_of(seat), "hand"), address(side_of(seat), "endurance")
        reach.name(theirs, _("Hand"))
        reach.name(deck, _("Endurance"))
        if reach.wants("borrow"):
            yield from (reach.offer("borrow", held.at, card=held.ref) for held in reach.cards(theirs))
            yield reach.offer("borrow", deck, zone="endurance", words=_("Endurance"))
        if reach.wants("look_at"):
            yield reach.offer("look_at", theirs, words=_("Hand"))
            yield reach.offer("look_at", deck, zone="endurance", words=_("Endurance"))
