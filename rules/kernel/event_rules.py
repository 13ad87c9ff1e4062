"""The facts about a game that an event needs to be run with it: declared by the game, in English; a page says it in its
reader's language."""

from __future__ import annotations

import msgspec


class Scoring(msgspec.Struct, frozen=True):
    """The figures a game is scored by. ``score``: what a result form asks for; ``tiebreakers``: the game's own in
    their order, each as the engine names it (``Outcome.tiebreakers``) and as people do; ``decides``: whether the
    places of a table follow from these figures alone."""

    score: str = "Points"
    tiebreakers: tuple[tuple[str, str], ...] = ()
    decides: bool = False


class Length(msgspec.Struct, frozen=True):
    """What the length of a game is counted in: the period as the engine names it (``Game.periods``), and as people
    do."""

    period: str = ""
    word: str = ""


class EventRules(msgspec.Struct, frozen=True, kw_only=True):
    """``first_section``: where the cards of a written deck list stand that come before any heading; ``deck_sections``:
    all that a list of the game may have.
    ``time_procedure``: what happens when time is called, unless the event says otherwise; ``still_playing``: how the
    tables that play on after that are headed, where the game has a name for such play. ``never_drawn``: somebody
    always wins; a draw that two players agree on is another thing. ``card_list``: the module that reads an
    organiser's own cards, and the function there; empty where none does (``rules.card_lists``). ``last_tiebreaks``: by
    what of its own the game can find a winner where a match must have one, as event files name it. ``length``: what
    the length of a game is counted in."""

    first_section: str = "deck"
    deck_sections: tuple[str, ...] = ()
    time_procedure: str = ""
    still_playing: str = ""
    scoring: Scoring = Scoring()
    never_drawn: bool = False
    card_list: str = ""
    last_tiebreaks: tuple[str, ...] = ()
    length: Length = Length()
