"""Who may do what: every cell of a table written by hand, asked of the site's one table.

A cell lists the states in which the role may act, by letter: draft, registration, check-in, running (N),
finished, cancelled (X). `own` means only for oneself or at one's own table.
"""

import pytest

from tests.tournaments.factories import actor, make_event, walk_in
from tournaments.access import Actor, WrongState, allowed, may, require
from tournaments.access.table import ROLES, TABLE
from tournaments.errors import NotAllowed
from tournaments.events.staff import grant_role
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, Role, State

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

LETTERS = {
    "D": "draft",
    "R": "registration",
    "C": "check_in",
    "N": "running",
    "F": "finished",
    "X": "cancelled",
}
COLUMNS = ("anybody", "account", "player", "organiser", "head_judge", "judge", "scorekeeper")

BY_HAND = """
action                anybody account player organiser head_judge judge  scorekeeper
view_event            RCNFX   RCNFX   RCNFX  DRCNFX    DRCNFX     DRCNFX DRCNFX
edit_event            -       -       -      DRCN      -          -      -
edit_card_list        -       -       -      DRCN      -          -      -
publish_event         -       -       -      D         -          -      -
back_to_draft         -       -       -      R         -          -      -
open_check_in         -       -       -      R         -          -      -
back_to_registration  -       -       -      C         -          -      -
start_event           -       -       -      RC        -          -      -
unstart_event         -       -       -      N         -          -      -
finish_event          -       -       -      N         -          -      -
reopen_event          -       -       -      F         -          -      -
cancel_event          -       -       -      DRCN      -          -      -
restore_event         -       -       -      X         -          -      -
copy_event            -       -       -      DRCNFX    -          -      -
announce              -       -       -      RCNFX     RCNFX      RCNFX  RCNFX
manage_webhooks       -       -       -      DRCNFX    -          -      -
mark_template         -       -       -      DRCNFX    -          -      -
set_series            -       -       -      DRCNFX    -          -      -
grant_role            -       -       -      DRCNFX    -          -      -
name_stand_in         -       -       -      DRCN      -          -      -
take_role             -       DRCNFX  -      DRCNFX    DRCNFX     DRCNFX DRCNFX
view_staff            -       -       -      DRCNFX    DRCNFX     DRCNFX DRCNFX
view_journal          -       -       -      DRCNFX    DRCNFX     DRCNFX DRCNFX
view_desk             -       -       -      DRCNFX    DRCNFX     DRCNFX DRCNFX
export_staff          -       -       -      DRCNFX    -          -      DRCNFX
register              -       R       -      R         R          R      R
add_entrant           -       -       -      DRC       -          -      DRC
late_entry            -       -       -      N         -          -      N
check_in              -       -       C      RCN       -          -      RCN
check_in_many         -       -       -      RC        -          -      RC
drop                  -       -       RCN    RCN       -          -      RCN
return_entrant        -       -       -      RCN       -          -      RCN
no_show               -       -       -      CN        -          -      CN
mark_paid             -       -       -      DRCNF     -          -      DRCNF
disqualify            -       -       -      RCN       RCN        -      -
edit_entrant          -       -       -      DRCN      -          -      DRCN
forbid_pair           -       -       -      DRCN      -          -      DRCN
award_bye             -       -       -      DRCN      -          -      DRCN
make_claim_link       -       -       -      DRCNFX    -          -      DRCNFX
submit_deck           -       -       RC     RCN       -          -      RCN
remind_lists          -       -       -      RC        -          -      RC
change_locked_deck    -       -       -      RCN       -          -      RCN
view_open_decks       NFX     NFX     NFX    NFX       NFX        NFX    NFX
check_decks           -       -       -      N         N          N      -
view_deck_checks      -       -       -      DRCNFX    DRCNFX     DRCNFX -
audit_decks           -       -       -      DRCNFX    DRCNFX     DRCNFX -
view_deck             -       -       DRCNFX DRCNFX    DRCNFX     DRCNFX -
export_decks          -       -       -      DRCNFX    DRCNFX     DRCNFX -
view_offer            -       -       -      N         -          -      N
offer_round           -       -       -      N         -          -      N
adjust_round          -       -       -      N         -          -      N
publish_round         -       -       -      N         -          -      N
change_published      -       -       -      N         -          -      N
withdraw_round        -       -       -      N         -          -      N
void_rounds           -       -       -      N         -          -      -
start_round           -       -       -      N         -          -      N
finish_round          -       -       -      N         -          -      N
unfinish_round        -       -       -      N         -          -      N
report_result         -       -       N      -         -          -      -
get_notified          -       -       RCN      -         -          -      -
get_calls             -       -       -      RCN       RCN        RCN    -
enter_result          -       -       -      N         N          -      N
correct_result        -       -       -      N         N          -      N
penalise_late         -       -       -      N         N          N      N
keep_absent           -       -       -      N         -          -      N
give_penalty          -       -       -      N         N          N      -
exceed_policy         -       -       -      N         N          -      -
view_penalties        -       -       -      DRCNFX    DRCNFX     DRCNFX DRCNFX
adjust_points         -       -       -      N         N          -      -
pause_clock           -       -       -      N         N          -      N
stop_clock            -       -       -      N         N          -      -
reveal_end            -       -       -      N         N          -      -
extend_round          -       -       -      N         N          -      -
call_time             -       -       -      N         N          -      -
extend_match          -       -       -      N         N          N      -
call_judge            -       -       N      -         -          -      -
open_dispute          -       -       N      N         N          N      -
state_side            -       -       N      -         -          -      -
take_back_call        -       -       N      -         -          -      -
take_call             -       -       -      N         N          N      -
appeal                -       -       N      -         -          -      -
decide_appeal         -       -       -      N         N          -      -
tick_procedure        -       -       N      N         N          N      -
view_calls            -       -       -      DRCNFX    DRCNFX     DRCNFX -
rule                  -       -       -      N         N          N      -
import_precedents     -       -       -      DRCNFX    DRCNFX     -      -
attach_log            -       -       N      N         N          N      N
open_live_table       -       -       N      N         N          N      N
log_live              -       -       N      N         N          N      N
show_hands            -       -       N      -         -          -      -
feature_table         -       -       -      N         N          -      N
close_live_table      -       -       -      N         N          N      N
reopen_seat           -       -       -      N         N          N      -
view_log              -       -       -      DRCNFX    DRCNFX     DRCNFX -
note_entry            -       -       NFX    NFX       NFX        NFX    -
view_disputes         -       -       -      DRCNFX    DRCNFX     DRCNFX DRCNFX
declare_erratum       -       -       -      -         RCNF       -      -
"""

