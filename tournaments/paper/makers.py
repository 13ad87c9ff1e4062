"""The sheets that are made as long work where they are many: so many lines are drawn within a request."""

from __future__ import annotations

from tournaments.errors import NotFound
from tournaments.made_files.makers import Asked, Maker, make_known
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, Round
from tournaments.now import now
from tournaments.paper.of_event import badges_pdf, players_pdf, standings_pdf
from tournaments.paper.of_round import pairings_pdf, slips_pdf

#: Lines of a list, or badges, and slips.
LINES, SLIPS = 800, 250


def _round(event: Event, asked: Asked) -> Round:
    round = Round.objects.filter(event=event, number=int(asked["round"]), state__in=PUBLISHED_STATES)
    shown = round.select_related("event", "stage").first()
    if shown is None:
        raise NotFound(_("There is no such file in this event."))
    return shown


PLAYERS = make_known(Maker("players.pdf", lambda event, asked: players_pdf(event, now()), LINES))
BADGES = make_known(Maker("badges.pdf", lambda event, asked: badges_pdf(event, now()), LINES))
STANDINGS = make_known(Maker("standings.pdf", lambda event, asked: standings_pdf(event, now()), LINES))
PAIRINGS = make_known(
    Maker("pairings.pdf", lambda event, asked: pairings_pdf(_round(event, asked), now()), LINES)
)
SLIPS_OF_ROUND = make_known(
    Maker("slips.pdf", lambda event, asked: slips_pdf(_round(event, asked), now()), SLIPS)
)
