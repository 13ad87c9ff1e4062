"""Which action of the table each door that changes something asks for, by the name of its address.

It is asked before anything is read, looked up or drawn: who may never do a thing is refused in the same way whatever he
sends. The change itself asks again, with the state of the event and all that it knows. A test walks every address of
the site: a door that is not here fails it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tournaments.access.actor import Actor
from tournaments.access.permissions import Subject, ever, may, refuse
from tournaments.errors import NotAllowed, NotFound
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.penalties import Penalty
from tournaments.models.rounds import Match

Actions = tuple[str, ...]
#: The door asks who comes by other means: an own account, an own claim link, a computation for everybody.
ANYONE: Actions = ()

#: Pages. One of these actions must be open to who comes. A door for several steps has a line for each.
PAGES: dict[str, Actions] = {
    "settings": ANYONE,
    "set_language": ANYONE,
    "profile": ANYONE,
    "api_tokens": ANYONE,
    "end_api_token": ANYONE,
    "show_page": ANYONE,
    "hide_page": ANYONE,
    "own_data": ANYONE,
    "entry_data": ANYONE,
    "claim": ANYONE,
    "slip_code": ANYONE,
    "event_new": ANYONE,
    "event_import": ANYONE,
    "event_edit": ("edit_event",),
    "stages": ("edit_event",),
    "plan": ("edit_event",),
    "hall": ("edit_event",),
    "prizes": ("edit_event",),
    "job_step:cancel": ANYONE,
    "job_step:resume": ANYONE,
    "series_new": ANYONE,
    "series_edit": ANYONE,
    "series_policy_edit": ANYONE,
    "series_erratum_new": ANYONE,
    "series_erratum": ANYONE,
    "event_series": ("set_series",),
    "event_copy": ("copy_event",),
    "event_template": ("mark_template",),
    "announcements": ("announce",),
    "take_back_announcement": ("announce",),
    "webhooks": ("manage_webhooks",),
    "webhook": ("manage_webhooks",),
    "webhook_again": ("manage_webhooks",),
    "webhook_step:test": ("manage_webhooks",),
    "webhook_step:pause": ("manage_webhooks",),
    "webhook_step:resume": ("manage_webhooks",),
    "webhook_step:delete": ("manage_webhooks",),
    "notifications": ("get_notified",),
    "stop_notifications": ANYONE,
    "judge_notifications": ("get_calls",),
    "stop_judge_notifications": ANYONE,
    "register": ("register",),
    "add_entrant": ("add_entrant", "late_entry"),
    "enter_many": ("add_entrant",),
    "take_back_list": ("add_entrant",),
    "check_in_code": ("check_in_many",),
    "check_in_step:all": ("check_in_many",),
    "check_in_step:some": ("check_in_many",),
    "check_in_step:undo-some": ("check_in_many",),
    "check_in_step:undo-step": ("check_in_many",),
    "claim_slips": ("make_claim_link",),
    "edit_entrant": ("edit_entrant",),
    "entrant_deck": ("submit_deck", "view_deck"),
    "deck_check_draw": ("check_decks",),
    "deck_check": ("check_decks",),
    "my_deck": ("submit_deck",),
    "forbid_pair": ("forbid_pair",),
    "adjust_points": ("adjust_points",),
    "take_back_points": ("adjust_points",),
    "award_bye": ("award_bye",),
    "lift": ("forbid_pair", "award_bye"),
    "card_list": ("edit_card_list",),
    "grant_role": ("grant_role",),
    "revoke_role": ("grant_role",),
    "stand_in": ("name_stand_in",),
    "make_role_link": ("grant_role",),
    "revoke_role_link": ("grant_role",),
    "role_link": ("take_role",),
    "make_offer": ("offer_round",),
    "change_pairing": ("change_published",),
    "swap": ("adjust_round",),
    "place": ("adjust_round",),
    "put_in_range": ("adjust_round",),
    "seating": ("adjust_round",),
    "report": ("report_result",),
    "confirm": ("report_result",),
    "take_back": ("report_result",),
    "missing": ("report_result",),
    "enter": ("enter_result",),
    "result_follows": ("enter_result",),
    "clear": ("correct_result",),
    "extend": ("extend_match",),
    "late": ("penalise_late",),
    "penalty_at": ("give_penalty",),
    "penalty_for": ("give_penalty",),
    "take_back_penalty": ("give_penalty",),
    "change_penalty": ("exceed_policy",),
    "event_step:publish": ("publish_event",),
    "event_step:back-to-draft": ("back_to_draft",),
    "event_step:open-check-in": ("open_check_in",),
    "event_step:back-to-registration": ("back_to_registration",),
    "event_step:undo-start": ("unstart_event",),
    "event_step:reopen": ("reopen_event",),
    "event_step:restore": ("restore_event",),
    "event_step:cancel": ("cancel_event",),
    "event_step:finish": ("finish_event",),
    "event_step:start": ("start_event",),
    "event_step:remind-lists": ("remind_lists",),
    "entrant_step:check-in": ("check_in",),
    "entrant_step:undo-check-in": ("check_in",),
    "entrant_step:drop": ("drop",),
    "entrant_step:return": ("return_entrant",),
    "entrant_step:no-show": ("no_show",),
    "entrant_step:keep": ("keep_absent",),
    "entrant_step:paid": ("mark_paid",),
    "entrant_step:not-paid": ("mark_paid",),
    "entrant_step:disqualify": ("disqualify",),
    "entrant_step:reinstate": ("disqualify",),
    "entrant_step:claim-link": ("make_claim_link",),
    "entrant_step:revoke-links": ("make_claim_link",),
    "clock_step:pause": ("pause_clock",),
    "clock_step:resume": ("pause_clock",),
    "clock_step:stop": ("stop_clock",),
    "clock_step:extend": ("extend_round",),
    "clock_step:call": ("call_time",),
    "clock_step:reveal": ("reveal_end",),
    "round_step:publish": ("publish_round",),
    "round_step:publish-and-start": ("publish_round", "start_round"),
    "round_step:start": ("start_round",),
    "round_step:finish": ("finish_round",),
    "round_step:reopen": ("unfinish_round",),
    "round_step:withdraw": ("withdraw_round",),
    "undo_rounds": ("void_rounds",),
    "round_step:take-back": ("withdraw_round",),
}

#: The API, with the method.
API: dict[str, Actions] = {
    "POST token": ANYONE,
    "POST my-token": ANYONE,
    "DELETE my-token": ANYONE,
    "POST my-tokens": ANYONE,
    "DELETE one-of-my-tokens": ANYONE,
    "PATCH me": ANYONE,
    "PUT my-page": ANYONE,
    "POST my-notifications": ("get_notified",),
    "DELETE one-of-my-notifications": ANYONE,
    "POST judge-notifications": ("get_calls",),
    "DELETE one-judge-notification": ANYONE,
    "DELETE my-page": ANYONE,
    "POST my-deletion": ANYONE,
    "POST entry-deletion": ANYONE,
    "POST adopt": ANYONE,
    "POST events": ANYONE,
    "POST imports": ANYONE,
    "POST import-check": ANYONE,
    "PATCH event": ("edit_event",),
    "POST cancel-job": ANYONE,
    "POST resume-job": ANYONE,
    "POST series": ANYONE,
    "PATCH one-series": ANYONE,
    "PUT series-penalty-policy": ANYONE,
    "DELETE series-penalty-policy": ANYONE,
    "POST series-errata": ANYONE,
    "PUT series-erratum": ANYONE,
    "DELETE series-erratum": ANYONE,
    "PUT event-series": ("set_series",),
    "POST copies": ("copy_event",),
    "PUT template": ("mark_template",),
    "POST announcements": ("announce",),
    "DELETE announcement": ("announce",),
    "POST webhooks": ("manage_webhooks",),
    "PATCH webhook": ("manage_webhooks",),
    "DELETE webhook": ("manage_webhooks",),
    "POST webhook-test": ("manage_webhooks",),
    "POST webhook-again": ("manage_webhooks",),
    "POST staff": ("grant_role",),
    "DELETE role": ("grant_role",),
    "PUT stand-in": ("name_stand_in",),
    "POST role-links": ("grant_role",),
    "DELETE role-link": ("grant_role",),
    "POST take-role": ("take_role",),
    "PUT card-list": ("edit_card_list",),
    "DELETE card-list": ("edit_card_list",),
    "POST card-list-check": ("edit_card_list",),
    "POST register": ("register",),
    "POST late-entries": ("late_entry",),
    "POST forbidden-pairs": ("forbid_pair",),
    "DELETE forbidden-pair": ("forbid_pair",),
    "POST entrants": ("add_entrant",),
    "POST check-ins": ("check_in_many",),
    "POST check-ins-undo": ("check_in_many",),
    "POST check-in-code": ("check_in_many",),
    "POST entrant-list": ("add_entrant",),
    "POST entrant-list-check": ("add_entrant",),
    "DELETE entrant-taken-list": ("add_entrant",),
    "PATCH entrant": ("edit_entrant",),
    "POST claim-link": ("make_claim_link",),
    "DELETE claim-link": ("make_claim_link",),
    "POST adjustments": ("adjust_points",),
    "DELETE adjustment": ("adjust_points",),
    "POST byes": ("award_bye",),
    "DELETE bye": ("award_bye",),
    "POST deck-check-draw": ("check_decks",),
    "POST deck-check": ("check_decks",),
    "PUT deck-check": ("check_decks",),
    "POST deck-check-end": ("check_decks",),
    "PUT deck": ("submit_deck",),
    "DELETE deck": ("submit_deck",),
    "PUT offer": ("adjust_round",),
    "DELETE offer": ("offer_round",),
    "POST exchange": ("change_published",),
    "POST seat-late": ("change_published",),
    "POST unseat-late": ("change_published",),
    "POST swap": ("adjust_round",),
    "POST place": ("adjust_round",),
    "POST in-range": ("adjust_round",),
    "POST extend": ("extend_match",),
    "POST penalties": ("give_penalty",),
    "PATCH penalty": ("exceed_policy",),
    "DELETE penalty": ("give_penalty",),
    "POST late": ("penalise_late",),
    "DELETE late": ("penalise_late",),
    "POST reports": ("report_result",),
    "DELETE reports": ("report_result",),
    "POST confirm": ("report_result",),
    "POST result-follows": ("enter_result",),
    "PUT missing": ("report_result",),
    "PUT result": ("enter_result", "correct_result"),
    "DELETE result": ("correct_result",),
    "POST event-publish": ("publish_event",),
    "POST event-back-to-draft": ("back_to_draft",),
    "POST event-open-check-in": ("open_check_in",),
    "POST event-back-to-registration": ("back_to_registration",),
    "POST event-start": ("start_event",),
    "POST event-remind-lists": ("remind_lists",),
    "POST event-undo-start": ("unstart_event",),
    "POST event-finish": ("finish_event",),
    "POST event-reopen": ("reopen_event",),
    "POST event-cancel": ("cancel_event",),
    "POST event-restore": ("restore_event",),
    "POST entrant-check-in": ("check_in",),
    "POST entrant-undo-check-in": ("check_in",),
    "POST entrant-drop": ("drop",),
    "POST entrant-return": ("return_entrant",),
    "POST entrant-no-show": ("no_show",),
    "POST entrant-keep": ("keep_absent",),
    "POST entrant-paid": ("mark_paid",),
    "POST entrant-not-paid": ("mark_paid",),
    "POST entrant-disqualify": ("disqualify",),
    "POST entrant-reinstate": ("disqualify",),
    "POST round-publish": ("publish_round",),
    "POST round-start": ("start_round",),
    "POST round-finish": ("finish_round",),
    "POST round-unfinish": ("unfinish_round",),
    "POST round-withdraw": ("withdraw_round",),
    "GET rounds-undo": ("void_rounds",),
    "POST rounds-undo": ("void_rounds",),
    "POST clock-pause": ("pause_clock",),
    "POST clock-resume": ("pause_clock",),
    "POST clock-stop": ("stop_clock",),
    "POST clock-extend": ("extend_round",),
    "POST clock-call": ("call_time",),
    "POST clock-reveal": ("reveal_end",),
    "DELETE token": ANYONE,
    "POST rounds": ("offer_round",),
    "PUT swap": ("adjust_round",),
    "DELETE swap": ("offer_round",),
    "PUT place": ("adjust_round",),
    "PUT in-range": ("adjust_round",),
    "DELETE in-range": ("offer_round",),
    "DELETE place": ("offer_round",),
}

#: Doors of the API that ask the table, but whose address names no event.
OF_NO_EVENT = frozenset({"POST take-role"})

#: Doors of the API that change nothing, whatever their method says.
COMPUTING: set[str] = set()

#: What an address names by a number of another app: how the match is found.
FINDERS: dict[str, Callable[[int], Match | None]] = {}


def ask_token(actor: Actor, door: str) -> None:
    """Raises NotAllowed where an API token is for a part of what its account may and this door of the API asks the
    table nothing: it may compute, and not change anything of the account's."""
    method = door.partition(" ")[0]
    if actor.is_whole or method in ("GET", "HEAD", "OPTIONS") or door in COMPUTING:
        return
    if API.get(door) and door not in OF_NO_EVENT:
        return
    raise NotAllowed(_("This API token is not for that."))


