"""Sites with large events, and the writing doors that are asked for there, each with the largest body it sensibly has.

A door is asked for as `prelude` left things: it gives what asks, and only that is counted.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from django.test import Client

from tests.benchmarks.test_large_pages import field
from tests.tournaments.factories import actor, at
from tests.tournaments.large.large import decide
from tournaments.announcements.changes import post_announcement
from tournaments.events.life import finish_event
from tournaments.kept_standings.standings import standings_kept
from tournaments.models.events import Event
from tournaments.models.notifications import Subscription
from tournaments.models.penalties import Penalty
from tournaments.models.results import Result
from tournaments.models.rounds import Round, Seat
from tournaments.models.webhooks import Happening, WebhookDelivery, WebhookEndpoint
from tournaments.projection import facts_of
from tournaments.rounds.changes import finish_round, offer_round, publish_round

Act = Callable[[], Any]
#: By name: what gets ready, and gives what asks.
Doors = dict[str, Callable[[], Act]]
JSON = "application/json"
OLGA = "olga"


class Asking:
    """Doors of an event, asked for by an account that is signed in."""

    def __init__(self, slug: str, who: str = OLGA) -> None:
        self.slug, self.client = slug, Client()
        user = actor(who).user
        assert user is not None
        self.client.force_login(user)

    def api(self, method: str, path: str, body: object = None, **headers: Any) -> Act:
        """A door of the API; a path that begins with / is none of the event's."""
        address = f"/api/v1{path}" if path.startswith("/") else f"/api/v1/events/{self.slug}/{path}"
        return partial(self.client.generic, method, address, _json(body), JSON, **headers)

    def page(self, path: str, sent: dict[str, Any]) -> Act:
        """A form of a page."""
        address = path if path.startswith("/") else f"/events/{self.slug}/{path}"
        return partial(self.client.post, address, sent)


def _json(body: object) -> str:
    return "" if body is None else json.dumps(body)


def plain(act: Act) -> Callable[[], Act]:
    """Without a prelude."""
    return lambda: act


def after(before: Act, act: Act) -> Callable[[], Act]:
    """With one."""

    def made() -> Act:
        before()
        return act

    return made


def warm(event: Event) -> None:
    """As a process is that has answered about the event already."""
    facts_of(event)
    if event.rounds.filter(state="finished").exists():
        standings_kept(event)
    client = Asking(event.slug).client
    offered = event.rounds.filter(state="offered").values_list("number", flat=True)
    for page in ("desk/", "", "standings/", *(f"rounds/{number}/offer/" for number in offered)):
        client.get(f"/events/{event.slug}/{page}")


# -- an event in the midst of its ninth round -------------------------------------------------------------------------


