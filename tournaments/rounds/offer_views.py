"""The pages of an offer: what was computed, and its change by hand before it is published."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Page, Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from rules.registry import most_seats
from tournaments.errors import DomainError
from tournaments.kept_standings.kept import finished_round, kept_of, table_after, written_record
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, Round, RoundState
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal
from tournaments.rounds import changes
from tournaments.rounds.compared import BYE, OUT, SHOWN, Moved
from tournaments.rounds.forms import PlaceForm, RangeForm, SwapForm
from tournaments.rounds.offered import Basis, Offered, Person, Row, basis_of, is_outdated, offered_of
from tournaments.rounds.reasons import COMMON
from tournaments.rounds.views import round_in
from tournaments.tables.marks import Mark, range_at

#: Lines of a page, and how many of the promises that were not kept stand on each.
PAGE, PROMISES = 100, 20
#: Pairs that are kept apart, of each group; all where they are asked for, up to what a page can hold.
APART, MOST_APART = 12, 2000


@dataclass(frozen=True)
class Shown:
    """The part of an offer that a page shows, and who was chosen on this page or another."""

    offered: Offered
    query: QueryDict
    words: str
    page: Page[Row]
    picks: list[Person]
    most: int
    basis: Basis
    #: Matches won, lost and drawn by code, as the standings have them; nothing where they have none.
    records: Mapping[str, str] = field(default_factory=dict)
    event: Event | None = None

    @property
    def many(self) -> bool:
        """Whether not everybody stands on this page."""
        return len(self.page.object_list) < len(self.offered.rows)

    @property
    def people(self) -> list[Person]:
        """Whom the forms offer: those on this page and those chosen."""
        here = [person for row in self.page.object_list for person in row.people]
        return list(dict.fromkeys([*here, *self.picks]))

    @property
    def tables(self) -> list[int]:
        """The tables to choose from: those on this page and those of the chosen players."""
        chosen = [self.offered.table_of(person) for person in self.picks]
        here = [row.table for row in self.page.object_list]
        return sorted({table for table in [*here, *chosen] if table is not None})

    def address(self, picks: Sequence[Person] = (), page: int | None = None, words: str | None = None) -> str:
        """The query of this page, or another, with these chosen."""
        words = self.words if words is None else words
        parts: list[tuple[str, Any]] = [("q", words)] if words else []
        number = self.page.number if page is None else page
        parts += [("page", number)] if number > 1 else []
        parts += [("pick", person.pk) for person in picks]
        return "?" + urlencode(parts)

    @property
    def chosen(self) -> list[tuple[Person, int | None, str]]:
        """Each who was chosen, the table, and where a press leads that leaves that one out."""
        return [
            (one, self.offered.table_of(one), self.address([each for each in self.picks if each != one]))
            for one in self.picks
        ]

    def choosing(self, person: Person) -> str:
        """The address behind a name: the same page with that player chosen too. Empty where that says nothing new."""
        if person in self.picks or len(self.picks) >= self.most:
            return ""
        picks = [*self.picks, person]
        return self.address(picks) + ("#choose" if len(picks) < 2 else "#change")

    def points(self, person: Person) -> Fraction | None:
        """The match points with which somebody is paired; None where the pairing does not rest on them."""
        return self.basis.ground.points(person.code) if self.basis.ground else None

    def paired(self, person: Person, row: Row) -> str:
        """`up` against somebody with more points, `down` against somebody with fewer; empty where that is no float."""
        ground = self.basis.ground
        if ground is None or not ground.swiss or len(row.people) != 2:
            return ""
        first, second = (ground.points(one.code) for one in row.people)
        if first is None or second is None or first == second:
            return ""
        return "up" if (first < second) == (person == row.people[0]) else "down"

    def mark(self, row: Row) -> Mark:
        """What is to be known of the table's number."""
        return Mark("fixed_table" in row.reasons, range_at(self.event, row.table) if self.event else "")

    def reasons(self, row: Row) -> Sequence[Any]:
        """Why these meet; at a table made by hand, which promises that breaks as well."""
        if "by_hand" not in row.reasons or not self.basis.ground:
            return row.reasons
        broken = self.basis.ground.reasons([person.code for person in row.people])
        return [*row.reasons, *(f"{promise}_by_hand" for promise in broken)]


def shown_part(request: EventRequest, round: Round) -> Shown:
    """The part of the offer that the address of a page, or of a form on it, asks for."""
    offered, query = offered_of(round), request.http.GET
    words, most = query.get("q", "").strip()[:100], most_seats(request.event.game)
    numbers = [int(text) for text in query.getlist("pick")[:most] if text.isdecimal() and len(text) < 16]
    picks = [offered.people[number] for number in dict.fromkeys(numbers) if number in offered.people]
    page = Paginator(offered.fitting(words), PAGE).get_page(query.get("page"))
    return Shown(
        offered, query, words, page, picks, most, basis_of(round), _records(request.event), request.event
    )


def _records(event: Event) -> dict[str, str]:
    """Everybody's record in the newest standings."""
    last = finished_round(event)
    if last is None:
        return {}
    return {row["entrant"]: written_record(row) for row in table_after(event, last, kept_of(last))}


@never_cache
@require_GET
@event_view("view_offer")
def offer(request: EventRequest, number: int) -> HttpResponse:
    """A computed pairing before it is published, with reasons and what had to give; afterwards, the round."""
    if request.event.rounds.filter(number=number, state__in=PUBLISHED_STATES).exists():
        return redirect(request.url("round_page", number))
    round = round_in(request, number, [RoundState.OFFERED])
    return _page(request, round, shown_part(request, round))


