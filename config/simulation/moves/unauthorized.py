"""People who try what is not theirs: whoever holds none of the roles an action is open to is refused.

The roles stand here once more, as the guides tell them, and not as the site's own table does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.site_client import API, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

ORGANISER, HEAD, JUDGE, SCORES = "organiser", "head_judge", "judge", "scorekeeper"

#: verb: (method, address, body, whose it is)
THEIRS: dict[str, tuple[str, str, dict[str, Any], tuple[str, ...]]] = {
    "edit_event": ("PATCH", "{event}", {"venue": "Elsewhere"}, (ORGANISER,)),
    "grant_role": ("POST", "{event}staff/", {"who": "eve", "role": "judge"}, (ORGANISER,)),
    "event-cancel": ("POST", "{event}cancel/", {"reason": "no"}, (ORGANISER,)),
    "event-finish": ("POST", "{event}finish/", {"reason": "no"}, (ORGANISER,)),
    "event-undo-start": ("POST", "{event}undo-start/", {}, (ORGANISER,)),
    "late_entry": ("POST", "{event}late-entries/", {"name": "Nobody"}, (ORGANISER, SCORES)),
    "edit_entrant": ("PATCH", "{entrant}", {"rating": 1}, (ORGANISER, SCORES)),
    "claim_link": ("POST", "{entrant}claim-link/", {}, (ORGANISER, SCORES)),
    "award_bye": ("POST", "{entrant}byes/", {"round_number": 40}, (ORGANISER, SCORES)),
    "entrant-disqualify": ("POST", "{entrant}disqualify/", {"reason": "no"}, (ORGANISER, HEAD)),
    "entrant-reinstate": ("POST", "{entrant}reinstate/", {"reason": "no"}, (ORGANISER, HEAD)),
    "entrant-no-show": ("POST", "{entrant}no-show/", {}, (ORGANISER, SCORES)),
    "entrant-return": ("POST", "{entrant}return/", {}, (ORGANISER, SCORES)),
    "entrant-drop": ("POST", "{entrant}drop/", {}, (ORGANISER, SCORES, "himself")),
    "offer_round": ("POST", "{event}rounds/", {}, (ORGANISER, SCORES)),
    "round-publish": ("POST", "{round}publish/", {}, (ORGANISER, SCORES)),
    "round-start": ("POST", "{round}start/", {}, (ORGANISER, SCORES)),
    "round-finish": ("POST", "{round}finish/", {"accept_reports": True}, (ORGANISER, SCORES)),
    "round-unfinish": ("POST", "{round}unfinish/", {"reason": "no"}, (ORGANISER, SCORES)),
    "round-withdraw": (
        "POST",
        "{round}withdraw/",
        {"reason": "no", "void_results": True},
        (ORGANISER, SCORES),
    ),
    "clock-pause": ("POST", "{round}clock/pause/", {}, (ORGANISER, SCORES, HEAD)),
    "clock-stop": ("POST", "{round}clock/stop/", {"reason": "no"}, (ORGANISER, HEAD)),
    "clock-reveal": ("POST", "{round}clock/reveal/", {"reason": "no"}, (ORGANISER, HEAD)),
    "clock-extend": ("POST", "{round}clock/extend/", {"minutes": 5}, (ORGANISER, HEAD)),
    "clock-call": ("POST", "{round}clock/call/", {}, (ORGANISER, HEAD)),
    "extend_match": ("POST", "{match}extend/", {"minutes": 5}, (ORGANISER, HEAD, JUDGE)),
    "enter_result": (
        "PUT",
        "{match}result/",
        {"kind": "double_loss", "reason": "no"},
        (ORGANISER, HEAD, SCORES),
    ),
    "clear_result": ("DELETE", "{match}result/", {"reason": "no"}, (ORGANISER, HEAD, SCORES)),
    "report_result": ("POST", "{match}reports/", {"kind": "conceded", "winner": "A"}, ("at the table",)),
    "take_back_report": ("DELETE", "{match}reports/", {}, ("at the table",)),
    "confirm_result": ("POST", "{match}confirm/", {}, ("at the table",)),
    "event-file": ("GET", "{event}offer/", {}, (ORGANISER, SCORES)),
    "disputes": ("GET", "{event}disputes/", {}, (ORGANISER, HEAD, JUDGE, SCORES)),
    "penalties": ("GET", "{event}penalties/", {}, (ORGANISER, HEAD, JUDGE, SCORES)),
    "penalties as a table": ("GET", "{event}export/penalties.csv", {}, (ORGANISER, HEAD, JUDGE, SCORES)),
    "entrant's penalties": ("GET", "{entrant}penalties/", {}, (ORGANISER, HEAD, JUDGE)),
    "desk": ("GET", "{event}next/", {}, (ORGANISER, HEAD, JUDGE, SCORES)),
}


def intrude(day: Day) -> Ask | None:
    """Somebody tries something that is not his to do."""
    verb = day.chance.choice(list(THEIRS))
    method, address, body, roles = THEIRS[verb]
    tables = [table for table in day.expected.every_table() if not table.bye]
    if ("{match}" in address and not tables) or ("{round}" in address and not day.expected.number):
        return None
    code = day.chance.choice(list(day.expected.statuses))
    table = day.chance.choice(tables) if "{match}" in address else None
    seated = set(table.seats.values()) if table is not None else set()
    own = {code} if "himself" in roles else seated if "at the table" in roles else set()
    who = day.people.without(*roles)
    # whom it is about is nearest to being let through
    about = seated if table is not None else {code} if "{entrant}" in address else set()
    if about and not own and day.chance.once_in(2):
        who = day.people.players[day.chance.choice(sorted(about))]
    if who.code in own:
        return None
    path = address.format(
        event=day.path(),
        entrant=day.path(f"entrants/{code}/"),
        round=day.path(f"rounds/{day.expected.number}/"),
        match=f"{API}matches/{table.pk}/" if table is not None else "",
    )
    return Ask(verb, who, method, path, dict(body), day.word("k"), may=False)