def ask_first(actor: Actor, actions: Actions, values: Mapping[str, object]) -> None:
    """Raises NotAllowed where none of these actions is ever the actor's, about what the address names; NotFound where
    it names an event that is not there or not his to see, so that both are answered alike whatever was sent. What else
    is not there is left to the door, which says so."""
    if not actions:
        return
    event, subject = _about(values)
    seen = event is not None and may(actor, "view_event", event)
    if "slug" in values and not seen:
        raise NotFound(_("There is no such event."))
    if event is not None and seen and not ever(actor, actions, event, subject):
        refuse(actions[0])


def _about(values: Mapping[str, object]) -> tuple[Event | None, Subject]:
    match = _match(values)
    if match is not None:
        return match.round.event, match
    slug = values.get("slug")
    event = Event.objects.filter(slug=slug).first() if slug else None
    return event, _entrant(event, values)


def _match(values: Mapping[str, object]) -> Match | None:
    for name, find in FINDERS.items():
        number = values.get(name)
        if isinstance(number, int) and number < 2**63:
            return find(number)
    return None


def _entrant(event: Event | None, values: Mapping[str, object]) -> Entrant | None:
    number, code = values.get("entrant_id"), values.get("code")
    entrants = Entrant.objects.filter(event=event)
    if event is not None and isinstance(number, int) and number < 2**63:
        return entrants.filter(pk=number).first()
    return entrants.filter(code=code).first() if event is not None and isinstance(code, str) else None


def match_by_number(number: int) -> Match | None:
    """The match of that number with its event."""
    return Match.objects.select_related("round__event").filter(pk=number).first()


def match_of_penalty(number: int) -> Match | None:
    """The match at which the penalty of that number was given."""
    penalty = Penalty.objects.select_related("match__round__event").filter(pk=number).first()
    return None if penalty is None else penalty.match


FINDERS["match_id"] = match_by_number
FINDERS["penalty_id"] = match_of_penalty
