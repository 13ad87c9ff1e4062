"""The paper of an event: its players to tick off, the standings, name badges."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.kept_standings.kept import finished_round, kept_of, table_after, written_record
from tournaments.models.entrants import STANDING
from tournaments.models.events import Event
from tournaments.pages.translation import translated
from tournaments.paper.sheets import LEFT, TOP, pack_of

if TYPE_CHECKING:
    from tournaments.paper.pack import Pack

#: Name badges of 90 by 55 mm, as the usual sleeves take them, two by four on a sheet.
BADGE_WIDE, BADGE_HIGH, BADGES_ACROSS, BADGES_DOWN = 90.0, 55.0, 2, 4


def players_pdf(event: Event, at: datetime) -> bytes:
    """The players by name with their numbers, to tick off."""
    pack = pack_of(event.name, at)
    rows = [
        ("\u2610", pack.written(row.name, row.code), row.code, translated(row.status_word))
        for row in event.entrants.filter(status__in=STANDING).order_by("name", "pk")
    ]
    pack.listed(_("Players"), rows, (0.06, 0.56, 0.14, 0.24))
    return bytes(pack.output())


def standings_pdf(event: Event, at: datetime) -> bytes:
    """The standings after the newest finished round; before the first a sheet that says so."""
    pack = pack_of(event.name, at)
    if not standings_sheets(pack, event):
        pack.put(LEFT, pack.sheet(_("Standings")), 180, _("No round is finished yet."), 10)
    return bytes(pack.output())


def standings_sheets(pack: Pack, event: Event) -> bool:
    """The standings on sheets of a pack; whether there are any."""
    done = finished_round(event)
    if done is None:
        return False
    table = table_after(event, done, kept_of(done))
    names = dict(event.entrants.values_list("code", "name"))
    rows = [
        (
            str(row["place"]),
            pack.written(names[row["entrant"]], row["entrant"]),
            written_record(row),
            str(row["values"].get("match_points", "")),
        )
        for row in table
    ]
    heading = _("Standings after round %(n)s") % {"n": done.number}
    pack.listed(heading, rows, (0.1, 0.6, 0.2, 0.1))
    return True


def badges_pdf(event: Event, at: datetime) -> bytes:
    """A name badge for everybody who is in, by name, with a thin line to cut along."""
    pack = pack_of(event.name, at)
    a_sheet = BADGES_ACROSS * BADGES_DOWN
    players = event.entrants.filter(status__in=STANDING).order_by("name", "pk")
    rows = list(players.values_list("name", "code", "club"))
    if not rows:
        pack.put(LEFT, pack.sheet(_("Name badges")), 180, _("There are no players."), 10)
    for n, (name, code, club) in enumerate(rows):
        at_sheet = n % a_sheet
        if not at_sheet:
            pack.add_page()
        x = LEFT + (at_sheet % BADGES_ACROSS) * (BADGE_WIDE + 2)
        y = TOP + (at_sheet // BADGES_ACROSS) * (BADGE_HIGH + 2)
        pack.rect(x, y, BADGE_WIDE, BADGE_HIGH)
        pack.put(x + 4, y + 4, BADGE_WIDE - 8, pack.written(event.name), 9, "C")
        pack.put(x + 4, y + 22, BADGE_WIDE - 8, pack.written(name, code), 26, "C")
        pack.put(x + 4, y + 36, BADGE_WIDE - 8, pack.written(club), 11, "C")
        pack.put(x + 4, y + BADGE_HIGH - 9, BADGE_WIDE - 8, code, 9, "R")
    return bytes(pack.output())
