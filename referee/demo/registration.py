"""The Nightmare Before Christmas: open for registration, full, with a waitlist."""

from __future__ import annotations

from referee.demo.people import WALK_INS
from referee.demo.playing import DAY, Played
from tournaments.entrants.changes import add_entrant, register
from tournaments.models.events import Event


class Registration(Played):
    """The event that is to come."""

    begun = -9 * DAY
    field = 15
    choices = {
        "name": "Winter Night",
        "game": "nightmare_before_christmas",
        "games_per_match": 1,
        "clock_kind": "fixed",
        "round_minutes": 50,
        "capacity": 12,
        "deck_lists": "optional",
        "entry_fee": "5 €",
        "venue": "Old cinema",
        "description": "Bring a deck, or take one of the house. Doors open an hour before round 1.",
    }

    def build(self) -> Event:
        """Twelve places are taken, three wait; half of the players have handed in their lists."""
        event = self.open(ahead=21 * DAY)
        register(event, "Ann Bell", by=self.ann, now=self.at(6 * DAY))
        for place, name in enumerate(reversed(WALK_INS[: self.field - 1])):
            add_entrant(event, name, by=self.olivia, now=self.at(5 * DAY - 300 * place))
        for entrant in event.entrants.order_by("pk")[:6]:
            self.hand_in(entrant, self.at(2 * DAY))
        return event
