"""Pages that no scene of the access tests has: of a series, a webhook, a job, a dispute, links, lists before the start.
With the scenes they are every page of the site; ``every_page`` says which addresses are pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from django.urls import Resolver404, resolve

from referee.disputes.opening import open_by_hand
from referee.models.disputes import Kind
from referee.models.live import LiveTable
from referee.precedents.changes import keep_precedent
from referee.records.changes import attach_log
from referee.rejudging.of_event import begin_rejudging
from rules.kernel.selfplay import log_bytes
from tests.referee.live.playing import played
from tests.tournaments.access.doors import patterns, plain
from tests.tournaments.access.scenes import logged
from tests.tournaments.decks.test_table_checks import LIST
from tests.tournaments.factories import (
    actor,
    at,
    open_event,
    player,
    started,
    tables,
    walk_in,
)
from tournaments.decks.changes import submit_deck
from tournaments.entrants.claims import make_claim_link
from tournaments.errata.changes import declare_erratum
from tournaments.events.role_links import make_role_link
from tournaments.models.ratings import Rating
from tournaments.now import now
from tournaments.people.changes import show_page
from tournaments.series.changes import make_series, set_series
from tournaments.webhooks.changes import add_endpoint

#: Addresses that lead on, or give a file or what a program reads.
FILES = frozenset((
    "records/<int:record_id>/beside/<int:other_id>/file/",
    "healthz", "readyz", "events/<slug:slug>/live/", "jobs/live/", "app.webmanifest", "worker.js", "profile/data/file/",
    "events/<slug:slug>/card-list/template.csv", "events/<slug:slug>/rounds/<int:number>/pairings.pdf",
    "events/<slug:slug>/rounds/<int:number>/slips.pdf", "events/<slug:slug>/stages/<slug:code>/stage.pdf",
    "events/<slug:slug>/standings.pdf", "events/<slug:slug>/me/kept/", "events/<slug:slug>/me/word/",
    "records/<int:record_id>/offline/", "records/<int:record_id>/entries/<int:n>/picture.png",
    "records/<int:record_id>/file/", "live/<int:table_id>/cards.json", "positions/<slug:game_name>/cards.json",
    "events/<slug:slug>/precedents/file/", "events/<slug:slug>/calendar.ics",
    "events/<slug:slug>/paper/<slug:what>.pdf", "events/<slug:slug>/exports/saved/<str:file>/",
    "series/<slug:slug>/calendar.ics", "events/<slug:slug>/entrants/<int:entrant_id>/data/file/",
    "events/<str:slug>/card-list/cards.<str:form>", "events/<slug:slug>/precedents/<int:number>/file/",
    "precedents/<int:number>/file/", "events/<slug:slug>/disputes/<int:dispute_id>/pictures/<int:picture_id>/",
    "metrics", "start/",
))  # fmt: skip
#: Those that only take a form.
FORMS = frozenset((
    "events/<slug:slug>/judge-notifications/<int:number>/stop/",
        "records/<int:record_id>/beside/<int:other_id>/merge/",
        "settings/", "profile/tokens/<int:token_id>/end/", "profile/page/show/", "profile/page/hide/",
    "events/<slug:slug>/staff/stand-in/", "events/<slug:slug>/template/",
    "events/<slug:slug>/desk/announcements/<int:announcement_id>/take-back/",
    "events/<slug:slug>/desk/<slug:step>/", "events/<slug:slug>/webhooks/<int:endpoint_id>/<slug:step>/",
    "events/<slug:slug>/webhooks/deliveries/<int:delivery_id>/again/", "jobs/<int:job_id>/<slug:step>/",
    "events/<slug:slug>/entrants/add/", "events/<slug:slug>/entrants/check-in/code/",
    "events/<slug:slug>/entrants/check-in/<slug:step>/", "events/<slug:slug>/entrants/<int:entrant_id>/edit/",
    "events/<slug:slug>/entrants/<int:entrant_id>/points/",
    "events/<slug:slug>/entrants/<int:entrant_id>/points/<int:fact_id>/take-back/",
    "events/<slug:slug>/deck-checks/draw/", "events/<slug:slug>/entrants/<int:entrant_id>/keep-apart/",
    "events/<slug:slug>/entrants/<int:entrant_id>/bye/",
    "events/<slug:slug>/entrants/<int:entrant_id>/lift/<str:what>/<int:fact_id>/",
    "events/<slug:slug>/entrants/<int:entrant_id>/<slug:step>/", "events/<slug:slug>/staff/grant/",
    "events/<slug:slug>/staff/<int:role_id>/revoke/", "events/<slug:slug>/staff/links/",
    "events/<slug:slug>/staff/links/<int:link_id>/revoke/", "events/<slug:slug>/rounds/offer/",
    "events/<slug:slug>/rounds/<int:number>/offer/swap/",
    "events/<slug:slug>/rounds/<int:number>/offer/place/",
    "events/<slug:slug>/rounds/<int:number>/offer/range/",
    "events/<slug:slug>/rounds/<int:number>/clock/<slug:step>/",
    "events/<slug:slug>/rounds/<int:number>/<slug:step>/",
    "events/<slug:slug>/me/notifications/<int:number>/stop/", "matches/<int:match_id>/report/",
    "matches/<int:match_id>/confirm/", "matches/<int:match_id>/take-back/",
    "events/<slug:slug>/penalties/<int:penalty_id>/take-back/",
    "events/<slug:slug>/penalties/<int:penalty_id>/change/", "matches/<int:match_id>/late/",
    "matches/<int:match_id>/missing/", "matches/<int:match_id>/enter/", "matches/<int:match_id>/clear/",
    "matches/<int:match_id>/follows/",
    "matches/<int:match_id>/extend/", "records/<int:record_id>/audit/dispute/",
    "records/<int:record_id>/entries/<int:n>/notes/", "records/<int:record_id>/notes/<int:number>/take-back/",
    "records/<int:record_id>/adopt/", "records/<int:record_id>/entries/<int:n>/rule/",
    "matches/<int:match_id>/call/", "events/<slug:slug>/entrants/many/<int:number>/take-back/",
    "matches/<int:match_id>/procedure/", "events/<slug:slug>/calls/<int:number>/<slug:step>/",
    "live/<int:table_id>/word/", "live/<int:table_id>/tap/", "live/<int:table_id>/undo/",
    "live/<int:table_id>/asks/<int:ask_id>/", "live/<int:table_id>/observed/<int:n>/",
    "live/<int:table_id>/call/", "live/<int:table_id>/calls/<int:number>/", "live/<int:table_id>/result/",
    "live/<int:table_id>/hands/", "live/<int:table_id>/take/", "live/<int:table_id>/staff/",
    "events/<slug:slug>/rejudge/<int:number>/adopt/", "events/<slug:slug>/disputes/<int:number>/answer/",
    "events/<slug:slug>/disputes/<int:dispute_id>/position/stored/",
    "events/<slug:slug>/disputes/<int:dispute_id>/pictures/<int:picture_id>/erase/",
    "events/<slug:slug>/disputes/<int:dispute_id>/<slug:step>/", "matches/<int:match_id>/appeal/",
    "events/<slug:slug>/appeals/<int:number>/decide/", "matches/<int:match_id>/disputes/settled/",
))  # fmt: skip


#: Pages that need more than is made here: a log that was ruled on, who runs the site, a site that is a demo. Their own
#: tests open them.
ELSEWHERE = frozenset(
    {
        "upgrades/",
        "operating/",
        "demo/<slug:username>/<slug:word>/",
        "events/<slug:slug>/disputes/<int:dispute_id>/branches/",
    }
)


def pages() -> set[str]:
    """The patterns of every page."""
    return {path for path, _ in patterns() if not path.startswith("api/")} - FILES - FORMS - ELSEWHERE


def pattern_of(address: str) -> str:
    """The pattern of an address, as ``patterns`` has it; empty for one that leads nowhere."""
    try:
        return plain(resolve(address.partition("?")[0]).route)
    except Resolver404:
        return ""


#: The scenario that a precedent keeps.
SCENARIO = sorted(Path("tests/scenarios/looney_tunes").glob("LTX-*.jsonl"))[0]


def rare_pages() -> dict[str, list[str]]:
    """By reader, the addresses that are made here."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for who, address in _rare():
        found[who].append(address)
    return dict(found)


