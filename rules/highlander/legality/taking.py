"""Whether a card is taken out of the Endurance or out of an Exertion (Exertions - Keeping Cards From)."""

from __future__ import annotations

from rules.highlander import words
from rules.highlander.language.filters import Called, text_of
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import TURN_PHASES, Highlander
from rules.highlander.reading.kinds import of_kind, titled
from rules.highlander.reading.must_do import drawing_barred
from rules.highlander.reading.plans import Picked
from rules.highlander.reading.state import face, pick, without
from rules.highlander.texts import say
from rules.highlander.verbs import Take
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


@enforces("exertions-keeping-cards-from", "exertions-taking-cards-from-exertions")
def verify_keep(j: Judgment, e: Take) -> Picked | None:
    """A card is taken out of their own Exertion, before the others are turned over or after it."""
    p: Highlander = j.position
    exerting = p.exerting
    if exerting is None or exerting.seat != e.by or p.reshuffling is not None:
        j.forbid("exertions-keeping-cards-from", say("no_own_exertion_there"))
    elif not exerting.keeps:
        message = say("may_not_keep_exertion_cards")
        if exerting.owner != e.by:
            message = say("only_own_endurance_cards_kept")
        j.forbid("exertions-keeping-cards-from", message)
    elif e.card is None and exerting.named >= len(exerting.cards):
        j.forbid("log.argument", say("name_card_taken"))
    else:
        return taken_from(j, e, exerting.cards, exerting.keep)
    return None


def verify_take(j: Judgment, e: Take) -> Picked | None:
    """A card out of the player's own Endurance that a card lets them search for, or one of an Exertion."""
    if e.source == "exertion":
        return verify_keep(j, e)
    p: Highlander = j.position
    if not free_to_act(j, e, TURN_PHASES):
        return None
    mine = p.players[e.by]
    must = mine.must[0] if mine.must else None
    if must is None or must.do != "search":
        j.forbid("endurance", say("may_not_take_from_endurance"))
        return None
    if p.first_blood:  # out of the Endurance into the hand is drawing
        j.forbid("first-blood-and-drawing-cards", say("no_drawing_in_first_blood"))
    elif stop := drawing_barred(j, e.by):
        j.forbid("denial-v-permission", say("drawing_prevented", stop=stop))
    return taken_from(j, e, mine.endurance, must.what)


def taken_from(j: Judgment, e: Take, zone: tuple[int, ...], what: str | Called) -> Picked | None:
    """The card that is taken, and what is left of the zone. Records what does not fit."""
    if e.card is None:
        if not zone:
            j.forbid("log.card", say("no_card_to_take"))
            return None
        (card,), rest = j.unseen(zone, 1, e.by)
        return Picked(card, rest)  # what is not shown nobody judges
    else:
        picked = pick(j, zone, e.card, e.by)
        if picked is None:
            j.forbid("log.card", say("card_to_borrow_not_there"))
            return None
        j.identify(picked, e.card)
        card, rest = picked, without(zone, picked)
    if what == "title in play":
        j.need(
            "flashback",
            titled,
            (card,),
            say("no_card_of_title_in_play"),
            say("the_taken_card"),
            (_titles(j),),
        )
    elif what == "title of a situation":
        mine = (face(j, c.card) for c in j.position.players[e.by].in_play)
        titles = tuple(sorted({one.title for one in mine if one is not None and one.type == "situation"}))
        j.need(
            "blatant-clue",
            titled,
            (card,),
            say("no_own_situation_of_title"),
            say("the_taken_card"),
            (titles,),
        )
    elif what != "card":
        message = say("only_kind_taken", kind=words.kind(text_of(what)))
        j.need("exertions-keeping-cards-from", of_kind, (card,), message, say("the_taken_card"), (what,))
    return Picked(card, rest)


def _titles(j: Judgment) -> tuple[str, ...]:
    cards = [c.card for side in j.position.players.values() for c in side.in_play]
    cards += [d.card for side in j.position.players.values() for d in side.defenses]
    cards += [a.card for side in j.position.players.values() for a in side.attacks]
    return tuple(sorted({facts.title for card in cards if (facts := face(j, card)) is not None}))
