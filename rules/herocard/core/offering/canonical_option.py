"""The option that a legal entry amounts to."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.actions.clearing import names_cards
from rules.herocard.core.actions.drawing import due
from rules.herocard.core.actions.plays import verify_play
from rules.herocard.core.offering.options import in_order, play_option, reference
from rules.herocard.core.reading.card import needs_attribute
from rules.herocard.core.reading.position import Clearing
from rules.herocard.core.reading.variant import Played
from rules.herocard.core.reading.verbs import (
    Clear,
    ConvertCard,
    Deploy,
    Discard,
    Draw,
    LayOut,
    PlayCards,
    Refresh,
    TwistCard,
    WasteCard,
)
from rules.herocard.core.turn.flow import top_step
from rules.herocard.core.turn.unknown_deck_size import NOT_ENDING_DRAWS, omits_draw, with_draws_over
from rules.kernel.cards import CardRef
from rules.kernel.entries import Entry
from rules.kernel.judgment import Judgment


def canonical_option(j: Judgment, entry: Entry) -> Entry | None:
    """The entry with names that need not be written left out and cards named the shortest way; None for an entry that
    leaves open which of several known cards it means."""
    entry = replace(entry, at=None, note="", seen_by=None)
    if type(entry) not in NOT_ENDING_DRAWS:
        j.position = with_draws_over(j, j.position, entry)
    if omits_draw(j.position, entry):
        return None
    if isinstance(entry, Draw):
        count = entry.count if entry.count is not None else len(entry.cards or ())
        if due(j.position, entry.by) is None:
            return None
        return replace(entry, count=count, cards=None)
    if isinstance(entry, LayOut | Refresh):
        return replace(entry, cards=None)
    if isinstance(entry, Clear):
        return _clear(j, entry)
    if isinstance(entry, Discard):
        return _discard(j, entry)
    if isinstance(entry, PlayCards):
        return _play(j, entry)
    if isinstance(entry, Deploy) and entry.card is None:
        return None
    if isinstance(entry, Deploy | WasteCard | ConvertCard | TwistCard):
        return replace(entry, card=_short(j, entry.card))
    return entry


def _short(j: Judgment, ref: CardRef | None) -> CardRef | None:
    faces = j.catalogue.find(ref) if ref is not None else ()
    return reference(j, faces[0]) if len(faces) == 1 else ref


def _clear(j: Judgment, entry: Clear) -> Entry | None:
    step = top_step(j.position)
    if isinstance(step, Clearing) and names_cards(step):
        return replace(entry, card=_short(j, entry.card)) if entry.card is not None else None
    return replace(entry, card=None)


def _discard(j: Judgment, entry: Discard) -> Entry | None:
    hand = j.position.players[entry.by].hand
    faces = {j.known.faces.get(card) for card in hand}
    if entry.card is None:
        return entry if None in faces else None
    fitting = j.catalogue.find(entry.card)
    return replace(entry, card=_short(j, entry.card)) if faces & set(fitting) else replace(entry, card=None)


def _play(j: Judgment, entry: PlayCards) -> Entry | None:
    played = verify_play(j, entry)
    if not isinstance(played, Played) or j.violations is not None:
        return None
    down = [play.deployed for play in entry.plays] if entry.plays is not None else [entry.deployed]
    faces = [j.known.faces[card] for card in played.cards]
    targets = [target for target in played.targets if target is not None]
    chosen = [a for a, facts in zip(played.attributes, played.facts, strict=True) if needs_attribute(facts)]
    target = targets[0] if targets else None
    attribute = chosen[0] if chosen else None
    if len(set(chosen)) > 1:
        return None
    cards = [
        play_option(j, face, lies, target, attribute)
        for face, lies in in_order(j, list(zip(faces, down, strict=True)))
    ]
    if len(cards) == 1:
        card = cards[0]
        return PlayCards(
            by=entry.by, card=card.card, target=card.target, attribute=card.attribute, deployed=card.deployed
        )
    return PlayCards(by=entry.by, plays=tuple(cards))