def _rare() -> Iterator[tuple[str, str]]:
    yield from (("olga", address) for address in _of_a_series())
    yield from _before_the_start()
    yield from _while_it_runs()
    yield "", "/rules/looney_tunes/cards/stilts/"


def _of_a_series() -> Iterable[str]:
    olga = actor("olga")
    series = make_series({"name": "League"}, by=olga, now=at(-150))
    event = open_event(2, game="highlander", name="Ligaabend")
    set_series(event, series, by=olga, now=at(-95))
    card = {"title": "Thrust", "grid": "OOO/OAO/OOO", "type": "attack", "restriction": 2}
    said = {"game": "highlander", "title": "Thrust", "applies_from": date(2026, 11, 21), "cards": [card]}
    number = declare_erratum(series, said, by=olga, now=at(-90)).number
    base = f"/series/{series.slug}/"
    pages = (
        "",
        "edit/",
        "rejudge/",
        "penalties/",
        "penalty-policy/",
        "penalty-policy/edit/",
        "errata/",
        "errata/new/",
    )
    return [base + page for page in (*pages, f"errata/{number}/")]


def _before_the_start() -> Iterator[tuple[str, str]]:
    olga = actor("olga")
    event = open_event(3, name="Not begun", deck_lists="optional", open_decks="start")
    entrant = event.entrants.get(code="P01")
    submit_deck(entrant, LIST, by=actor("player1"), now=at(-90))
    base = f"/events/{event.slug}/"
    yield from (("olga", base + page) for page in ("entrants/many/", "entrants/check-in/"))
    yield "olga", f"{base}entrants/{entrant.pk}/deck/"
    yield "player1", f"{base}deck/"
    wanda = walk_in(event, "Wanda")
    claim = make_claim_link(wanda, by=olga, now=now())
    yield "", f"/claim/{claim}/"
    yield f"claim {claim}", f"{base}entrants/{wanda.pk}/data/"
    yield "", f"/role-link/{make_role_link(event, 'judge', by=olga, now=now())[1]}/"
    endpoint, _secret = add_endpoint(
        event, "https://example.org/hook", ["round.published"], by=olga, now=at(0)
    )
    yield "olga", f"{base}webhooks/{endpoint.pk}/"
    begun = open_event(2, name="Begun", deck_lists="optional", open_decks="start")
    submit_deck(begun.entrants.get(code="P01"), LIST, by=actor("player1"), now=at(-90))
    started(begun)
    yield "", f"/events/{begun.slug}/decks/"


