"""Every form of every page, sent with nonsense: a clear answer each time, and never an error of the program."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.access.doors import READ, patterns, steps_of
from tests.tournaments.access.scenes import (
    begun,
    between,
    cancelled,
    checking_in,
    decided,
    draft,
    finished,
    logged,
    paused,
    published,
    registration,
    scene_of,
)
from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    many_seated,
    open_event,
    played_round,
    player,
    running_event,
    running_round,
    seated,
    tables,
    walk_in,
    win,
)
from tests.tournaments.pages.conftest import Who
from tests.tournaments.pages.forms import Nonsense
from tests.tournaments.policies.test_policy import small
from tournaments.accounts.tokens import make_token
from tournaments.adjustments.changes import adjust_points
from tournaments.announcements.changes import post_announcement
from tournaments.entrants.changes import late_entry
from tournaments.entrants.claims import make_claim_link
from tournaments.errata.changes import declare_erratum
from tournaments.now import now
from tournaments.penalties.changes import Given, give_penalty
from tournaments.people.changes import show_page
from tournaments.results.changes import report_result
from tournaments.rounds.changes import offer_round
from tournaments.series.changes import make_series
from tournaments.series.policies import set_penalty_policy
from tournaments.webhooks.changes import add_endpoint, pause, send_test

#: where the forms stand that the events below do not have: a state, who comes, and the pages by name
IN_SCENES = (
    (draft, "olga", ("card_list", "position_games", "position_editor")),
    (registration, "olga", ("slip",)),
    (checking_in, "olga", ("desk",)),
    (begun, "olga", ("desk",)),
    (published, "olga", ("desk", "match_live")),
    (paused, "olga", ("desk",)),
    (logged, "olga", ("live_page", "record_page")),
    (logged, "player", ("live_page",)),
    (decided, "olga", ("desk",)),
    (between, "olga", ("desk",)),
    (finished, "olga", ("desk",)),
    (cancelled, "olga", ("desk",)),
)
#: doors whose form stands where these pages do not lead, or is sent by a script: what they take
BY_HAND = {
    "answer_call": "answer decision cites",
    "audit_dispute": "seat",
    "appeal": "against number words take_back",
    "decide_appeal": "decision reason answer minutes give cites",
    "check_log": "code",
    "call": "reason words take_back",
    "call_step:take": "idempotency_key",
    "call_step:hand-over": "to",
    "call_step:coming": "idempotency_key",
    "call_step:here": "idempotency_key",
    "call_step:done": "answer minutes give cites",
    "check_in_step:undo-some": "entrant",
    "check_in_step:undo-step": "mark",
    "dispute_position": "text do fields touch touched edit find say put put_change by",
    "dispute_branches": "do after lines tap ask name branch reason seen cites find",
    "store_position": "idempotency_key",
    "own_texts": "text game do",
    "put_in_range": "match range reason",
    "series_erratum": "title facts reason since do",
    "series_erratum_new": "title facts reason since",
    "dispute_step:state": "statement",
    "dispute_step:picture": "picture caption",
    "dispute_step:show": "idempotency_key",
    "dispute_step:note": "note to_table",
    "dispute_step:reopen": "reason",
    "erase_picture": "idempotency_key",
    "match_disputes": "kind words entry",
    "settle": "kind words",
    "precedents_import": "text looked do",
    "claim_slips": "idempotency_key entrants",
    "deck_audits": "idempotency_key",
    "clock_step:reveal": "reason",
    "event_import": "text looked do",
    "event_series": "series",
    "entrant_deck": "do text file name",
    "entrant_step:keep": "reason",
    "entrant_step:return": "reason",
    "entrant_step:not-paid": "idempotency_key",
    "entrant_step:paid": "idempotency_key",
    "entrant_step:reinstate": "reason",
    "entrant_step:undo-check-in": "reason",
    "entrant_step:revoke-links": "idempotency_key",
    "entry_data": "password sure",
    "job_step:cancel": "idempotency_key",
    "job_step:resume": "idempotency_key",
    "lift": "reason",
    "live_agree": "agree key answer",
    "live_answered": "answer",
    "live_hands": "do seat code key",
    "live_observed": "key seen answer",
    "live_result": "do result key winner",
    "live_take": "code seat",
    "live_token": "seat code",
    "merge_logs": "idempotency_key",
    "note_entry": "text shown_to number seat",
    "take_back_note": "idempotency_key",
    "notifications": "channel endpoint p256dh auth device about",
    "own_data": "password sure",
    "procedure_tick": "step undo",
    "record_adopt": "idempotency_key seen",
    "rejudge": "rules",
    "rejudge_adopt": "reason",
    "series_rejudge": "rules",
    "revoke_role_link": "reason",
    "role_link": "idempotency_key",
    "stop_notifications": "idempotency_key",
    "stop_judge_notifications": "idempotency_key",
    "judge_notifications": "endpoint p256dh auth device about",
    "series_edit": "name points beyond best_of",
}


# On PostgreSQL, in the full tier: it refuses more than SQLite does, as texts with NUL and numbers that are too large.
@pytest.mark.parametrize(
    "amount",
    [
        pytest.param(1, marks=[pytest.mark.postgres, pytest.mark.long]),
        pytest.param(100, marks=pytest.mark.long),
    ],
)
def test_nonsense_on_every_form(who: Who, db: None, amount: int) -> None:
    event = running_event(8, deck_lists="optional")
    first = played_round(event, 0)
    round = running_round(event, 60)
    contested, reported, playing, _ = tables(round)
    for letter in "AB":
        report_result(contested, win(letter), by=player(contested, letter), now=at(70))
    report_result(reported, win("A"), by=player(reported, "A"), now=at(70))
    several = many_seated("nightmare_before_christmas", 4)
    offer = offer_round(
        running_event(5, name="Spring", table_ranges=[{"name": "Door", "first": 1, "last": 1}]),
        by=actor("olga"),
        now=at(),
    )
    draft_event, coming = make_event(name="Draft"), open_event(2, name="Cup", deck_lists="required")
    # The page asks the real clock whether a link is still good.
    link = make_claim_link(walk_in(coming), by=actor("olga"), now=now())
    entrant = event.entrants.first()
    assert entrant is not None
    tried = Nonsense(amount)

    def of(made: Any, *names: str) -> list[str]:
        return [reverse(f"tournaments:{name}", args=[made.slug]) for name in names]

    def matches(*found: Any) -> list[str]:
        return [
            reverse(name, args=[match.pk])
            for match in found
            for name in ("tournaments:match_page", "referee:record_upload")
        ]

    desk = ["desk", "entrants", "staff", "event_edit", "stages", "plan", "claim_slips"]
    done = tables(first)[0]
    make_token("Wall", ["read"], 30, None, by=actor("olga"), now=timezone.now())
    hook, _secret = add_endpoint(
        event, "https://example.org/", ["round.started"], by=actor("olga"), now=at(80)
    )
    paused, _secret = add_endpoint(
        event, "https://example.org/2", ["round.started"], by=actor("olga"), now=at(80)
    )
    send_test(hook, by=actor("olga"), now=at(80))
    pause(paused, by=actor("olga"), now=at(80))
    punished = late_entry(event, "Nora", missed_rounds_as="loss", by=actor("olga"), now=at(80))
    give_penalty(event, punished, Given("slow_play"), by=actor("olga"), now=at(80))
    adjust_points(entrant, 1, -1, reason="Late.", by=actor("olga"), now=at(80))
    series = make_series({"name": "Winter"}, by=actor("olga"), now=at(80))
    set_penalty_policy(series, small(), by=actor("olga"), now=at(81))
    erratum = {
        "game": "looney_tunes",
        "title": "x",
        "applies_from": at(0).date(),
        "options": {"untaken": "stay"},
    }
    declare_erratum(series, erratum, by=actor("olga"), now=at(81))
    post_announcement(event, "Lunch", by=actor("olga"), now=timezone.now())
    tried.pages(
        who("olga"),
        [
            reverse("tournaments:event_new"),
            reverse("tournaments:profile"),
            reverse("tournaments:api_tokens"),
            reverse("tournaments:series_new"),
            reverse("tournaments:series_policy_edit", args=[series.slug]),
            *of(event, *desk, "undo_rounds", "webhooks", "deck_checks", "announcements", "hall", "prizes"),
            reverse("tournaments:series_erratum_new", args=[series.slug]),
            reverse("tournaments:series_erratum", args=[series.slug, 1]),
            reverse("tournaments:deck_check", args=[playing.pk]),
            reverse("tournaments:webhook", args=[event.slug, hook.pk]),
            reverse("tournaments:webhook", args=[event.slug, paused.pk]),
            f"/events/{event.slug}/rounds/{round.number}/change/?who={seated(playing, 'A').pk}",
            *of(draft_event, "desk", "event_edit", "stages", "plan"),
            *of(coming, *desk, "enter_many", "check_in_desk", "event_copy"),
            reverse("tournaments:entrant", args=[event.slug, entrant.pk]),
            *of(event, "penalties"),
            f"/matches/{playing.pk}/penalty/?entrant={seated(playing, 'A').pk}&infraction=deck_error",
            f"/events/{event.slug}/entrants/{punished.pk}/penalty/?infraction=deck_error",
            reverse("tournaments:offer", args=[offer.event.slug, 1]),
            reverse("tournaments:seating", args=[offer.event.slug, 1]),
            *matches(contested, reported, playing, several, done),
        ],
    )
    tried.pages(who("hedda"), of(event, "penalties"))
    for match, letter in ((contested, "A"), (reported, "B"), (playing, "A"), (several, "C")):
        user = player(match, letter).label.lower()
        tried.pages(who(user), of(match.round.event, "my_table"))
    tried.pages(who("player1"), [*of(event, "my_deck"), *of(coming, "my_table", "my_deck")])
    tried.pages(who("newcomer"), of(coming, "register"))
    show_page(by=actor("player2"), now=at())
    tried.pages(who("player2"), [reverse("tournaments:profile")])
    tried.pages(Client(), [reverse("tournaments:claim", args=[link]), reverse("tournaments:slip_code")])
    forms_of_scenes(tried, who)
    assert len(tried.seen) > 80
    assert not tried.wrong, "\n".join(tried.wrong)
    assert every_form() - set(tried.labels) == set()


def forms_of_scenes(tried: Nonsense, who: Who) -> None:
    """The forms of events in other states, and those that are sent by hand at a table in the midst of its game."""
    paths = {str(pattern.name): path for path, pattern in patterns()}
    scenes = {maker: scene_of(maker) for maker in dict.fromkeys(maker for maker, _, _ in IN_SCENES)}
    for maker, name, pages in IN_SCENES:
        tried.pages(who(name), [scenes[maker].address(paths[page]) for page in pages])
    for label, names in BY_HAND.items():
        name, _, step = label.partition(":")
        fields = dict.fromkeys(names.split(), "text:")
        tried.form(who("olga"), (scenes[logged].address(paths[name], step), fields))


def every_form() -> set[str]:
    """The doors of the pages that are posted to."""
    names = {str(pattern.name) for path, pattern in patterns() if not path.startswith("api/")}
    return {
        f"{name}:{step}" if step else name for name in names if name not in READ for step in steps_of(name)
    }
