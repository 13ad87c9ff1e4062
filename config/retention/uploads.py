"""What people handed in and replaced before it counted, and pictures of disputes that are long over."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from referee.models.pictures import DisputePicture
from referee.models.records import Record
from tournaments.leaving.period import long_over
from tournaments.leaving.places import STILL_OPEN
from tournaments.models.card_lists import CardList
from tournaments.models.deck_checks import DeckFinding
from tournaments.models.decks import DeckList
from tournaments.models.events import State
from tournaments.models.rounds import Round

#: What was replaced, while somebody may ask what stood there.
REPLACED = timedelta(days=30)


def replaced_decks(now: datetime) -> QuerySet[DeckList]:
    """Deck lists replaced a month ago, before the lists closed and before anything was played, in events that are over
    and of which nothing is open. A list that stood at either moment stays: logs are audited against the one that a
    round was played with, and a judge must see what was changed after the deadline."""
    rows = DeckList.objects.filter(replaced_at__lt=now - REPLACED, audits=None)
    rows = rows.filter(entrant__event__state__in=[State.FINISHED, State.CANCELLED])
    rows = rows.exclude(_played_by("entrant__event"))
    closed = Q(entrant__event__deck_deadline=None) | Q(replaced_at__lt=F("entrant__event__deck_deadline"))
    rows = rows.filter(closed).exclude(Exists(DeckFinding.objects.filter(deck=OuterRef("pk"))))
    for still_open in STILL_OPEN:
        rows = rows.exclude(entrant__event__in=still_open().order_by())
    return rows


def replaced_card_lists(now: datetime) -> QuerySet[CardList]:
    """Card lists replaced a month ago, before anything was played, in events that are over and of which nothing is
    open. Those that stood while rounds were played stay: logs and disputes name the cards as they were then."""
    begun_with = Record.objects.filter(card_list=OuterRef("pk"))
    rows = CardList.objects.filter(replaced_at__lt=now - REPLACED).exclude(Exists(begun_with))
    rows = rows.filter(event__state__in=[State.FINISHED, State.CANCELLED]).exclude(_played_by("event"))
    for still_open in STILL_OPEN:
        rows = rows.exclude(event__in=still_open().order_by())
    return rows


def old_pictures(now: datetime) -> QuerySet[DisputePicture]:
    """Pictures of disputes in events that ended before the period for people's data, of which nothing is open; none
    while no period is set. What was said, laid out and ruled stays, and that there was a picture."""
    over = long_over(now)
    if over is None:
        return DisputePicture.objects.none()
    return DisputePicture.objects.filter(row__dispute__event__in=over.values("pk"))


def _played_by(event: str) -> Exists:
    """Whether a round of the event had begun by the moment at which the row was replaced."""
    return Exists(Round.objects.filter(event=OuterRef(event), started_at__lte=OuterRef("replaced_at")))
