"""Persona Powers won with a head in an earlier duel (Quickening: Renaissance). What a seat has won is a fact of the
table: the log's options name it. Where they do not, each Persona's Power is tried: what is the same with all of
them and with none is judged, anything else is undetermined (``turn.case_analysis``)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language.parts import Part
from rules.highlander.position import Highlander, Lasting
from rules.highlander.reading.won_powers import ALWAYS, PERHAPS, keeps
from rules.highlander.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


@enforces("quickening")
def with_won_powers(ctx: EntryContext, p: Highlander) -> Highlander:
    """The position with what the options say of Powers won; of who has the card and is not named there nobody knows."""
    won = ctx.options.powers_won if ctx.options is not None else {}
    for seat in ctx.seats:
        if not keeps(Judgment.of(ctx, p), seat) or any(e.seat == seat and _is_won(e) for e in p.lasting):
            continue
        if seat not in won:
            p = with_powers(p, seat, lasting_effects.PowersUnknown())
        for title in won.get(seat, ()):
            if _persona(ctx, title) is None:
                ctx.finding(say("won_powers_of_no_persona", seat=seat, title=title))
            p = with_powers(p, seat, lasting_effects.WonPower(title), title)
    return p


def _is_won(effect: Lasting) -> bool:
    return isinstance(effect.effect, lasting_effects.PowersUnknown | lasting_effects.WonPower)


def with_powers(p: Highlander, seat: str, effect: Part, source: str = "") -> Highlander:
    return replace(p, lasting=(*p.lasting, Lasting(effect, seat, ALWAYS, by=seat, source=source)))


def _persona(ctx: EntryContext, title: str) -> HighlanderCard | None:
    cards = (ctx.catalogue.cards[number] for number in ctx.catalogue.find(title))
    return next((c for c in cards if isinstance(c, HighlanderCard) and c.type == "persona"), None)


def with_each_power(ctx: EntryContext, p: Highlander) -> list[Highlander]:
    """The position as it is, and with each Power that may have been won."""
    positions = [p]
    for unknown in p.lasting:
        if isinstance(unknown.effect, lasting_effects.PowersUnknown):
            for card in ctx.catalogue.cards:
                if isinstance(card, HighlanderCard) and card.type == "persona" and card.while_in_play:
                    positions.append(
                        with_powers(p, unknown.seat, lasting_effects.WonPower(card.title), PERHAPS)
                    )
    return positions


def without_tried_powers(p: Highlander) -> Highlander:
    """The position without what was only tried."""
    return replace(p, lasting=tuple(effect for effect in p.lasting if effect.source != PERHAPS))
