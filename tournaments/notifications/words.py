"""What a notification says, in the language its reader asked for it in."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.access import Actor, may
from tournaments.messages import restored
from tournaments.models.events import StaffRole
from tournaments.models.notifications import About, Notification
from tournaments.models.rounds import PUBLISHED_STATES, Match, Round, Seat
from tournaments.pages.translation import translated
from tournaments.stages.kept_titles import kept_title
from tournaments.tables.lines import line_for


@dataclass(frozen=True)
class Said:
    """A notification as it is shown: where it leads to; `tag`: a newer one of the same tag takes its place."""

    title: str
    text: str
    path: str
    tag: str


def words_of(notification: Notification) -> Said | None:
    """Its words, as things are now; None where it is not true any more."""
    subscription = notification.subscription
    with translation.override(subscription.language):
        if subscription.role is not None:
            return _for_judge(notification, subscription.role)
        entrant = subscription.entrant
        if entrant is None:
            return None
        event = entrant.event
        path = reverse("tournaments:my_table", args=[event.slug])
        tag = f"{event.pk}-{entrant.pk}-{notification.about}"
        if notification.about == About.ROUND:
            shown = Round.objects.filter(pk=notification.data["round"], state__in=PUBLISHED_STATES)
            round = shown.select_related("event", "stage").first()
            line = line_for(round, entrant) if round is not None else None
            if round is None or line is None:
                return None
            title = _("%(event)s, %(round)s") % {"event": event.name, "round": translated(kept_title(round))}
            if line.match.is_bye:
                return Said(title, _("You have the bye."), path, tag)
            others = ", ".join(seat.entrant.name for seat in line.seats if seat.entrant_id != entrant.pk)
            text = _("Table %(table)s against %(names)s") % {"table": line.match.table, "names": others}
            return Said(title, text, path, tag)
        if notification.about == About.PENALTY:
            own = reverse("tournaments:my_penalties", args=[event.slug])
            return Said(event.name, _("A judge has given you a penalty."), own, tag)
        seat = (
            Seat.objects.filter(match=notification.data["match"], entrant=entrant)
            .select_related("match")
            .first()
        )
        if seat is None:
            return None
        if notification.about == About.TIME:
            text = _("Time is called at table %(table)s.") % {"table": seat.match.table}
        else:
            answer = notification.data["answer"]
            said = translated(restored(answer["text"], answer["message"]))
            text = _("A judge has answered your call: %(answer)s") % {"answer": said}
        return Said(event.name, text, path, tag)


def _for_judge(notification: Notification, role: StaffRole) -> Said | None:
    """What a judge is told: which table, and no more. Nothing of a table at which they play themselves, and nothing
    once they judge no more."""
    event, actor = role.event, Actor.of_user(role.user)
    match = (
        Match.objects.filter(pk=notification.data["match"], round__state__in=PUBLISHED_STATES)
        .prefetch_related("seats__entrant")
        .first()
    )
    if match is None or role.revoked_at is not None or not may(actor, "get_calls", event):
        return None
    if any(actor.speaks_for(seat.entrant) for seat in match.seats.all()):
        return None
    place = {"table": match.table or "–"}
    text = {
        About.CALLED: _("Table %(table)s calls a judge.") % place,
        About.DISPUTE: _("A dispute was opened at table %(table)s.") % place,
        About.APPEAL: _("A player at table %(table)s appeals to the head judge.") % place,
    }[About(notification.about)]
    tag = f"{event.pk}-judge-{notification.about}-{match.pk}"
    return Said(event.name, text, notification.data["path"], tag)