def _while_it_runs() -> Iterator[tuple[str, str]]:
    olga, table = actor("olga"), logged()
    match = table.record.match
    event, ann = match.round.event, player(match, "A")
    yield "", f"/people/{show_page(by=ann, now=at())}/"
    Rating.objects.create(user=ann.user, game="looney_tunes", mu=25, sigma=8, value=1, matches=1)
    yield "", "/ratings/looney_tunes/"
    dispute = open_by_hand(match, Kind.OTHER, "May he?", by=ann, now=at(5))
    base = f"/events/{event.slug}/disputes/{dispute.pk}/"
    for who in ("olga", "jude", ann.label.lower()):
        yield from ((who, base + page) for page in ("", "position/"))
    yield "olga", f"/jobs/{begin_rejudging(event, by=olga, now=at(6)).pk}/"
    kept = keep_precedent(match, "Vorrang", SCENARIO.read_bytes(), by=actor("jude"), now=at(7))
    yield "jude", f"/precedents/{kept.pk}/"
    LiveTable.objects.filter(pk=table.pk).update(spectators="public", featured=True)
    yield "", f"/live/{table.pk}/watch/"
    other = next(one for one in tables(match.round) if one.pk != match.pk)
    log = log_bytes(played("looney_tunes", "file"))
    one, two = (attach_log(other, 1, log, by=player(other, letter), now=at(8)) for letter in "AB")
    yield "olga", f"/records/{one.pk}/beside/{two.pk}/"
    yield "olga", f"/matches/{other.pk}/live/"
