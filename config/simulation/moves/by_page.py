"""The same requests by the forms of pages: what a browser sends of the page it was shown, at once or much later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from config.simulation.browsers import Form, forms_of
from config.simulation.expected import REPORTED, said
from config.simulation.moves.clocks import was_called
from config.simulation.moves.forms import ENTRANT, MATCH, Way, way_of
from config.simulation.moves.players import report_of
from config.simulation.site_client import FORM, Answer, Ask, Person
from referee.models.live import LiveTable
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.results import Report, Result
from tournaments.models.rounds import Round

if TYPE_CHECKING:
    from config.simulation.day import Day

#: What the API takes also after time was called, when the desk's page does not offer it.
AT_TIMES = ("clock-pause", "clock-extend", "clock-call", "clock-stop", "clock-reveal")
#: Tabs that stay open.
MAX_TABS = 40
#: Old forms that must be refused once their round is over: those of a round, and of players at its tables.
OF_A_ROUND = (
    "round-publish",
    "round-start",
    "round-withdraw",
    "withdraw_offer",
    "report_result",
    "confirm_result",
)


@dataclass(frozen=True)
class Tab:
    """A page that was left open."""

    verb: str
    who: Person
    form: Form
    filled: dict[str, Any]
    event: str
    round: int


def by_page(day: Day, ask: Ask) -> Ask:
    """The request as a form, where its page shows one to this person; else as it was."""
    way = way_of(day, ask) if ask.may is not False else None
    if way is None or not day.people.open_browser(ask.who):
        return ask
    seen = day.site.see(ask.who, way.page)
    form = _standing_at(seen, way)
    if form is None and ask.verb in ("correct_result", "enter_result"):  # a report may stand by now
        seen = _looked_first(day, ask, way, seen)
        form = _standing_at(seen, way)
    if form is None:
        sure = ask.sure and not (ask.verb in AT_TIMES and was_called(day))
        day.check(not sure, "pages offer it", f"{way.page} has no {way.action} for {ask.who}: {seen.status}")
        return ask
    day.tabs = [
        *day.tabs[-MAX_TABS:],
        Tab(ask.verb, ask.who, form, way.filled, day.slug, day.expected.number),
    ]
    return _sending(day, ask, form, way.action, way.filled)


def _standing_at(seen: Answer, way: Way) -> Form | None:
    """The form on the page that was shown."""
    return next((form for form in forms_of(seen.text) if (form.action or way.page) == way.action), None)


def _looked_first(day: Day, ask: Ask, way: Way, seen: Answer) -> Answer:
    """A result that stands is corrected from the page that shows what would follow."""
    action = f"{way.page}follows/"
    form = next((form for form in forms_of(seen.text) if form.action.partition("#")[0] == action), None)
    if form is None:
        return seen
    sent = form.fields | way.filled
    return day.site.send(Ask("see what follows", ask.who, "POST", action, sent, content_type=FORM))


def _sending(day: Day, ask: Ask, form: Form, action: str, filled: dict[str, Any]) -> Ask:
    after = AFTER.get(ask.verb.partition("-")[0], _nothing)

    def done(answer: Answer) -> None:
        day.check(answer.status == 303, "answered", f"form {ask.verb} leads nowhere: {answer.status}")
        ask.done(Answer(answer.status, after(day, ask), answer.text))

    sent = Ask(
        f"form {ask.verb}",
        ask.who,
        "POST",
        action,
        form.fields | filled,
        day.word("form"),
        done,
        ask.refused,
        ask.may,
        ask.sure,
        content_type=FORM,
        never=ask.never,
        unless_beside=ask.unless_beside,
        whole=ask.whole,
        by_log=ask.by_log,
    )
    return sent


def old_form(day: Day) -> Ask | None:
    """A form that was left open in a round that is over: it is refused, whoever sends it. Who says yes to the very
    result that stands says it once more, and nothing follows."""
    over = [
        tab
        for tab in day.tabs
        if tab.event == day.slug and tab.verb in OF_A_ROUND and tab.round < day.expected.number
    ]
    over = [tab for tab in over if tab.round in day.expected.finished]
    if not over:
        return None
    tab = day.chance.choice(over)
    body = tab.form.fields | tab.filled | {"reason": day.word("old")}
    return Ask(
        f"old form {tab.verb}",
        tab.who,
        "POST",
        tab.form.action,
        body,
        day.word("old"),
        may=None,
        never=not _stands(tab),
        content_type=FORM,
    )


def _stands(tab: Tab) -> bool:
    """Whether the form says yes to the result that stands, or to the report that became it."""
    seen = tab.form.fields.get("seen", "")
    if tab.verb != "confirm_result" or not seen:
        return False
    standing = Result.objects.filter(match=int(MATCH.findall(tab.form.action)[0]), replaced_at=None)
    return standing.filter(Q(pk=int(seen)) | Q(replaces=int(seen))).exists()


def look(day: Day) -> Ask | None:
    """Somebody looks at a page; what he may not know stands nowhere in it."""
    who = day.chance.choice([day.people.visitor, day.people.name_problem, *day.people.players.values()])
    tables = day.expected.every_table()
    pages = [
        "",
        "me/",
        "me/penalties/",
        "penalties/",
        "standings/",
        "entrants/",
        "projector/",
        f"rounds/{max(1, day.expected.number)}/",
    ]
    path = f"/events/{day.slug}/{day.chance.choice(pages)}"
    if tables and day.chance.once_in(3):
        path = f"/matches/{day.chance.choice(tables).pk}/"
    day.people.open_browser(who)
    return Ask("look at a page", who, "GET", path, may=None, content_type=FORM)


def confirm_too_late(day: Day) -> Ask | None:
    """A player looks at what was reported; the other corrects it; only then the first says yes to what he saw."""
    tables = [
        table
        for table in day.expected.tables.values()
        if table.state == REPORTED and len(table.reports) == 1 and not table.logged and len(table.seats) == 2
    ]
    if not tables or day.expected.round_state != "running":
        return None
    table = day.chance.choice(tables)
    (reporter,) = table.reports
    other = next(code for code in table.seats.values() if code != reporter)
    who, action = day.people.players[other], f"/matches/{table.pk}/confirm/"
    if not day.people.open_browser(who):
        return None
    seen = day.site.see(who, f"/events/{day.slug}/me/")
    form = next((form for form in forms_of(seen.text) if form.action == action), None)
    day.check(
        form is not None, "pages offer it", f"{who} is not asked whether the report of {table} is right"
    )
    assert form is not None
    was = table.outcome
    day.quietly(report_of(day, table, reporter, agrees=False))
    changed = table.state == REPORTED and table.outcome != was
    ask = Ask("old form confirm_result", who, "POST", action, form.fields, day.word("late"))
    ask.content_type, ask.never = FORM, changed
    return ask if changed else None


# -- what the API would have answered


def _nothing(day: Day, ask: Ask) -> Any:
    return None


def _reported(day: Day, ask: Ask) -> Any:
    match = int(MATCH.findall(ask.path)[0])
    reports = Report.objects.filter(match=match, entrant__code=ask.who.code).order_by("-pk")
    kept = [report.pk for report in reports if said(report.outcome) == said(ask.body)]
    day.check(bool(kept), "acknowledged once", f"the report of {ask.who} at {match} is not there")
    return {"id": kept[0]}


def _offered(day: Day, ask: Ask) -> Any:
    rounds = Round.objects.filter(event__slug=day.slug).exclude(state="withdrawn").order_by("-number")
    return {"number": rounds[0].number}


def _stepped(day: Day, ask: Ask) -> Any:
    return {"state": Event.objects.values_list("state", flat=True).get(slug=day.slug)}


def _chosen(day: Day, ask: Ask) -> Any:
    return Event.objects.filter(slug=day.slug).values(*(name for name in ask.body if name != "reason")).get()


def _moved(day: Day, ask: Ask) -> Any:
    code = ENTRANT.findall(ask.path)[0]
    return {"status": Entrant.objects.values_list("status", flat=True).get(event__slug=day.slug, code=code)}


def _entered(day: Day, ask: Ask) -> Any:
    entrant = Entrant.objects.filter(event__slug=day.slug, name=ask.body["name"]).first()
    day.check(entrant is not None, "acknowledged once", f"{ask.body['name']} is not among the entrants")
    assert entrant is not None
    return {"code": entrant.code, "status": str(entrant.status)}


def _opened(day: Day, ask: Ask) -> Any:
    tables = LiveTable.objects.filter(record__match=int(MATCH.findall(ask.path)[0]))
    opened = tables.filter(record__game_number=ask.body["game_number"]).values_list("pk", "record")
    day.check(len(opened) == 1, "acknowledged once", f"{ask.path} opened {len(opened)} live tables")
    return {"id": opened[0][0], "record": opened[0][1]}


AFTER: dict[str, Callable[[Day, Ask], Any]] = {
    "report_result": _reported,
    "offer_round": _offered,
    "open_live_table": _opened,
    "add_entrant": _entered,
    "late_entry": _entered,
    "edit_event": _chosen,
    "event": _stepped,
    "entrant": _moved,
}
