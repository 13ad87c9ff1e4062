"""`{% load records %}`: a match's logs on the pages of tournaments, and small filters of the replay page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from django import template

from referee.alignments.queries import Listed, listed_pairs
from referee.disputes.queries import disputes_for
from referee.judging.viewers import viewer_of
from referee.judging.words import who_did
from referee.live.queries import featured_tables, live_tables_of, tables_playing
from referee.models.disputes import Dispute, Kind
from referee.models.live import TableState
from referee.positions.inputs import field_id as id_of_field
from referee.records.differences import Differing, differing_at
from referee.records.listing import earlier, listed
from referee.records.queries import match_of
from referee.wording import labels
from tournaments.access import actor_of, allowed
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.pages.translation import engine_words, translated

register = template.Library()

#: Seconds up to which a turn is shown in seconds, and after which the clock of a turn stands still.
SHORT_TURN, LONG_TURN = 100, 600
#: Calls named on the desk; the list of disputes has them all.
MAX_CALLS = 8


class Watched(NamedTuple):
    """A live table that spectators are shown: its number, where in the hall it is, who plays there."""

    number: int
    place: str
    players: str


@register.inclusion_tag("referee/records/section.html", takes_context=True)
def match_records(context: dict[str, Any], match: Match) -> dict[str, Any]:
    """`{% match_records match %}`: the match's logs as the reader may list them, and the way to send one in."""
    actor = actor_of(context["request"])
    match = match_of(match.pk, actor)
    event = match.round.event
    return {
        "request": context["request"],
        "event": event,
        "match": match,
        "is_staff": context.get("is_staff", False),
        "records": listed(match, viewer_of(actor, match), by=actor),
        "earlier": earlier(match, viewer_of(actor, match)),
        "may_audit": event.deck_lists != "none" and "audit_decks" in allowed(actor, event, match),
        "live_tables": list(live_tables_of(match)),
        "may_log": not match.is_bye
        and event.live_logging
        and "open_live_table" in allowed(actor, event, match),
        "may_attach": not match.is_bye and "attach_log" in allowed(actor, event, match),
    }


@register.simple_tag
def tables_to_watch(event: Event) -> list[Watched]:
    """`{% tables_to_watch event as watched %}`: the featured tables of the round that is played."""
    tables = featured_tables(event) if event.live_logging else []
    return [Watched(live.pk, live.record.match.place, _players(live.record.match)) for live in tables]


def _players(match: Match) -> str:
    return " – ".join(seat.entrant.name for seat in match.seats.all())


@register.simple_tag
def differing_logs(match: Match) -> Differing | None:
    """`{% differing_logs match as differing %}`: the logs that say otherwise than the players or than one another."""
    return differing_at(match)


@register.simple_tag(takes_context=True)
def open_disputes_count(context: dict[str, Any], event: Event) -> int:
    """`{% open_disputes_count event %}`: how many disputes wait for a judge, of those that the reader may read: none of
    a table at which he plays."""
    return disputes_for(actor_of(context["request"]), event, is_open=True).count()


@register.simple_tag(takes_context=True)
def log_pairs(context: dict[str, Any], match: Match) -> list[Listed]:
    """`{% log_pairs match as pairs %}`: the logs of a match that can be laid beside each other, for judges who do not
    play."""
    return listed_pairs(match, actor_of(context["request"]))


@register.simple_tag
def live_now(event: Event) -> dict[int, int]:
    """`{% live_now event as tables %}`: by match the live table where it is being played."""
    return tables_playing(event)


@register.simple_tag(takes_context=True)
def judges_called(context: dict[str, Any], event: Event) -> list[Dispute]:
    """`{% judges_called event as calls %}`: what waits for a judge at tables whose games go on, for a reader who may
    see disputes, without those of a table at which he plays; oldest first."""
    actor = actor_of(context["request"])
    if "view_disputes" not in allowed(actor, event):
        return []
    waiting = disputes_for(actor, event, is_open=True).filter(
        kind__in=(Kind.CALL, Kind.OBSERVED, Kind.ILLEGAL)
    )
    return list(waiting.filter(match__records__live__state=TableState.PLAYING).distinct()[:MAX_CALLS])


@register.filter
def of_key(values: Any, key: Any) -> Any:
    """The value of a key; the key itself where there is none."""
    return values.get(key, key) if isinstance(values, Mapping) else key


@register.filter
def table_at(live: Any, match: Any) -> int:
    """The live table at which a match is being played, out of `live_now`; 0 where it is not."""
    return int(live.get(match, 0)) if isinstance(live, Mapping) else 0


@register.filter
def has_key(values: Any, key: Any) -> bool:
    """Whether there is such a key."""
    return isinstance(values, Mapping) and key in values


@register.filter
def place_number(outcome: Mapping[str, Any], index: int) -> int:
    """The place of a group of a ranking: one more than all before it."""
    return 1 + sum(len(group) for group in outcome["ranking"][:index])


@register.filter
def as_json(value: Any) -> str:
    """A value as JSON text."""
    return msgspec.json.encode(value).decode() if value is not None else ""


@register.filter
def in_language(text: str) -> str:
    """A message in the reader's language; somebody's own words as they are."""
    return translated(text)


@register.filter("engine_words")
def of_engine(text: str) -> str:
    """An engine's text in the reader's language."""
    return engine_words(text)


@register.filter
def voice_words(by: str) -> str:
    """The maker of an entry: a seat, the table, the judge."""
    return who_did(by, {})


@register.filter
def field_id(name: str) -> str:
    """`{{ name|field_id }}`: the id of a field of the position editor."""
    return id_of_field(name)


@register.filter
def address_of(name: str) -> str:
    """`{{ name|address_of }}`: the address of the place that a field of the position editor holds."""
    return name.removeprefix("p.")


@register.filter
def slugged(at: str) -> str:
    """`{{ at|slugged }}`: an address as a part of an id."""
    return at.replace(".", "-").replace(" ", "-")


@register.filter
def field_words(name: str) -> str:
    """`{{ name|field_words }}`: where a field of the position editor stands, in words."""
    parts = [part for part in name.split(".") if part not in ("p", "a", "o", "players")]
    return " ".join(str(int(part) + 1) if part.isdecimal() else labels.field_words(part) for part in parts)


@register.filter
def turn_time(seconds: int) -> str:
    """The length of a turn: in seconds, then in minutes; not counted beyond ten minutes."""
    if seconds < SHORT_TURN:
        return str(seconds)
    return f"{seconds // 60}:{seconds % 60:02d}" if seconds < LONG_TURN else f"{LONG_TURN // 60}:00+"
