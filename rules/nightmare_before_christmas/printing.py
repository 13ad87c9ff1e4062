"""How a position is printed, with the figures that follow from it; whose entry is next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.cards import Catalogue
from rules.kernel.knowledge import Knowledge
from rules.kernel.position import Codec, Position
from rules.nightmare_before_christmas import town
from rules.nightmare_before_christmas.effects import Trigger
from rules.nightmare_before_christmas.end_phase import excess, needs_recycling
from rules.nightmare_before_christmas.position import NightmarePosition
from rules.nightmare_before_christmas.pumpkin_king import activity_seat
from rules.nightmare_before_christmas.start_phase import still_to_choose
from rules.nightmare_before_christmas.targets import actor

#: Printed with a player and with each of its Locales; computed, so they are not read back.
PLAYER_FIGURES = ("scare_points", "active_locales", "active_thresholds")
LOCALE_FIGURES = ("scare", "active")


class NightmareCodec(Codec):
    """The codec that prints Scare Points, Active Locales and the Scare at each Locale too."""

    def to_json(self, position: Position, known: Knowledge, catalogue: Catalogue) -> dict[str, Any]:
        printed = super().to_json(position, known, catalogue)
        assert isinstance(position, NightmarePosition)
        knowledge = town.FaceTable(known, catalogue)
        for seat, player in position.players.items():
            out = printed["players"][seat]
            figures = (town.scare_points(knowledge, player)[0], *town.active_locales(knowledge, player))
            out.update(zip(PLAYER_FIGURES, figures, strict=True))
            for locale, row in zip(player.locales, out["locales"], strict=True):
                row["scare"] = town.strength(knowledge, player, locale)[0]
                row["active"] = town.active(knowledge, player, locale)
        return printed

    def from_json(
        self, raw: Any, known: Knowledge, catalogue: Catalogue
    ) -> tuple[Position, Knowledge, list[str]]:
        return super().from_json(_without_figures(raw), known, catalogue)


def _without_figures(raw: Any) -> Any:
    """A printed position without the figures that follow from it."""
    if not isinstance(raw, dict) or not isinstance(raw.get("players"), dict):
        return raw
    return {**raw, "players": {seat: _plain_player(player) for seat, player in raw["players"].items()}}


def _plain_player(player: Any) -> Any:
    if not isinstance(player, dict):
        return player
    out = {key: value for key, value in player.items() if key not in PLAYER_FIGURES}
    if isinstance(out.get("locales"), list):
        out["locales"] = [
            {key: value for key, value in locale.items() if key not in LOCALE_FIGURES}
            if isinstance(locale, dict)
            else locale
            for locale in out["locales"]
        ]
    return out


def without_hidden_ends(raw: Any, seat: str) -> Any:
    """A printed position without the ends that other seats have committed to and not shown."""
    if not isinstance(raw, dict) or not isinstance(raw.get("players"), dict):
        return raw
    players = {
        name: {**player, "end": None}
        if name != seat and isinstance(player, dict) and "end" in player
        else player
        for name, player in raw["players"].items()
    }
    return {**raw, "players": players}


def to_act(position: NightmarePosition) -> tuple[str, ...]:
    """Whose entry the rules wait for."""
    if position.steps:
        step = position.steps[0]
        return (position.turn or step.seat,) if isinstance(step.effect, Trigger) else (actor(step),)
    return _WAITING[position.stage](position)


def _king(position: NightmarePosition) -> tuple[str, ...]:
    return (position.king,) if position.king is not None else ()


def _flip(position: NightmarePosition) -> tuple[str, ...]:
    return tuple(seat for seat, p in position.players.items() if p.starting_locale is not None or p.hand_due)


def _locale(position: NightmarePosition) -> tuple[str, ...]:
    waiting = tuple(seat for seat in position.players if still_to_choose(position, seat))
    return waiting or tuple(seat for seat, p in position.players.items() if p.coming is not None)


def _activity(position: NightmarePosition) -> tuple[str, ...]:
    seat = activity_seat(position)
    return () if seat is None else (seat,)


def _discard(position: NightmarePosition) -> tuple[str, ...]:
    waiting = tuple(seat for seat, p in position.players.items() if excess(p))
    return waiting or tuple(seat for seat, p in position.players.items() if p.set_aside)


def _recycle(position: NightmarePosition) -> tuple[str, ...]:
    return ("table",) if any(needs_recycling(p) for p in position.players.values()) else ()


_WAITING: dict[str, Callable[[NightmarePosition], tuple[str, ...]]] = {
    "king": lambda position: ("table",),
    "day": _king,
    "flip": _flip,
    "locale": _locale,
    "choose": _king,
    "activity": _activity,
    "turn": lambda position: () if position.turn is None else (position.turn,),
    "reimburse": lambda position: tuple(seat for seat, p in position.players.items() if p.owed),
    "discard": _discard,
    "recycle": _recycle,
    "over": lambda position: (),
}
