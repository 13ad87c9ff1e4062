"""Where pages have a form for what programs ask of the API: the page, where the form goes, what is filled in."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from config.simulation.expected import REPORTED
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


def way_of(day: Day, ask: Ask) -> Way | None:
    """Where the request has its form; None where it goes by the API alone."""
    event, body = f"/events/{day.slug}/", ask.body
    if ask.verb in ("add_entrant", "late_entry"):
        filled = {name: value for name, value in body.items() if value is not None}
        return Way(f"{event}entrants/", f"{event}entrants/add/", filled)
    if ask.verb == "offer_round":
        return Way(
            f"{event}desk/", f"{event}rounds/offer/", {"by_hand": body["by_hand"], "absent": body["absent"]}
        )
    if ask.verb in ("swap_entrants", "place_entrants"):
        return _of_pairing(day, ask, event)
    if ask.verb == "grant_role":
        return Way(f"{event}staff/", f"{event}staff/grant/", dict(body))
    if ask.verb == "edit_event":
        return Way(f"{event}edit/", f"{event}edit/", {name: str(said) for name, said in body.items()})
    if ask.verb == "submit_deck":
        address = f"{event}entrants/{_number_of(day, ENTRANT.findall(ask.path)[0])}/deck/"
        said = json.dumps(body["body"])
        by_file = day.chance.once_in(2)
        return Way(address, address, {"file": Upload("deck.json", said)} if by_file else {"text": said})
    if ask.verb == "open_live_table" and not body["options"]:
        address = f"/matches/{MATCH.findall(ask.path)[0]}/live/"
        return Way(address, address, {"game_number": str(body["game_number"]), "mode": body["mode"]})
    if ask.verb == "withdraw_offer":
        return _of_offer(event, day.expected.number, "take-back")
    if ask.verb.startswith("round-"):
        return _of_round(day, ask, event)
    if ask.verb.startswith("clock-"):
        filled = {"minutes": str(body["minutes"])} if "minutes" in body else {}
        rest = ask.path.partition(f"{day.slug}/")[2]
        return _of_desk(event, rest, filled | _reason(body))
    if ask.verb == "event-finish" and day.expected.round_state == "offered":
        return None  # the desk's page has an offer taken back first
    if ask.verb.startswith("event-"):
        return _of_desk(event, f"desk/{ask.verb.removeprefix('event-')}/", _reason(body))
    if ask.verb.startswith("entrant-"):
        return _of_entrant(day, ask, event)
    return _of_table(day, ask, event) if ask.verb in OF_TABLES else None


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
    if word == "undo-check-in" and ask.who.code:
        return None  # a player's page has no button for it
    return Way(page, f"{event}entrants/{number}/{word}/", _reason(ask.body))


OF_TABLES = {
    "report_result": "report",
    "confirm_result": "confirm",
    "enter_result": "enter",
    "correct_result": "enter",
    "clear_result": "clear",
    "extend_match": "extend",
}


def _of_table(day: Day, ask: Ask, event: str) -> Way | None:
    table, word = MATCH.findall(ask.path)[0], OF_TABLES[ask.verb]
    filled = _reason(ask.body)
    if word in ("report", "enter"):
        if "ranking" in ask.body:
            return None
        filled |= _outcome(ask.body)
    elif word == "extend":
        filled |= {"minutes": str(ask.body["minutes"])}
    page = f"{event}me/" if word in ("report", "confirm") else f"/matches/{table}/"
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
