"""The changes of a round, in the order of its life."""

from tournaments.rounds.offers import (
    offer_round,
    place_entrants,
    put_into_range,
    set_pairing,
    swap_entrants,
    withdraw_offer,
)
from tournaments.rounds.published import exchange_seats, seat_late, unseat_late
from tournaments.rounds.steps import (
    finish_round,
    publish_and_start,
    publish_round,
    start_round,
    unfinish_round,
    withdraw_round,
)
from tournaments.rounds.undoing import undo_rounds

__all__ = [
    "exchange_seats",
    "finish_round",
    "offer_round",
    "place_entrants",
    "publish_and_start",
    "publish_round",
    "put_into_range",
    "seat_late",
    "set_pairing",
    "start_round",
    "swap_entrants",
    "undo_rounds",
    "unfinish_round",
    "unseat_late",
    "withdraw_offer",
    "withdraw_round",
]
