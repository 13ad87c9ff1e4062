"""Where pages have a form for what programs ask of the API: the page, where the form goes, what is filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from config.simulation.expected import OPEN, REPORTED
from config.simulation.site_client import Ask
from tournaments.models.entrants import Entrant

if TYPE_CHECKING:
    from config.simulation.day import Day

MATCH = re.compile(r"matches/(\d+)/")
ENTRANT = re.compile(r"entrants/([^/]+)/")
NUMBER = re.compile(r"rounds/(\d+)/")
#: What a form's button is called where the API has another word.
OTHER_WORDS = {"unfinish": "reopen"}


@dataclass(frozen=True)
class Upload:
    """A file of a form, which is read anew each time the form is sent."""

    name: str
    text: str

    def read(self) -> bytes:
        return self.text.encode()


@dataclass(frozen=True)
class Way:
    """Where a form stands, where it goes, and what is filled in."""

    page: str
    action: str
    filled: dict[str, Any]


Fitting = Callable[["Day", Ask, str], "Way | None"]


def way_of(day: Day, ask: Ask) -> Way | None:
    """Where the request has its form; None where it goes by the API alone."""
    way = WAYS.get(ask.verb) or WAYS.get(ask.verb.partition("-")[0])
    return None if way is None else way(day, ask, f"/events/{day.slug}/")


def _of_new_entrant(day: Day, ask: Ask, event: str) -> Way:
    filled = {name: value for name, value in ask.body.items() if value is not None}
    return Way(f"{event}entrants/", f"{event}entrants/add/", filled)


def _of_pairing_made(day: Day, ask: Ask, event: str) -> Way:
    filled = {name: ask.body[name] for name in ("by_hand", "absent")}
    return Way(f"{event}desk/", f"{event}rounds/offer/", filled)


def _as_sent(page: str, action: str = "") -> Fitting:
    """A form with a field for everything that the API takes."""

    def way(day: Day, ask: Ask, event: str) -> Way:
        filled = {name: str(said) for name, said in ask.body.items()}
        return Way(event + page, event + (action or page), filled)

    return way


def _of_deck(day: Day, ask: Ask, event: str) -> Way | None:
    """A player's own page, or that of an entrant, which only judges read."""
    code, said = ENTRANT.findall(ask.path)[0], json.dumps(ask.body["body"])
    if not ask.who.code and "scorekeeper" in ask.who.roles:
        return None
    address = f"{event}deck/" if ask.who.code else f"{event}entrants/{_number_of(day, code)}/deck/"
    by_file = day.chance.once_in(2)
    return Way(address, address, {"file": Upload("deck.json", said)} if by_file else {"text": said})


def _of_live_table(day: Day, ask: Ask, event: str) -> Way | None:
    if ask.body["options"]:
        return None
    address = f"/matches/{MATCH.findall(ask.path)[0]}/live/"
    filled = {"game_number": str(ask.body["game_number"]), "mode": ask.body["mode"]}
    return Way(address, address, filled)


def _of_clock(day: Day, ask: Ask, event: str) -> Way:
    filled = {"minutes": str(ask.body["minutes"])} if "minutes" in ask.body else {}
    rest = ask.path.partition(f"{day.slug}/")[2]
    return _of_desk(event, rest, filled | _reason(ask.body))


def _of_event(day: Day, ask: Ask, event: str) -> Way | None:
    if ask.verb == "event-finish" and day.expected.round_state == "offered":
        return None  # the desk's page has an offer taken back first
    body = ask.body
    filled = {"lists_missing": body["lists_missing"]} if "lists_missing" in body else {}
    return _of_desk(event, f"desk/{ask.verb.removeprefix('event-')}/", filled | _reason(body))


def _of_offer_back(day: Day, ask: Ask, event: str) -> Way:
    return _of_offer(event, day.expected.number, "take-back")


def _of_desk(event: str, action: str, filled: dict[str, str]) -> Way:
    return Way(f"{event}desk/", event + action, filled)


def _of_offer(event: str, number: int, word: str) -> Way:
    return Way(f"{event}rounds/{number}/offer/", f"{event}rounds/{number}/{word}/", {})


def _of_round(day: Day, ask: Ask, event: str) -> Way:
    """A step of a round, from the desk or from its offer."""
    number, word, body = NUMBER.findall(ask.path)[0], ask.verb.removeprefix("round-"), ask.body
    if word == "publish":
        return _of_offer(event, int(number), word)
    if word == "finish":
        # the page's button takes what was reported of itself
        body["accept_reports"] |= any(table.state == REPORTED for table in day.expected.tables.values())
    filled = {name: "on" for name in ("accept_reports", "void_results") if body.get(name)}
    return _of_desk(event, f"rounds/{number}/{OTHER_WORDS.get(word, word)}/", filled | _reason(body))