def _page(
    request: EventRequest, round: Round, shown: Shown, status: int = 200, **sent: forms.Form
) -> HttpResponse:
    offered = shown.offered
    relaxed = offered.pairing["relaxed"]
    short = relaxed if shown.query.get("promises") else relaxed[:PROMISES]
    tables = len(offered.tables)
    promises, others = offered.compared(shown.basis)
    first = {"first": shown.picks[0].pk} if shown.picks else {}
    second = {"second": shown.picks[1].pk} if len(shown.picks) > 1 else {}
    more = {f"player_{place}": person.pk for place, person in enumerate(shown.picks[2:], 3)}
    empty = {
        "form": _swap_form(request, shown, initial=first | second),
        "place": _place_form(request, shown, initial=first | second | more),
        "in_range": _range_form(request, shown) if request.event.table_ranges else None,
    }
    return request.show(
        "tournaments/rounds/offer.html",
        status,
        round=round,
        shown=shown,
        page=shown.page,
        pages_at=request.url("offer", round.number),
        here_again=shown.address(shown.picks),
        relaxed=[(row["promise"], offered.named(row["entrants"])) for row in short],
        relaxed_more=len(relaxed) - len(short),
        count={
            "tables": tables,
            "byes": len(offered.pairing["byes"]),
            "unpaired": len(offered.pairing["unpaired"]),
        },
        rest_at=shown.address(shown.picks, tables // PAGE + 1, words=""),
        cost=offered.pairing.get("cost") or {},
        by_hand=list(offered.offer.changes.only("at", "by", "reason", "reason_message").order_by("id")),
        versions=round.offers.count(),
        changed=offered.changed,
        promises=promises,
        others=[_named(offered, each) for each in others[:SHOWN]],
        others_more=max(len(others) - SHOWN, 0),
        common=COMMON,
        apart=_apart(shown),
        outdated=is_outdated(round),
        **(empty | sent),
    )


def _apart(shown: Shown) -> list[dict[str, Any]]:
    """Who must not meet and who should not, in this round, with names."""
    ground, names = shown.basis.ground, {one.code: one.name for one in shown.offered.people.values()}
    most = MOST_APART if shown.query.get("apart") else APART
    return [
        {
            "must": group.strength == "absolute",
            "pairs": [(names.get(one, one), names.get(other, other)) for one, other in group.pairs],
            "many": group.many,
            "more": group.many - len(group.pairs),
        }
        for group in (ground.kept_apart(most) if ground else ())
    ]


def _named(offered: Offered, moved: Moved) -> dict[str, Any]:
    """A place whose people are others than computed, with names."""
    names = {person.code: person.name for person in offered.people.values()}
    word = {BYE: _("Bye"), OUT: _("Sits out")}.get(str(moved.place), "")
    return {
        "table": None if word else moved.place,
        "word": word,
        "computed": [names.get(code, code) for code in moved.computed],
        "now": [names.get(code, code) for code in moved.now],
    }


def _swap_form(request: EventRequest, shown: Shown, *sent: Any, **more: Any) -> SwapForm:
    return SwapForm(*sent, event=request.event, listed=shown.people, **more)


def _place_form(request: EventRequest, shown: Shown, *sent: Any, **more: Any) -> PlaceForm:
    return PlaceForm(
        *sent,
        event=request.event,
        listed=shown.people,
        tables=shown.offered.tables,
        listed_tables=shown.tables,
        most=shown.most,
        **more,
    )


def _range_form(request: EventRequest, shown: Shown, *sent: Any) -> RangeForm:
    table = next((number for one in shown.picks if (number := shown.offered.table_of(one))), None)
    return RangeForm(
        *sent,
        event=request.event,
        tables=shown.offered.tables,
        listed_tables=shown.tables,
        initial={"table": table},
    )


@require_POST
@event_view("adjust_round")
def swap(request: EventRequest, number: int) -> HttpResponse:
    """Two players of an offer change places."""
    round = round_in(request, number, [RoundState.OFFERED])
    shown = shown_part(request, round)
    form = _swap_form(request, shown, request.http.POST)

    def change() -> None:
        changes.swap_entrants(round, **form.cleaned_data, by=request.actor, now=now())

    return _changed(request, round, shown, "form", form, change, _("The places are changed."))


@require_POST
@event_view("adjust_round")
def place(request: EventRequest, number: int) -> HttpResponse:
    """Players of an offer get a table, or one or two a bye."""
    round = round_in(request, number, [RoundState.OFFERED])
    shown = shown_part(request, round)
    form = _place_form(request, shown, request.http.POST)

    def change() -> None:
        changes.place_entrants(round, **form.wanted, by=request.actor, now=now())

    return _changed(request, round, shown, "place", form, change, _("The pairing is changed."))


@require_POST
@event_view("adjust_round")
def put_in_range(request: EventRequest, number: int) -> HttpResponse:
    """A match of an offer gets a table of a range."""
    round = round_in(request, number, [RoundState.OFFERED])
    shown = shown_part(request, round)
    form = _range_form(request, shown, request.http.POST)

    def change() -> None:
        sent = form.cleaned_data
        changes.put_into_range(
            round, int(sent["table"]), sent["range"], reason=sent["reason"], by=request.actor, now=now()
        )

    return _changed(request, round, shown, "in_range", form, change, _("The pairing is changed."))


def _changed(
    request: EventRequest,
    round: Round,
    shown: Shown,
    name: str,
    form: forms.Form,
    change: Callable[[], None],
    said: str,
) -> HttpResponse:
    """Back to the page the form was on, where nobody is chosen any more; or the page with what was wrong."""
    status = 400
    if form.is_valid():
        try:
            change()
            return request.then(request.url("offer", round.number) + shown.address(), said)
        except DomainError as error:
            show_refusal(form, error)
            status = error.status
    return _page(request, round, shown, status, **{name: form})
