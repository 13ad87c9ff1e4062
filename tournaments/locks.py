"""Taking rows in one fixed order: event, round, match. Whoever comes second waits and reads afresh."""

from tournaments.errors import Conflict
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round, RoundState


def locked(event: Event) -> Event:
    """The event as it is now, locked until the transaction ends: of two who press the same button the second waits.
    Call it inside a transaction."""
    return Event.objects.select_for_update(no_key=True).get(pk=event.pk)


def locked_round(round: Round) -> Round:
    """The round with its event, both locked: for steps of the organiser. Call it inside a transaction."""
    event = Event.objects.select_for_update(no_key=True).get(pk=round.event_id)
    held = Round.objects.select_for_update(no_key=True).get(pk=round.pk)
    held.event = event
    return held


def locked_match(match: Match) -> Match:
    """The match with its round, both locked; the event is read, not held: tables do not wait for the desk."""
    round = Round.objects.select_for_update(no_key=True).get(pk=match.round_id)
    round.event = Event.objects.get(pk=round.event_id)
    held = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    held.round = round
    return held


def check_standing(round: Round) -> None:
    """Raises Conflict for a round that was withdrawn."""
    if round.state == RoundState.WITHDRAWN:
        raise Conflict(_("Round %(n)s was withdrawn. Look at its new pairing.", n=round.number))