LINES = [line.split() for line in BY_HAND.strip().splitlines()[1:]]


def people(event: Event, entrant: Entrant) -> dict[str, Actor]:
    """One of each role. The player has no account: he comes by his claim link."""
    found = {"anybody": Actor.anonymous(), "account": actor("somebody"), "player": Actor.of_entrant(entrant)}
    for role in Role.values:
        if role == "organiser":
            found[role] = actor("olga")
            continue
        found[role] = actor(role)
        grant_role(event, role, role, by=actor("olga"), now=event.created_at)
    return found


def test_the_table_by_hand_names_every_action_and_role() -> None:
    assert sorted(line[0] for line in LINES) == sorted(TABLE)
    assert set(COLUMNS) == set(ROLES)


def test_every_cell() -> None:
    event = make_event()
    entrant = walk_in(event)
    actors = people(event, entrant)
    wrong = []
    for action, *cells in LINES:
        for role, cell in zip(COLUMNS, cells, strict=True):
            for letter, state in LETTERS.items():
                event.state = state
                subject = entrant if role == "player" else None
                if may(actors[role], action, event, subject) != (letter in cell):
                    wrong.append((action, role, state))
    assert wrong == []


def test_a_player_is_one_only_for_himself() -> None:
    event = make_event()
    me, other = walk_in(event, "Me"), walk_in(event, "Other")
    event.state = State.CHECK_IN
    assert may(Actor.of_entrant(me), "check_in", event, me)
    assert not may(Actor.of_entrant(me), "check_in", event, other)


def test_staff_of_another_event_are_nobody_here() -> None:
    event = make_event()
    make_event(by=actor("oscar"), name="Other")
    event.state = State.RUNNING
    # with a link, as every account; what is published, as everybody
    assert allowed(actor("oscar"), event) == {"view_event", "take_role", "view_open_decks"}


def test_the_refusal_says_whether_it_is_the_role_or_the_moment() -> None:
    event = make_event()
    with pytest.raises(WrongState):
        require(actor("olga"), "finish_round", event)
    with pytest.raises(NotAllowed):
        require(actor("somebody"), "finish_round", event)


def test_what_is_allowed_at_once_agrees_with_one_by_one() -> None:
    event = make_event()
    entrant = walk_in(event)
    for who in people(event, entrant).values():
        for state in LETTERS.values():
            event.state = state
            assert allowed(who, event) == {action for action in TABLE if may(who, action, event)}


def test_staff_who_play_see_no_offer() -> None:
    event = make_event()
    entrant = walk_in(event)
    entrant.user = actor("olga").user
    entrant.status = "playing"
    entrant.save()
    event.state = State.RUNNING
    assert may(actor("olga"), "publish_round", event)
    assert not may(actor("olga"), "view_offer", event)
    assert not may(actor("olga"), "adjust_round", event)


def test_staff_who_play_see_their_own_deck_alone_and_award_themselves_nothing() -> None:
    event = make_event()
    mine, other = walk_in(event), walk_in(event, "Other")
    mine.user, mine.status = actor("olga").user, "playing"
    mine.save()
    event.state = State.RUNNING
    assert may(actor("olga"), "view_deck", event, mine)
    assert not may(actor("olga"), "view_deck", event, other)
    assert may(actor("olga"), "award_bye", event, other)
    assert not may(actor("olga"), "award_bye", event, mine)


def test_a_role_taken_back_is_gone() -> None:
    event = make_event()
    held = grant_role(event, actor("sam").label, "scorekeeper", by=actor("olga"), now=event.created_at)
    held.revoked_at = event.created_at
    held.save()
    event.state = State.RUNNING
    assert not may(actor("sam"), "finish_round", event)