def running(players: int) -> Doors:
    """An event with lists of everybody, eight rounds over, a ninth half played; its scorekeeper entered every result,
    two thousand have a penalty, and a webhook has twenty thousand deliveries."""
    event = field(players)
    sam = actor("sam").user
    Result.objects.filter(match__round__event=event).update(by_user=sam, by="Sam")
    _listened(event)
    _punished(event, 2 * players // 5)
    _told(event)
    warm(event)
    asking = Asking(event.slug)
    return {
        **_of_tables(event, asking),
        **_of_entrants(event, asking),
        **_of_the_event(event, asking),
        **_of_rounds(event, asking),
        **_of_leaving(event),
    }


def _listened(event: Event) -> None:
    kinds = [kind.value for kind in Happening]
    endpoint = WebhookEndpoint.objects.create(
        event=event, url="https://example.org/1", kinds=kinds, secret="x", at=at(), by="Olga"
    )
    WebhookDelivery.objects.bulk_create(
        [
            WebhookDelivery(
                endpoint=endpoint,
                message_id=f"msg_{n}",
                kind="result.final",
                body="{}" * 100,
                created_at=at(),
                due_at=at(),
            )
            for n in range(20_000)
        ],
        batch_size=500,
    )


def _told(event: Event) -> None:
    """Everybody with an account has a phone that is told of rounds and of time."""
    Subscription.objects.bulk_create(
        [
            Subscription(
                entrant=entrant,
                channel="push",
                about=["round", "time"],
                language="en",
                digest=f"{entrant.pk}",
                secret="x" * 400,
                created_at=at(),
            )
            for entrant in event.entrants.exclude(user=None)
        ],
        batch_size=500,
    )


def _punished(event: Event, many: int) -> None:
    round = event.rounds.get(state="running")
    seats = Seat.objects.filter(round=round).select_related("entrant")[:many]
    Penalty.objects.bulk_create(
        [
            Penalty(
                event=event,
                entrant=seat.entrant,
                match_id=seat.match_id,
                infraction="tardiness",
                penalty="warning",
                by_policy="warning",
                time=1,
                at=at(545),
                by="Jude",
            )
            for seat in seats
        ],
        batch_size=500,
    )


def _of_tables(event: Event, asking: Asking) -> Doors:
    round = event.rounds.get(state="running")
    open_one = round.matches.filter(state="open", is_bye=False).order_by("table").first()
    decided = round.matches.filter(state="decided", is_bye=False).order_by("table").first()
    first = event.rounds.get(number=1).matches.filter(is_bye=False).order_by("table").first()
    last = event.rounds.get(number=round.number - 1).matches.filter(is_bye=False).order_by("table").first()
    assert open_one is not None and decided is not None and first is not None and last is not None
    who, other = (seat.entrant for seat in open_one.seats.order_by("letter"))
    penalty = Penalty.objects.filter(event=event).first()
    assert penalty is not None
    table = f"/matches/{open_one.pk}/"
    said = {"winner": "B", "reason": "A slip."}
    lost = {
        "entrant": who.code,
        "match": open_one.pk,
        "infraction": "tardiness",
        "penalty": "match_loss",
        "reason": "So.",
    }
    judging = Asking(event.slug, "hedda")
    player = Asking(event.slug, f"player{who.code[1:].lstrip('0')}") if who.user_id else asking
    return {
        "result": plain(asking.api("PUT", f"{table}result/", said)),
        "result: page, wrong": plain(asking.page(f"{table}enter/", {"winner": "B", "do": "enter"})),
        "result: one of the round before corrected": plain(
            asking.api("PUT", f"/matches/{last.pk}/result/", said)
        ),
        "result: one of the first round corrected": plain(
            asking.api("PUT", f"/matches/{first.pk}/result/", said)
        ),
        "result: what follows, of the first round": plain(
            asking.api("POST", f"/matches/{first.pk}/result/follows/", said)
        ),
        "result: cleared": plain(
            asking.api("DELETE", f"/matches/{decided.pk}/result/", {"reason": "A slip."})
        ),
        "report": plain(player.api("POST", f"{table}reports/", {"winner": "B"})),
        "missing": plain(player.api("PUT", f"{table}missing/", {"entrant": other.code})),
        "late": plain(asking.api("POST", f"{table}late/", {"entrant": who.code, "penalty": "match_loss"})),
        "penalty": plain(judging.api("POST", "penalties/", lost)),
        "penalty: page": plain(
            judging.page(
                f"{table}penalty/",
                {"entrant": who.pk, "infraction": "tardiness", "penalty": "match_loss", "reason": "So."},
            )
        ),
        "penalty: changed": plain(
            judging.api("PATCH", f"penalties/{penalty.pk}/", {"penalty": "match_loss", "reason": "So."})
        ),
        "penalty: taken back": plain(judging.api("DELETE", f"penalties/{penalty.pk}/", {"reason": "So."})),
        "points adjusted, of the first round": plain(
            asking.api(
                "POST", "adjustments/", {"entrant": who.code, "round": 1, "match_points": -1, "reason": "So."}
            )
        ),
        "table: more time": plain(asking.api("POST", f"{table}extend/", {"minutes": 5, "reason": "So."})),
        "deck check": plain(asking.api("POST", f"{table}deck-check/")),
        "deck check: a table drawn": plain(asking.api("POST", "deck-checks/draw/")),
        **{
            f"clock: {step}": plain(asking.api("POST", f"rounds/{round.number}/clock/{step}/", body))
            for step, body in (
                ("pause", {"reason": "So."}),
                ("stop", {"reason": "So."}),
                ("extend", {"minutes": 10, "reason": "So."}),
                ("call", {"reason": "So."}),
            )
        },
        "clock: resume": after(
            asking.api("POST", f"rounds/{round.number}/clock/pause/", {"reason": "So."}),
            asking.api("POST", f"rounds/{round.number}/clock/resume/"),
        ),
    }


def _of_entrants(event: Event, asking: Asking) -> Doors:
    here = list(event.entrants.order_by("pk"))
    one, two = here[10], here[12]
    entrant = f"entrants/{one.code}/"

    def step(word: str, body: object = None) -> Act:
        return asking.api("POST", f"{entrant}{word}/", body)

    because = {"reason": "So."}
    return {
        "entrant: edited": plain(
            asking.api("PATCH", entrant, {"name": "Somebody Else", "club": "Ours", "fixed_table": 7})
        ),
        "entrant: late": plain(asking.api("POST", "late-entries/", {"name": "Late One"})),
        "entrant: drop": plain(step("drop", because)),
        "entrant: no-show": plain(step("no-show", because)),
        "entrant: return": after(step("drop"), step("return", because)),
        "entrant: disqualify": plain(step("disqualify", because)),
        "entrant: reinstate": after(step("disqualify", because), step("reinstate", because)),
        "entrant: bye": plain(asking.api("POST", f"{entrant}byes/", {"round_number": 10, "reason": "So."})),
        "entrant: kept apart": plain(
            asking.api(
                "POST",
                "forbidden-pairs/",
                {"first": one.code, "second": two.code, "strength": "absolute", "reason": "So."},
            )
        ),
        "entrant: claim link": plain(asking.api("POST", f"{entrant}claim-link/", {"days": 3})),
        "entrant: claim links revoked": plain(asking.api("DELETE", f"{entrant}claim-link/")),
        "entrant: paid": plain(step("paid")),
        "claim links of everybody": after(
            lambda: event.entrants.update(user=None), asking.page("entrants/slips/", {})
        ),
    }


def _of_the_event(event: Event, asking: Asking) -> Doors:
    because = {"reason": "So."}
    prizes = [{"first": n, "last": n, "what": f"Prize {n}"} for n in range(1, 101)]
    announcement = post_announcement(event, "Lunch.", by=actor(OLGA), now=at(550))
    endpoint = event.webhooks.get()
    delivery = endpoint.deliveries.first()
    assert delivery is not None
    cards = csv_of(5_000)
    return {
        "event: name": plain(asking.api("PATCH", "", {"name": "Another"})),
        "event: tiebreakers": plain(
            asking.api("PATCH", "", {"tiebreakers": [*event.tiebreakers][:-1], **because})
        ),
        "event: points": plain(asking.api("PATCH", "", {"points_win": 4, **because})),
        "event: rounds": plain(asking.api("PATCH", "", {"swiss_rounds": 14, **because})),
        "event: a cut added": plain(
            asking.api(
                "PATCH",
                "",
                {"stages": [{"kind": "swiss"}, {"kind": "single_elimination", "size": 64}], **because},
            )
        ),
        "event: prizes": plain(asking.api("PATCH", "", {"prizes": prizes})),
        "event: game options": plain(asking.api("PATCH", "", {"late_entry_until": 12, **because})),
        "event: copied with everybody": plain(
            asking.api("POST", "copies/", {"name": "Next", "entrants": True})
        ),
        "event: template": plain(asking.api("PUT", "template/", {"wanted": True})),
        "event: cancel": plain(asking.api("POST", "cancel/", because)),
        "event: restore": after(asking.api("POST", "cancel/", because), asking.api("POST", "restore/")),
        "event: page of the plan": plain(asking.page("edit/plan/", {"rounds_a_day": "13"})),
        "event: page of prizes, wrong": plain(asking.page("prizes/", {"prizes": "wrong\n" * 100})),
        "event: page of stages, wrong": plain(asking.page("edit/stages/", {})),
        "event: page of choices, wrong": plain(asking.page("edit/", {"name": ""})),
        "announcement": plain(
            asking.api("POST", "announcements/", {"text": "Round ten begins at four.", "minutes": 60})
        ),
        "announcement: taken back": plain(asking.api("DELETE", f"announcements/{announcement.pk}/")),
        "staff: a role": plain(asking.api("POST", "staff/", {"who": "player20", "role": "judge"})),
        "staff: a link": plain(
            asking.api("POST", "role-links/", {"role": "judge", "whom": "Somebody", "days": 2})
        ),
        "stand-in": plain(asking.api("PUT", "stand-in/", {"account": "hedda"})),
        "webhook": plain(
            asking.api("POST", "webhooks/", {"url": "https://example.org/hook", "kinds": ["round.published"]})
        ),
        "webhook: test": plain(asking.api("POST", f"webhooks/{endpoint.pk}/test/")),
        "webhook: again": plain(asking.api("POST", f"webhook-deliveries/{delivery.pk}/again/")),
        "webhook: paused": plain(asking.api("PATCH", f"webhooks/{endpoint.pk}/", {"paused": True})),
        "webhook: deleted": plain(asking.api("DELETE", f"webhooks/{endpoint.pk}/")),
        "card list of 5,000: looked over": plain(asking.api("POST", "card-list/check/", {"text": cards})),
        "card list of 5,000": plain(asking.api("PUT", "card-list/", {"text": cards, **because})),
        "card list of 5,000: page": plain(asking.page("card-list/", {"text": cards, "do": "look"})),
        "card list of 5,000: removed": after(
            asking.api("PUT", "card-list/", {"text": cards, **because}),
            asking.api("DELETE", "card-list/?reason=So."),
        ),
        "card list, every line wrong": plain(asking.api("POST", "card-list/check/", {"text": wrong_csv()})),
        "card list, every line wrong: page": plain(
            asking.page("card-list/", {"text": wrong_csv(), "do": "look"})
        ),
    }


def csv_of(cards: int) -> str:
    """A card list of so many cards of Looney Tunes."""
    rows = (f"Card of the Number {n},scene,red,{n % 9 + 1},{n % 5}" for n in range(cards))
    return "\n".join(["title,type,color,rank,points", *rows]) + "\n"


def wrong_csv() -> str:
    """As many wrong lines as a list may have bytes for."""
    return "title,type,color,rank,points\n" + "x,hero,red,4,\n" * 130_000


def _of_rounds(event: Event, asking: Asking) -> Doors:
    round = event.rounds.get(state="running")
    number, next_one = round.number, round.number + 1

    def decided() -> None:
        decide(round)

    def finished() -> None:
        decided()
        finish_round(round, by=actor(OLGA), now=at(number * 60 + 40))

    def offered() -> Round:
        finished()
        return offer_round(event, by=actor(OLGA), now=at(next_one * 60 - 5))

    def published() -> None:
        publish_round(offered(), by=actor(OLGA), now=at(next_one * 60 - 5))

    def ready(state: Callable[[], object], act: Callable[[], Act]) -> Callable[[], Act]:
        def made() -> Act:
            state()
            warm(event)
            return act()

        return made

    def step(word: str, of: int = next_one, body: object = None) -> Callable[[], Act]:
        return lambda: asking.api("POST", f"rounds/{of}/{word}/", body)

    because = {"reason": "So."}

    def seats(kind: str) -> Act:
        held = event.rounds.get(number=next_one).offers.get(replaced_at=None).pairing
        a, b = (held["tables"][n]["seats"][0] for n in (0, 1))
        if kind == "put":
            tables = held["tables"]
            tables[0]["seats"][0], tables[1]["seats"][0] = b, a
            return asking.api("PUT", "offer/", {"pairing": held, **because})
        if kind == "page":
            ids = dict(event.entrants.values_list("code", "pk"))
            return asking.page(
                f"rounds/{next_one}/offer/swap/", {"first": ids[a], "second": ids[b], **because}
            )
        return asking.api("POST", "offer/swap/", {"first": a, "second": b, **because})

    def place() -> Act:
        held = event.rounds.get(number=next_one).offers.get(replaced_at=None).pairing
        a, b = (held["tables"][n]["seats"][0] for n in (0, 1))
        return asking.api("POST", "offer/place/", {"entrants": [a, b], "table": 1, **because})

    def exchange() -> Act:
        matches = event.rounds.get(number=next_one).matches.order_by("table")[:2]
        a, b = (match.seats.get(letter="A").entrant.code for match in matches)
        return asking.api("POST", f"rounds/{next_one}/exchange/", {"first": a, "second": b, **because})

    return {
        "round: finish": ready(decided, step("finish", number, {"accept_reports": True})),
        "round: unfinish": ready(finished, step("unfinish", number, because)),
        "round: offer": ready(finished, lambda: asking.api("POST", "rounds/")),
        "round: offer: page": ready(finished, lambda: asking.page("rounds/offer/", {})),
        "offer: put whole": ready(offered, lambda: seats("put")),
        "offer: swap": ready(offered, lambda: seats("swap")),
        "offer: swap: page": ready(offered, lambda: seats("page")),
        "offer: place": ready(offered, place),
        "offer: taken back": ready(offered, lambda: asking.api("DELETE", "offer/")),
        "round: publish": ready(offered, step("publish", body={})),
        "round: start": ready(published, step("start")),
        "round: withdraw": ready(published, step("withdraw", body={**because, "void_results": True})),
        "round: exchange": ready(published, exchange),
        "undo: to round 8": plain(
            asking.api("POST", "undo/", {"to": number - 1, "void_results": True, **because})
        ),
        "undo: all rounds": plain(asking.api("POST", "undo/", {"to": 0, "void_results": True, **because})),
        "undo: page, all rounds": plain(
            asking.page("rounds/undo/", {"to": "0", "void_results": "1", **because})
        ),
        "undo: page, not confirmed": plain(asking.page("rounds/undo/", {"to": "0", **because})),
        "event: finish": ready(finished, lambda: asking.api("POST", "finish/", because)),
        "event: reopen": ready(
            lambda: (finished(), finish_event(event, by=actor(OLGA), now=at(999), reason="So.")),
            lambda: asking.api("POST", "reopen/"),
        ),
    }


def _of_leaving(event: Event) -> Doors:
    def gone(who: str) -> Callable[[], Act]:
        user = actor(who).user
        assert user is not None

        def made() -> Act:
            user.set_password("secret words")
            user.save()
            asking = Asking(event.slug, who)
            return asking.api("POST", "/me/deletion/", {"confirm": True, "password": "secret words"})

        return made

    return {
        "account deleted: a player": gone("player11"),
        "account deleted: the scorekeeper of 20,000 results": gone("sam"),
    }
