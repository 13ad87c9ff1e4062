"""Every model of the site, and what the simulator looks at in its rows: a new model must find its place here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import Field, ForeignKey, Model

APPS = ("tournaments", "referee")


class Not(str):
    """Why the rows of a model are not looked at in this way."""


@dataclass(frozen=True)
class Known:
    """`digest`: the columns that the digest leaves out, as they are salts, tokens, hashes or of the machine.
    `may_change`: what may change of a row that was written: that it was replaced, lifted, taken back. `grows`: a
    request that was refused leaves no row."""

    digest: tuple[str, ...] | Not = ()
    may_change: tuple[str, ...] | Not = ()
    grows: bool | Not = True


QUEUE = Not("what has to be done yet; gone when it is done")
CHANGES = Not("changed in place, with a row of its own or a line of the journal beside it")
MACHINE = Not("of the machine, and of no event")
COMPUTED = Not("worked out anew from the facts")
REVOKED = ("revoked_at", "revoked_by")
TAKEN_BACK = ("taken_back_at", "taken_back_by")

MODELS: dict[str, Known] = {
    "tournaments.User": Known(
        ("password", "last_login", "date_joined", "page_code"), Not("its person changes it, and may leave")
    ),
    "tournaments.Series": Known((), Not("its owner changes it")),
    "tournaments.Event": Known(("seed_hash",), CHANGES),
    "tournaments.EventSeed": Known(Not("the seed is none of the facts")),
    "tournaments.StaffRole": Known((), REVOKED),
    "tournaments.RoleLink": Known(("digest",), ("taken_at", "taken_by_id", *REVOKED)),
    "tournaments.JournalEntry": Known(),
    "tournaments.Announcement": Known((), TAKEN_BACK),
    "tournaments.AnsweredRequest": Known(Not("holds words against forgery"), Not("forgotten after a week")),
    "tournaments.ApiToken": Known(("digest", "ending"), ("last_used_at", "ended_at")),
    "tournaments.CardList": Known(("digest",), ("replaced_at",)),
    "tournaments.Entrant": Known((), CHANGES),
    "tournaments.EntrantChange": Known(),
    "tournaments.ClaimLink": Known(("nonce", "code_digest"), ("revoked_at",)),
    "tournaments.ForbiddenPair": Known((), ("lifted_at",)),
    "tournaments.AwardedBye": Known((), ("lifted_at",)),
    "tournaments.Stage": Known((), Not("the organiser's choice until it begins")),
    "tournaments.Round": Known(
        (), ("state", "offered_at", "published_at", "started_at", "time_called_at", "finished_at")
    ),
    "tournaments.Offer": Known((), ("replaced_at", "pairing")),
    "tournaments.PairingChange": Known(),
    # what a change of a published pairing changes stands in that change's row
    "tournaments.Match": Known(
        (), ("state", "version", "missing_id", "missing_since", "is_bye", "table", "starts", "reasons")
    ),
    "tournaments.Seat": Known((), Not("two who are exchanged change places: the book knows who sits where")),
    "tournaments.StandingsDue": Known((), QUEUE),
    "tournaments.StandingsSnapshot": Known((), ("replaced_at", "looked")),
    "tournaments.ClockEvent": Known(),
    "tournaments.Deadline": Known(("claim",), Not("runs: the book knows where it is")),
    "tournaments.RandomEnd": Known((), ("revealed_at",)),
    "tournaments.DeckList": Known((), ("replaced_at",)),
    "tournaments.DeckCheck": Known((), ("ended_at", "ended_by", "minutes")),
    "tournaments.DeckFinding": Known((), ("replaced_at",)),
    "tournaments.Heartbeat": Known(MACHINE, MACHINE, MACHINE),
    "tournaments.KnownClock": Known(MACHINE, MACHINE, MACHINE),
    "tournaments.ClockJump": Known(("noticed_by",)),
    "tournaments.Penalty": Known((), ("replaced_at",)),
    "tournaments.PointAdjustment": Known((), TAKEN_BACK),
    "tournaments.KeptAbsent": Known(),
    "tournaments.PenaltyPolicy": Known((), ("replaced_at",)),
    "tournaments.PinnedPolicy": Known((), ("replaced_at",)),
    "tournaments.Erratum": Known(("digest",), ("replaced_at",)),
    "tournaments.PinnedRules": Known(("digest",), ("replaced_at",)),
    "tournaments.Job": Known((), ("arguments", "cancelled_at", "cancelled_by", "finished_at", "version")),
    "tournaments.JobChunk": Known(("claim", "claimed_until"), QUEUE),
    "tournaments.JobFailure": Known(),
    "tournaments.SentFile": Known(("body",), QUEUE),
    "tournaments.MadeFile": Known(("mark", "body"), Not("each file takes the place of the one before")),
    "tournaments.LiveVersion": Known(Not("counts changes"), Not("rows are added up")),
    "tournaments.Subscription": Known(
        ("digest", "secret"), ("about", "language", "device", "secret", "ended_at")
    ),
    "tournaments.Notification": Known((), ("state", "attempts", "due_at", "busy_until")),
    "tournaments.OutboxRow": Known(("payload",), ("taken_at",)),
    "tournaments.Rating": Known((), COMPUTED),
    "tournaments.RatingStep": Known((), COMPUTED),
    "tournaments.RatingsDue": Known((), QUEUE),
    "tournaments.Report": Known((), ("replaced_at",)),
    # the time from which it may be objected to moves with a clock that jumps (decision 34)
    "tournaments.Result": Known((), ("replaced_at", "at")),
    "tournaments.GameOutcome": Known((), ("replaced_at",)),
    "tournaments.WebhookEndpoint": Known(
        ("secret",), ("kinds", "secret", "paused_at", "paused_by_site", "deleted_at", "busy_until")
    ),
    "tournaments.WebhookDelivery": Known(("message_id", "body"), Not("those of a deleted endpoint are gone")),
    "referee.Record": Known(
        ("sent_hash", "head", "signature"),
        (
            *("size", "entries", "head", "signature", "broken_at", "broken_how", "ruleset", "status"),
            *("outcome", "adopted_outcome", "adopted_ruleset", "adopted_at", "replaced_at"),
        ),
    ),
    "referee.RecordPart": Known(Not("its lines are in the digest without salts and hashes")),
    "referee.DeckAudit": Known(("head", "ruleset"), COMPUTED),
    "referee.Rejudged": Known((), COMPUTED),
    "referee.SeenRuleset": Known(MACHINE, MACHINE, MACHINE),
    "referee.LogPair": Known(("first_head", "second_head"), COMPUTED, COMPUTED),
    "referee.Dispute": Known((), ("resolved_at", "resolved_by", "resolution", "resolution_message")),
    "referee.DisputeRow": Known(),
    "referee.EntryNote": Known(("was",), ("replaced_at", *TAKEN_BACK)),
    "referee.Appeal": Known((), ("decided_at", "decided_by", "how", "reason", "minutes")),
    "referee.DisputePicture": Known(
        ("digest", "body"), Not("a picture is deleted when it is taken back: its row says so")
    ),
    "referee.Call": Known((), ("judge_id", "coming_at", "here_at")),
    "referee.CallStep": Known(),
    "referee.ProcedureTick": Known((), TAKEN_BACK),
    "referee.LiveTable": Known(
        (),
        (
            *("state", "featured", "confirmed", "open_hands", "time_entry", "version"),
            *("asking", "observing", "called"),
        ),
    ),
    "referee.Tap": Known((), ("answered_by",)),
    "referee.Ask": Known((), ("agreed", "closed_at", "how")),
    "referee.SeatCode": Known(("code",), Not("a judge opens a seat anew")),
    "referee.Precedent": Known(),
    "referee.PrecedentCheck": Known(COMPUTED, COMPUTED, COMPUTED),
    "referee.PrecedentMention": Known(COMPUTED, COMPUTED, COMPUTED),
    "referee.IssuedRuling": Known(),
    "referee.Citation": Known(),
    "referee.NotedLog": Known(COMPUTED, COMPUTED, COMPUTED),
    "referee.PlayedCard": Known(COMPUTED, COMPUTED, COMPUTED),
    "referee.RulebookText": Known(("digest",), ("taken_away_at",)),
    "referee.RulebookPassage": Known((), Not("gone when the text is taken away")),
}
#: The rows of a model as the digest names them, where another points to one; of any other it does not say which.
NAMED = {
    "tournaments.User": ("username",),
    "tournaments.Series": ("slug",),
    "tournaments.Event": ("slug",),
    "tournaments.Stage": ("code",),
    "tournaments.CardList": ("count",),
    "tournaments.Entrant": ("code",),
    "tournaments.Round": ("number",),
    "tournaments.Offer": ("round__number",),
    "tournaments.Match": ("round__number", "table"),
    "tournaments.DeckList": ("entrant__code",),
    "tournaments.DeckCheck": ("match__round__number", "match__table"),
    "tournaments.Subscription": ("entrant__code", "channel"),
    "tournaments.Rating": ("user__username", "game"),
    "tournaments.Result": (),
    "tournaments.Penalty": ("infraction", "penalty"),
    "tournaments.PenaltyPolicy": ("number",),
    "tournaments.WebhookEndpoint": ("url",),
    "referee.Record": ("match__round__number", "match__table", "game_number", "seat"),
    "referee.Dispute": ("match__round__number", "match__table", "kind"),
    "referee.DisputeRow": ("kind",),
    "referee.EntryNote": ("entry",),
    "referee.IssuedRuling": ("entry",),
    "referee.Appeal": ("match__round__number", "match__table"),
    "referee.Call": ("dispute__match__round__number", "dispute__match__table"),
    "referee.RulebookText": ("name",),
    "referee.LiveTable": ("record__match__round__number", "record__match__table", "record__game_number"),
}


def models() -> Iterator[tuple[str, type[Model]]]:
    """The models of the site by name."""
    for name in sorted(MODELS):
        yield name, apps.get_model(name)


def growing() -> list[str]:
    """Those to which a request that was refused adds nothing."""
    return [name for name, known in MODELS.items() if known.grows is True]


def kept() -> dict[str, tuple[str, ...]]:
    """Those whose rows stay, with the columns that may change."""
    return {name: known.may_change for name, known in MODELS.items() if not isinstance(known.may_change, Not)}


def columns_of(name: str) -> list[str]:
    """The columns of a model in the digest, with names in place of numbers; none where it has no part in it."""
    left_out = MODELS[name].digest
    if isinstance(left_out, Not):
        return []
    fields = [
        field
        for field in apps.get_model(name)._meta.concrete_fields
        if field.attname not in (*left_out, "id")
    ]
    return [column for field in fields for column in _named(field)]


def _named(field: Field[Any, Any]) -> list[str]:
    if isinstance(field, ForeignKey):
        return [f"{field.name}__{path}" for path in NAMED.get(field.related_model._meta.label, ())]
    return [field.attname]
