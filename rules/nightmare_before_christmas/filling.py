"""Self-play: what chance and hidden cards turn out to be, written into an option."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.cards import CardRef
from rules.kernel.chance import Source
from rules.kernel.entries import Entry
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.nightmare_before_christmas import verbs as v
from rules.nightmare_before_christmas.options import reference
from rules.nightmare_before_christmas.position import NightmarePosition, Player
from rules.nightmare_before_christmas.setting_up import locales_of


def drawn_names(j: Judgment, cards: tuple[int, ...], source: Source) -> tuple[CardRef, ...]:
    """Names for cards nobody has identified, as likely as what is left; teaches the scratch judgment."""
    names = []
    for card in cards:
        face = j.known.faces.get(card)
        if face is None:
            face = source.weighted(j.known.copies(card, j.catalogue))
            j.learn(card, (face,))
        names.append(reference(j.catalogue, face))
    return tuple(names)


def _next_locale(j: Judgment, entry: v.Commit | v.Reveal | v.Place, player: Player, source: Source) -> Entry:
    """An entry about a new Locale with its name."""
    coming = player.coming
    if coming is None:
        coming = j.draw(player.locale_deck, 1, locales_of(entry.by))[0][0]
    card = drawn_names(j, (coming,), source)[0]
    return replace(entry, card=card, seen_by=(entry.by,) if isinstance(entry, v.Commit) else None)


def fill(j: Judgment, entry: Entry, source: Source) -> Entry:
    """The option with its names, and ``seen_by`` where only one seat sees them."""
    position: NightmarePosition = j.position
    if isinstance(entry, v.RandomCard):
        victim = position.steps[0].against or ""
        hand = tuple(card for card in position.players[victim].hand if card != OPEN)
        return replace(entry, card=drawn_names(j, (source.choice(hand),), source)[0])
    player = position.players.get(entry.by)
    if player is None:
        return entry
    if isinstance(entry, v.Draw | v.TurnUp):
        cards, _ = j.draw(player.deck, entry.count, entry.by)
        names = drawn_names(j, cards, source)
        return replace(entry, cards=names, seen_by=(entry.by,) if isinstance(entry, v.Draw) else None)
    if isinstance(entry, v.Flip) and player.starting_locale is not None:
        return replace(entry, card=drawn_names(j, (player.starting_locale,), source)[0])
    if isinstance(entry, v.Commit | v.Reveal | v.Place) and position.stage == "locale":
        return _next_locale(j, entry, player, source)
    if isinstance(entry, v.Look):
        victim = position.steps[0].against or ""
        names = drawn_names(j, position.players[victim].hand, source)
        return replace(entry, cards=names, seen_by=(entry.by, victim))
    if isinstance(entry, v.Commit | v.CoverCard):
        return replace(entry, seen_by=(entry.by,))
    return entry