def _of_pairing(day: Day, ask: Ask, event: str) -> Way:
    """Two change places, or are put at a table of the offer."""
    address, body = f"{event}rounds/{day.expected.number}/offer/", ask.body
    if ask.verb == "swap_entrants":
        first, second, filled = body["first"], body["second"], {}
    else:
        (first, second), filled = body["entrants"], {"table": str(body["table"])}
    filled |= {"first": _number_of(day, first), "second": _number_of(day, second), **_reason(body)}
    return Way(address, address + ask.verb.partition("_")[0] + "/", filled)


def _number_of(day: Day, code: str) -> str:
    """An entrant as pages name him."""
    return str(Entrant.objects.values_list("pk", flat=True).get(event__slug=day.slug, code=code))


def _reason(body: dict[str, Any]) -> dict[str, str]:
    return {"reason": body["reason"]} if body.get("reason") else {}


def _of_entrant(day: Day, ask: Ask, event: str) -> Way | None:
    code = ENTRANT.findall(ask.path)[0]
    number = _number_of(day, code)
    page = f"{event}me/" if ask.who.code else f"{event}entrants/{number}/"
    word = ask.verb.removeprefix("entrant-")
    if word == "keep":
        page = f"{event}desk/"
    if word == "undo-check-in" and ask.who.code:
        return None  # a player's page has no button for it
    return Way(page, f"{event}entrants/{number}/{word}/", _reason(ask.body))


OF_TABLES = {
    "report_result": "report",
    "say_missing": "missing",
    "say_came": "missing",
    "confirm_result": "confirm",
    "take_back_report": "take-back",
    "enter_result": "enter",
    "correct_result": "enter",
    "clear_result": "clear",
    "extend_match": "extend",
}


def _of_table(day: Day, ask: Ask, event: str) -> Way | None:
    table, word = MATCH.findall(ask.path)[0], OF_TABLES[ask.verb]
    filled = _reason(ask.body)
    if word == "take-back" and ask.never:
        return None  # the page asks for the report that it shows: an old one is a program's
    if word in ("report", "enter"):
        if "ranking" in ask.body:
            return None
        filled |= _outcome(ask.body)
    elif word == "extend":
        filled |= {"minutes": str(ask.body["minutes"])}
    elif word == "missing":
        code, told = ask.body["entrant"], day.expected.tables.get(int(table))
        if told is None or told.state != OPEN or (told.missing is None) != bool(code):
            return None  # the page asks whether one is missing, or says that he is
        filled |= {"entrant": _number_of(day, code)} if code else {"came": "1"}
    page = f"{event}me/" if word in ("report", "confirm", "take-back", "missing") else f"/matches/{table}/"
    return Way(page, f"/matches/{table}/{word}/", filled)


def _outcome(outcome: dict[str, Any]) -> dict[str, str]:
    """An outcome as the result form says it: by its button where there is one, else by its fields."""
    kind, winner, games = outcome.get("kind", "played"), outcome.get("winner"), outcome.get("games")
    if kind == "played" and games is None:
        return {"result": "draw" if winner is None else f"win:{winner}"}
    if kind == "played" and games and games != [1, 1, 1]:
        return {"result": "games:" + "-".join(map(str, games))}
    filled = {"result": "other", "kind": kind}
    if kind != "double_loss":
        filled["winner"] = winner or "-"
    if games:
        filled |= dict(zip(("games_a", "games_b", "games_drawn"), map(str, games), strict=True))
    return filled


#: By the verb, or by what stands before its hyphen.
WAYS: dict[str, Fitting] = {
    "add_entrant": _of_new_entrant,
    "late_entry": _of_new_entrant,
    "offer_round": _of_pairing_made,
    "swap_entrants": _of_pairing,
    "place_entrants": _of_pairing,
    "grant_role": _as_sent("staff/", "staff/grant/"),
    "edit_event": _as_sent("edit/"),
    "submit_deck": _of_deck,
    "open_live_table": _of_live_table,
    "announce": _as_sent("desk/announcements/"),
    "check_in_code": _as_sent("entrants/check-in/", "entrants/check-in/code/"),
    "withdraw_offer": _of_offer_back,
    "round": _of_round,
    "clock": _of_clock,
    "event": _of_event,
    "entrant": _of_entrant,
} | dict.fromkeys(OF_TABLES, _of_table)
