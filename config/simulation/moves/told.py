"""Organisers add webhooks, pause and delete them; players ask their phones to tell them, and no more of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.outside import Hook
from config.simulation.site_client import FORM, Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

KINDS = (
    *("event.state_changed", "round.published", "round.changed", "round.started", "round.finished"),
    *("round.reopened", "round.withdrawn", "result.final", "result.withdrawn", "standings.changed"),
)
ABOUT = ("round", "time", "call", "penalty")
MOST_HOOKS, MOST_PHONES = 2, 3


def change_told(day: Day) -> None:
    """One more who is told, or one less. In the middle of it nothing happens: who listens is known for certain."""
    if day.expected.state not in ("registration", "check_in", "running"):
        return
    hooks = [(url, hook) for url, hook in day.outside.hooks.items() if hook.live]
    phones = [(url, phone) for url, phone in day.outside.phones.items() if phone.live]
    if len(hooks) < MOST_HOOKS and day.chance.once_in(2):
        _add(day)
    elif hooks and day.chance.once_in(2):
        _change(day, day.chance.choice(hooks)[1])
    elif day.chance.once_in(3):
        _be_mailed(day)
    elif len(phones) < MOST_PHONES or not phones:
        _subscribe(day)
    else:
        phone = day.chance.choice(phones)[1]
        path = day.path(f"me/notifications/{phone.number}/")
        if day.quietly(Ask("stop_notifications", phone.who, "DELETE", path, {}, may=None)).done:
            phone.live = False


def _add(day: Day) -> None:
    url, kinds = f"https://hooks.example/{day.word('hook')}", day.chance.sample(KINDS, 6)
    olga = day.people.staff["olga"]
    made = day.quietly(Ask("add_webhook", olga, "POST", day.path("webhooks/"), {"url": url, "kinds": kinds}))
    if made.done:
        secret = made.data["secret"]
        day.outside.hooks[url] = Hook(made.data["id"], secret, tuple(kinds))
        # it is shown this once, and to nobody again
        day.marks.plant(secret)


def _change(day: Day, hook: Hook) -> None:
    olga, path = day.people.staff["olga"], day.path(f"webhooks/{hook.number}/")
    if hook.paused or day.chance.once_in(2):
        paused = not hook.paused
        if paused:
            day.settle_down()
        if day.quietly(Ask("pause_webhook", olga, "PATCH", path, {"paused": paused}, sure=True)).done:
            hook.paused = paused
    elif day.quietly(Ask("delete_webhook", olga, "DELETE", path, {}, sure=True)).done:
        hook.live = False


def _subscribe(day: Day) -> None:
    codes = [code for code in day.playing() if day.people.players[code].authorization]
    if not codes:
        return
    who, url = day.people.players[day.chance.choice(codes)], f"https://push.example/{day.word('phone')}"
    about = tuple(day.chance.sample(ABOUT, 3))
    body: dict[str, Any] = {"channel": "push", "about": list(about), "device": "Simulated"}
    body |= day.outside.new_phone(0, url, who, about)
    path = day.path("me/notifications/")
    answer = day.quietly(Ask("be_told", who, "POST", path, body, may=None))
    if answer.done:
        day.outside.phones[url].number = answer.data["id"]
    else:
        del day.outside.phones[url]


def _be_mailed(day: Day) -> None:
    """A player with an account asks to be told by mail."""
    with_account = [day.people.players[code] for code in day.playing()]
    with_account = [who for who in with_account if who.authorization.startswith("Token ")]
    if with_account:
        who = day.chance.choice(with_account)
        body = {"channel": "mail", "about": list(day.chance.sample(ABOUT, 3))}
        day.quietly(Ask("be_mailed", who, "POST", day.path("me/notifications/"), body, may=None))


def look_outside(day: Day) -> Ask | None:
    """Somebody reads what is made for others than people at a page: calendars, frames, files, paper."""
    event = f"/events/{day.slug}/"
    number = max(1, day.expected.number)
    places = (
        *(f"{event}calendar.ics", f"/embed/{day.slug}/standings/", f"/embed/{day.slug}/pairings/"),
        *(f"/embed/{day.slug}/bracket/", f"{event}exports/", f"{event}entrants/print/"),
        *(f"{event}rounds/{number}/names/", f"{event}rounds/{number}/tables/", f"{event}standings/print/"),
        *(
            day.path(f"export/{word}.{kind}")
            for word in ("matches", "results", "entrants")
            for kind in ("csv", "json")
        ),
        *(day.path("export/event.json"), day.path("export/standings.json")),
    )
    everybody = [day.people.visitor, day.people.name_problem, *day.people.players.values()]
    who, path = day.chance.choice(everybody), day.chance.choice(places)
    ask = Ask("look outside", who, "GET", path, may=None)
    # an offer is nobody's business before it is published
    if f"rounds/{number}/" in path and day.expected.round_state == "offered":
        ask.never = ask.unless_beside = True

    def done(answer: Answer) -> None:
        if day.expected.round_state == "offered" and path.endswith("event.json"):
            shown = [played["number"] for played in answer.data["rounds"]]
            day.check(day.expected.number not in shown, "secrets", f"{who} reads the offer of round {number}")

    ask.done = done
    if not path.startswith(day.path()):
        day.people.open_browser(who)
        if who.browser is not None:
            ask.content_type = FORM
    return ask
