"""What can be downloaded of an event, for the page that lists it: each file, what it holds, and for whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event


@dataclass(frozen=True)
class Listed:
    """A download. `doors` are the names of its addresses by form. `needs`: the action of who may have it; `more`: what
    it holds besides for whoever may do `for_whom`; `query`: what stands behind each address."""

    title: Message
    holds: Message
    doors: tuple[tuple[str, str], ...]
    needs: str = "view_event"
    more: Message | None = None
    for_whom: str = "export_staff"
    query: str = ""


def table(name: str, app: str = "tournaments-api") -> tuple[tuple[str, str], ...]:
    """The addresses of a table as CSV and as JSON."""
    return ("CSV", f"{app}:export-{name}"), ("JSON", f"{app}:export-{name}-json")


DECKS = Listed(
    _("Deck lists"),
    _("A line for each card: whose list, section, count, what the check said. Only published lists."),
    table("decks"),
    more=_("As a judge who does not play you get every list."),
    for_whom="export_decks",
)

COMPLETE = Listed(
    _("Event file with deck lists and logs"),
    _("The same, as a whole event is imported elsewhere: with the deck lists and logs that you may see."),
    (("JSON", "tournaments-api:event-file"),),
    needs="export_staff",
    more=_("As a judge who does not play you get every list and every log."),
    for_whom="export_decks",
    query="?complete=1",
)

LISTED: list[Listed] = [
    Listed(
        _("Event file"),
        _(
            "Players, stages, rounds and results in one file, for other programs. The seed of the draw only at the end."
        ),
        (("JSON", "tournaments-api:event-file"),),
        more=_("For you also clubs, who must not meet whom, awarded byes and fixed tables."),
    ),
    COMPLETE,
    Listed(
        _("Players"),
        _("Number, name, whether still in."),
        table("entrants"),
        more=_("For you also rating, seed, club, e-mail and fixed table."),
    ),
    DECKS,
    Listed(
        _("Pairings"),
        _("Published rounds: table, seat, who starts, place in the bracket."),
        table("pairings"),
    ),
    Listed(
        _("Results"),
        _("Every match of the published rounds, and where its result came from."),
        table("results"),
    ),
    Listed(
        _("Standings"),
        _("After the newest finished round. The JSON also says how every figure came about."),
        (("CSV", "tournaments-api:export-standings"), ("JSON", "tournaments-api:standings-file")),
    ),
    Listed(
        _("Penalties"),
        _("Who, for what, what the policy said, who gave it. None of a table of your own."),
        table("penalties"),
        needs="view_penalties",
    ),
    Listed(
        _("Points given or taken"),
        _("Match points that were given or taken by hand or for a penalty, with the reason."),
        table("adjustments"),
    ),
    Listed(
        _("Deck checks"),
        _("Each check at a table with what was found in each deck."),
        table("deck_checks"),
        needs="export_decks",
    ),
    Listed(
        _("Prizes"),
        _("Who wins what by the newest standings."),
        table("prizes"),
    ),
    Listed(
        _("Log"),
        _("What happened, and when: everything that the event’s page shows."),
        table("log"),
        more=_("For you everything, with names and reasons."),
        for_whom="view_journal",
    ),
]


def listed_for(event: Event, can: frozenset[str]) -> Iterable[tuple[Listed, Message | None]]:
    """What somebody who may do all this can download, each with what it holds for him besides."""
    for one in LISTED:
        if one.needs in can and (one is not DECKS or event.deck_lists != "none"):
            yield one, one.more if one.for_whom in can else None
