"""Whether a card of the hand is discarded: because it must be, because it may be (Discarding Cards, May Do Phase)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import words
from rules.highlander.card import HighlanderCard, is_defense
from rules.highlander.language import continuous as during
from rules.highlander.language.filters import text_of
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import TURN_PHASES, Highlander, Must, Side
from rules.highlander.reading import powers
from rules.highlander.reading.kinds import of_kind
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.must_do import may_be_let, still_to_do
from rules.highlander.reading.state import other, pick
from rules.highlander.texts import say
from rules.highlander.verbs import Discard, NoMore
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


@enforces("discarding-specific-card-types-at-random", "discard-pile")
def verify_discard(j: Judgment, e: Discard) -> int | None:
    """A card from hand: because it must be, in the May Do Phase when not attacked, or down to the Ability. At random
    the table sees which it is."""
    p: Highlander = j.position
    seat = p.turn if e.by == TABLE else e.by
    if e.by == TABLE and seat in p.players and not any(m.random for m in p.players[seat].must[:1]):
        j.forbid("log.seat", say("table_discards_only_at_random"))
        return None
    freely = p.choice is not None and p.choice.seat == e.by and p.choice.what == "hand"
    if not freely and not free_to_act(j, _of_the_player(e, seat), TURN_PHASES):
        return None
    mine = p.players[seat]
    card = _card_meant(j, e, seat, mine)
    if card is None:
        j.forbid("log.card", say("card_not_in_hand"))
        return None
    j.identify(card, e.card)
    if e.on_top and (e.by == TABLE or has(j, e.by, during.MayDiscardTo, "top") is None):
        j.forbid("persona-power", say("no_power_puts_discards_on_endurance"))
    _may_go_under(j, e, card)
    if not freely:
        _may_discard(j, e, seat, card)
    return card


def _of_the_player(e: Discard, seat: str) -> Discard:
    """The entry as that of the player whose hand it is, where the table makes it."""
    return e if e.by == seat else replace(e, by=seat)


def _may_discard(j: Judgment, e: Discard, seat: str, card: int) -> None:
    """Whether something lets the player discard this card now, or has it discarded. Records what is in the way."""
    p: Highlander = j.position
    mine = p.players[seat]
    if mine.must:
        _must_discard(j, e, card, mine.must[0])
    elif p.phase == "may_do":
        _defense_discarded(j, seat, card)
    elif p.phase == "draw_discard" and OPEN in mine.hand:
        j.unsure(say("number_of_cards_in_hand"))
    elif p.phase != "draw_discard" or not powers.too_many(j, e.by):
        j.forbid("discarding-cards", say("may_not_discard_now"))


def _card_meant(j: Judgment, e: Discard, seat: str, mine: Side) -> int | None:
    """The card of the hand that is discarded: where one of those just drawn must be, one of them if it can be."""
    drawn = mine.must[0].of if mine.must and mine.must[0].what == "drawn" else ()
    among = tuple(one for one in drawn if one in mine.hand) if drawn else ()
    card = pick(j, among, e.card, seat) if among else None
    return pick(j, mine.hand, e.card, seat) if card is None else card


def _must_discard(j: Judgment, e: Discard, card: int, must: Must) -> None:
    if must.do not in ("discard", "replace"):
        j.forbid("must-do-phase", still_to_do(j.position, j.position.turn))
    elif must.random and e.by != TABLE:
        j.forbid("discarding-specific-card-types-at-random", say("must_be_discarded_at_random"))
    elif must.what == "drawn":
        if card not in must.of:
            j.forbid("desperation", say("discard_one_just_drawn"))
    else:
        message = say("discard_of_another_kind", kind=words.kind(text_of(must.what)))
        j.need("must-do-phase", of_kind, (card,), message, say("the_card"), (must.what,))


def _defense_discarded(j: Judgment, seat: str, card: int) -> None:
    """One Defense when the opponent did not attack (May Do Phase)."""
    opponent = j.position.players[other(j, seat)]
    if not opponent.turns:
        j.forbid("looking-back-at-a-previous-action-or-last-turn-effects", say("opponent_had_no_last_turn"))
    elif opponent.attacked_last_turn or j.position.players[seat].discarded_defense:
        j.forbid("may-do-phase", say("one_defense_discarded_without_attack"))
    else:
        j.need("may-do-phase", is_defense, (card,), say("only_defense_discarded_here"), say("the_card"))


def is_basic_attack(card: HighlanderCard) -> bool:
    """Test."""
    return card.is_attack and card.is_basic


def _may_go_under(j: Judgment, e: Discard, card: int) -> None:
    """Records it where a card does not go under the Endurance."""
    if e.under:
        message = say("only_basic_attack_under_endurance")
        if e.by == TABLE or has(j, e.by, during.MayDiscardTo, "under") is None:
            j.forbid("quality-blade", message)
        else:
            j.need("quality-blade", is_basic_attack, (card,), message, say("the_card"))


def verify_no_more(j: Judgment, e: NoMore) -> None:
    """The hand holds no more of what must be discarded, or something that may be done is let be."""
    if not free_to_act(j, e, TURN_PHASES):
        return
    mine = j.position.players[e.by]
    must = mine.must[0] if mine.must else None
    if must is None:
        j.forbid("must-do-phase", say("nothing_to_discard"))
    elif must.cost or must.what == "drawn":
        j.forbid("must-do-phase", say("required_discards_in_hand"))
    elif may_be_let(j, must):
        return
    elif must.do == "discard":
        j.forbid("must-do-phase", say("hand_still_holds_kind", kind=words.kind(text_of(must.what))))
    else:
        j.forbid("must-do-phase", still_to_do(j.position, e.by))
