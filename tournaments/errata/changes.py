"""Declaring an erratum, putting another version in its place, withdrawing it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from rules.kernel.card_list import ListProblem
from rules.registry import games
from tournaments.access import Actor
from tournaments.access.table import BEFORE
from tournaments.card_lists.changes import BadCardList
from tournaments.card_lists.reading import understand
from tournaments.day_rules.queries import together
from tournaments.decks.rechecks import FEW, check_again
from tournaments.errata.access import check_may_declare
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.events.game_clock import OF_THE_CLOCK
from tournaments.events.game_options import check_game_options
from tournaments.journal import note
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.errata import Erratum
from tournaments.models.events import Event
from tournaments.models.series import Series
from tournaments.text import clean_line, clean_reason, clean_text

#: Bytes of all corrected cards of a game in a series: they stand in the header of every log, beside deck lists.
MAX_DECLARED = 100_000
FIELDS = frozenset({"game", "title", "text", "applies_from", "cards", "options"})


def declare_erratum(series: Series, said: Mapping[str, object], *, by: Actor, now: datetime) -> Erratum:
    """A new erratum of the series. `said`: `game`, `title`, `text`, `applies_from` (a day), `cards` (a card list as
    text, or declarations as a log's header has them) and `options`.

    Raises NotAllowed but for the series' owner and the head judges of its events, Invalid with the fields at fault,
    BadCardList with the lines.
    """
    check_may_declare(series, by)
    cleaned = _cleaned(said)
    with transaction.atomic():
        series = _locked(series)
        newest = series.errata.order_by("-number").first()
        row = _row(series, cleaned, (newest.number if newest else 0) + 1, 1, by, now)
        _told(
            series, row, _("Erratum %(n)s of the series: %(title)s.", n=row.number, title=row.title), by, now
        )
    return row


def replace_erratum(
    series: Series, number: int, said: Mapping[str, object], *, seen: int, by: Actor, now: datetime
) -> Erratum:
    """Another version in the place of version `seen`; what `said` leaves out stays. Events that have started keep what
    they started with. Raises as `declare_erratum`, and Conflict where another version stands."""
    check_may_declare(series, by)
    before = standing_erratum(series, number)
    kept = {name: getattr(before, name) for name in FIELDS}
    cleaned = _cleaned({**kept, **said, "game": before.game})
    with transaction.atomic():
        series = _locked(series)
        before = _ended(series, number, seen, now)
        row = _row(series, cleaned, number, before.version + 1, by, now)
        _told(
            series,
            row,
            _("Erratum %(n)s of the series was changed: %(title)s.", n=number, title=row.title),
            by,
            now,
        )
    return row


def withdraw_erratum(
    series: Series, number: int, *, reason: str, seen: int, by: Actor, now: datetime
) -> Erratum:
    """The erratum holds for no event that starts from now on. Raises NotAllowed, ReasonNeeded, Conflict."""
    check_may_declare(series, by)
    reason = clean_reason(reason)
    with transaction.atomic():
        series = _locked(series)
        before = _ended(series, number, seen, now)
        cleaned = {
            "game": before.game,
            "title": before.title,
            "text": reason,
            "applies_from": before.applies_from,
            "cards": [],
            "options": {},
        }
        row = _row(series, cleaned, number, before.version + 1, by, now, withdrawn=True)
        said = _("Erratum %(n)s of the series was withdrawn: %(title)s.", n=number, title=row.title)
        _told(series, row, said, by, now, reason)
    return row


def standing_erratum(series: Series, number: int) -> Erratum:
    """The version of an erratum that holds. Raises NotFound."""
    row = series.errata.filter(number=number, replaced_at=None, withdrawn=False).first()
    if row is None:
        raise NotFound(_("There is no such erratum."))
    return row


def _locked(series: Series) -> Series:
    return Series.objects.select_for_update(no_key=True).get(pk=series.pk)


def _ended(series: Series, number: int, seen: int, now: datetime) -> Erratum:
    """The standing version, which stands no longer. Raises Conflict where the sender knew another."""
    before = standing_erratum(series, number)
    if before.version != seen:
        raise Conflict(_("Somebody changed this erratum since you looked at it. Look again."))
    before.replaced_at = now
    before.save(update_fields=["replaced_at"])
    return before


def _row(
    series: Series,
    cleaned: Mapping[str, Any],
    number: int,
    version: int,
    by: Actor,
    now: datetime,
    *,
    withdrawn: bool = False,
) -> Erratum:
    digest = hashlib.sha256(msgspec.json.encode([cleaned["cards"], cleaned["options"]])).hexdigest()
    row = Erratum(
        series=series,
        number=number,
        version=version,
        digest=digest,
        withdrawn=withdrawn,
        at=now,
        **cleaned,
        **by.fact,
    )
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise Conflict(_("Another erratum was declared in the same moment. Look again.")) from None
    _check_size(series, row.game)
    return row


def _check_size(series: Series, game: str) -> None:
    standing = series.errata.filter(game=game, replaced_at=None, withdrawn=False)
    cards, _options = together(game, standing.order_by("applies_from", "number"))
    if len(msgspec.json.encode(cards)) > MAX_DECLARED:
        said = _("All errata of a game may take %(n)s bytes together: shorten the texts.", n=MAX_DECLARED)
        raise Invalid(said, fields={"cards": said})


def _told(series: Series, row: Erratum, said: Message, by: Actor, now: datetime, reason: str = "") -> None:
    """Has the deck lists of events that have yet to start checked again, and their journals say why. Of all of
    them together so many are checked at once as of one event alone; the rest is checked by and by."""
    coming = Event.objects.filter(series=series, game=row.game, state__in=BEFORE).order_by("pk")
    left = FEW
    for event in coming.select_for_update(no_key=True):
        checked = check_again(event, by=by, now=now, few=left)
        left -= checked.looked
        details = {
            "erratum": row.number,
            "no_longer_legal": [deck.entrant_id for deck in checked.fallen],
        }
        note(
            event,
            "erratum",
            said,
            by=by,
            now=now,
            reason=reason,
            details=details,
            public=event.state != "draft",
        )


# -- what is said of it -----------------------------------------------------------------------------------------------


def _cleaned(said: Mapping[str, object]) -> dict[str, Any]:
    unknown = sorted(set(said) - FIELDS)
    if unknown:
        raise Invalid(
            _("There is no choice “%(name)s”.", name=unknown[0][:40]), fields={unknown[0][:40]: _("Unknown.")}
        )
    game = said.get("game")
    if not isinstance(game, str) or game not in games():
        raise Invalid(_("Choose one of the games."), fields={"game": _("Choose one of the games.")})
    day = said.get("applies_from")
    if not isinstance(day, date) or isinstance(day, datetime):
        raise Invalid(
            _("Say from which day it applies."), fields={"applies_from": _("Say from which day it applies.")}
        )
    cards = _clean_cards(game, said.get("cards") or "")
    options = _clean_options(game, said.get("options") or {})
    if not cards and not options:
        raise Invalid(
            _("An erratum changes a card or an option of the rules."),
            fields={"cards": _("Name a card, or change an option.")},
        )
    return {
        "game": game,
        "title": clean_line(said.get("title"), "title", limit=120, needed=True),
        "text": clean_text(said.get("text"), "text", limit=2000),
        "applies_from": day,
        "cards": cards,
        "options": options,
    }


def _clean_cards(game: str, said: object) -> list[dict[str, Any]]:
    if isinstance(said, str) and not said.strip():
        return []
    try:
        data = said.encode() if isinstance(said, str) else msgspec.json.encode(said)
    except (TypeError, ValueError, RecursionError):
        raise BadCardList([ListProblem(0, _("These are no declarations of cards."))]) from None
    understood = understand(game, data, "" if isinstance(said, str) else "json")
    if not understood.sound:
        raise BadCardList(understood.problems)
    return understood.declared


def _clean_options(game: str, said: object) -> dict[str, Any]:
    options = check_game_options(game, said)
    if OF_THE_CLOCK & set(options):
        said_of = _("How long games and turns take is set by the event's clock.")
        raise Invalid(said_of, fields={"options": said_of})
    return options
