"""An event with everything in it that an address can name, and two beside it: one whose next round is offered, with a
card list of its own, and a person's page, ratings and a series, which belong to no event.

``values`` gives what stands for each part of an address; a test says which has none that is real.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date
from io import BytesIO
from typing import Any

from PIL import Image

from referee.appeals.changes import make_appeal
from referee.calls.changes import call_judge
from referee.disputes.answering import answer_call
from referee.disputes.opening import open_by_hand
from referee.disputes.pictures import add_picture
from referee.disputes.statements import add_note, make_statement
from referee.judging.viewers import Viewer
from referee.live.queries import forget_tables, live_table
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable
from referee.models.pictures import DisputePicture
from referee.models.records import Record
from referee.models.rejudging import Rejudged
from referee.notes.changes import write_note
from referee.positions.agreeing import tell_position
from referee.precedents.changes import keep_precedent
from referee.records.changes import attach_log
from referee.records.download import log_file
from referee.records.queries import records
from referee.rejudging.of_event import begin_rejudging
from referee.rejudging.of_series import begin_rejudging_series
from referee.rulings.branches import keep_branch
from rules import card_lists
from tests.hostile.logs import SCENARIOS
from tests.tournaments.access.scenes import Scene, logged, offered, scene_of
from tests.tournaments.errata.test_errata import SAID
from tests.tournaments.factories import actor, at, player, seated
from tests.tournaments.penalties.people import CAUTION, give
from tournaments.access.scopes import Scope
from tournaments.accounts.tokens import make_token
from tournaments.adjustments.changes import adjust_points
from tournaments.announcements.changes import post_announcement
from tournaments.card_lists.changes import set_card_list
from tournaments.decks.table_checks import begin_deck_check
from tournaments.entrants.pairs import award_bye, forbid_pair
from tournaments.errata.changes import declare_erratum
from tournaments.event_folders import folder_of
from tournaments.events.role_links import make_role_link, take_role
from tournaments.models.decks import DeckList
from tournaments.models.events import Event, Role, StaffRole
from tournaments.models.notifications import About, Subscription
from tournaments.models.ratings import Rating, RatingStep
from tournaments.models.rounds import Match
from tournaments.models.webhooks import Happening
from tournaments.people.changes import show_page
from tournaments.policies.reading import body_of
from tournaments.policies.usual import usual_policy
from tournaments.series.changes import make_series, set_series
from tournaments.series.policies import set_penalty_policy
from tournaments.webhooks.changes import add_endpoint, send_test

#: what only its own may read, by who else may (`tests/hostile/test_api.py` names the roles)
DECK, STATED, NOTED, AT_ENTRY = (
    "planted deck of the rival",
    "planted statement of the rival",
    "planted note of the staff",
    "planted note of a judge at an entry",
)
SAVED = "round-1-20261121T120000.json"
#: of a rulebook: an entry, a card and a question
OF_RULES = {"game": "highlander", "rule": "head-shot", "key": "head-shot", "question": "block-stops-attack"}
Values = dict[str, Any]


@dataclass
class Furnished:
    """`scene`: a table that is being logged. `values`: by the name of a part of an address. `elsewhere`: other values
    at the addresses that match. `for_role`: other values for one who comes. `words`: what open something."""

    scene: Scene
    values: Values
    elsewhere: list[tuple[str, Values]]
    for_role: dict[str, Values]
    words: dict[str, str] = field(default_factory=dict)

    def of(self, path: str, who: str = "") -> Values:
        """What stands for the parts of this address, as it is written in the API's description."""
        found = self.values | self.for_role.get(who, {})
        for pattern, values in self.elsewhere:
            if re.search(pattern, path):
                found = found | values
        return found

    def body(self) -> Values:
        """Parts of bodies by which something is named."""
        named = ("code", "match_id", "record_id", "number")
        found = {name.removesuffix("_id"): self.values[name] for name in named}
        code = self.values["code"]
        return found | {
            "entrant": code, "first": code, "second": self.values["own"], "with": self.values["own"], "player": code,
            "round": 1, "table": 1, "seat": "A", "token": self.words["role link"], "infraction": CAUTION,
            "game_number": 1, "codes": [code], "entrants": [code], "slug": self.values["slug"],
            "reason": "So it is.", "winner": "A", "series": self.values["series"], "who": "stranger", "minutes": 3,
        }  # fmt: skip


def furnished() -> Furnished:
    """All of it, built by the site's own changes."""
    scene = scene_of(logged)
    match, table, event = scene.match, scene.table, scene.event
    assert match is not None and table is not None
    rival, own = match.seats.get(letter="B").entrant, match.seats.get(letter="A").entrant
    Event.objects.filter(pk=event.pk).update(deck_lists="optional")
    LiveTable.objects.filter(pk=table.pk).update(featured=True)
    forget_tables()
    scene = replace(
        scene, event=Event.objects.get(pk=event.pk), match=_fresh(match.pk), table=live_table(table.pk)
    )
    match, table, event = scene.match, scene.table, scene.event
    assert match is not None and table is not None
    DeckList.objects.filter(entrant=rival).delete()
    DeckList.objects.create(
        entrant=rival, body={"name": DECK, "sections": {}}, legal=True, at=at(), by="Rival"
    )
    olga, jude = actor("olga"), actor("jude")
    other = event.rounds.get().matches.get(table=2)
    values: Values = {
        "slug": event.slug, "code": rival.code, "own": own.code, "entrant_id": rival.pk, "number": 1, "n": 2,
        "match_id": match.pk, "table_id": table.pk, "record_id": table.record_id, "ask_id": table.asks.get().pk,
        "announcement_id": post_announcement(event, "Lunch at one.", by=olga, now=at(4)).pk,
        "pair_id": forbid_pair(rival, own, "weak", by=olga, now=at(4)).pk,
        "fact_id": adjust_points(rival, 1, 0.5, reason="So it is.", by=olga, now=at(4)).pk,
        "penalty_id": give(rival, CAUTION, match=match).pk,
        "role_id": StaffRole.objects.get(event=event, user__username="sam").pk,
        "file": SAVED,
    }  # fmt: skip
    award_bye(rival, 3, by=olga, now=at(4))
    begin_deck_check(match, by=jude, now=at(4))
    endpoint, secret = add_endpoint(event, "https://example.org/hook", Happening.values, by=olga, now=at(4))
    delivery = send_test(endpoint, by=olga, now=at(4))
    link, taken = make_role_link(event, Role.JUDGE, by=olga, now=at(4), whom="Somebody")
    values |= {"endpoint_id": endpoint.pk, "delivery_id": delivery.pk, "link_id": link.pk}
    values |= {"token_id": make_token("Wall", ["read"], 30, None, by=olga, now=at(4))[0].pk}
    saved = folder_of(event) / SAVED
    saved.parent.mkdir(parents=True, exist_ok=True)
    saved.write_text("{}", encoding="utf-8")
    # Who takes a role by a link.
    _held, by_link = make_role_link(event, Role.JUDGE, by=olga, now=at(4))
    take_role(by_link, by=actor("linus"), now=at(4))
    values["note"] = _note(values["record_id"])
    values |= _disputed(match) | {"job_id": begin_rejudging(event, by=jude, now=at(6)).pk}
    judged_anew = Rejudged.objects.create(
        job_id=values["job_id"], record_id=values["record_id"], differs=True
    )
    values |= _of_players(match) | _series(event) | {"appeal": _appeal(_fresh(other.pk))}
    offer, listed = scene_of(offered), scene_of(offered)
    _card_list(listed.event)
    page = show_page(by=actor("rival"), now=at(6))
    figures = {"mu": 25.0, "sigma": 8.0, "value": 1.0, "matches": 1}
    rating = Rating.objects.create(user=rival.user, game=event.game, **figures)
    RatingStep.objects.create(rating=rating, event=event, ended_at=at(6), **figures)
    return Furnished(
        scene,
        values,
        elsewhere=[
            (r"/rules/", OF_RULES), (r"/stages/", {"code": "swiss"}), (r"/offer/", {"slug": offer.event.slug}),
            (r"/card-list/", {"slug": listed.event.slug}), (r"/people/", {"code": page}),
            (r"/v1/series/", {"slug": values["series"]}), (r"/byes/", {"number": 3}),
            (r"/precedents/", {"number": values["precedent"]}),
            (r"/branches/", {"number": values["branch"]}), (r"/notes/{number}", {"number": values["note"]}),
            (r"/appeals/", {"number": values["appeal"], "match_id": other.pk}),
            (r"/calls/", {"number": values["call"]}), (r"/disputes/{number}", {"number": values["dispute_id"]}),
            (r"/adopt/", {"number": judged_anew.pk}),
            (r"/me/notifications/", {"number": values["notification"]}),
            (r"/judge-notifications/", {"number": values["judge_notification"]}),
            (r"/(positions|ratings|card-lists)/", {"game": "looney_tunes"}),
            (r"/observed/", {"n": 2}), (r"/me/|/entrants/{code}/(data|deletion)/", {"code": own.code}),
        ],
        for_role={"stand-in": {"match_id": other.pk}},
        words={"webhook": secret, "role link": taken},
    )  # fmt: skip


def _fresh(number: int) -> Match:
    return Match.objects.select_related("round__event").prefetch_related("seats__entrant").get(pk=number)


def _disputed(match: Match) -> Values:
    """A call, and a dispute with two sides, a picture and a position."""
    ann, bob, jude = player(match, "A"), player(match, "B"), actor("jude")
    record = Record.objects.get(match=match)
    dispute = open_by_hand(match, Kind.PLAY, "Who drew first?", by=ann, now=at(5), record=record.pk, entry=2)
    make_statement(dispute, STATED, by=bob, now=at(5))
    add_note(dispute, NOTED, to_table=False, by=jude, now=at(5))
    file = BytesIO()
    Image.new("RGB", (4, 4), "red").save(file, "PNG")
    row = add_picture(dispute, file.getvalue(), caption="The table", to_table=True, by=ann, now=at(5))
    tell_position(dispute, {"position": {}}, by=ann, now=at(5))
    note: list[object] = [{"by": "judge", "do": "note", "text": "What if?"}]
    branch = keep_branch(Dispute.objects.get(pk=dispute.pk), 2, note, "Another way", by=jude, now=at(6))
    call = call_judge(match, "rules", "Please.", by=bob, now=at(6))
    other = attach_log(match, 1, log_file(record, Viewer("B")), by=bob, now=at(6))
    return {
        "other_id": other.pk, "branch": branch.pk, "dispute_id": dispute.pk,
        "picture_id": DisputePicture.objects.get(row=row).pk, "call": call.dispute_id, "precedent": _precedent(match),
    }  # fmt: skip


def _note(number: int) -> int:
    """At an entry, for judges."""
    record, jude = records().get(pk=number), actor("jude")
    note = write_note(record, 2, AT_ENTRY, shown_to="kept", viewer=Viewer(None), by=jude, now=at(5))
    return note.number


def _precedent(match: Match) -> int:
    """A scenario of the game, kept by a judge and read by everybody."""
    game = match.round.event.game
    text = sorted((SCENARIOS / game).glob("*.jsonl"))[0].read_bytes()
    return keep_precedent(match, "Who begins", text, by=actor("jude"), now=at(6)).pk


def _appeal(match: Match) -> int:
    """At another table, so that nothing waits for it at this one: a judge's answer and an appeal against it."""
    by = player(match, "A" if seated(match, "A").name == "Other" else "B")
    asked = open_by_hand(match, Kind.RULES, "Is this allowed?", by=by, now=at(5))
    answer_call(match.round.event, asked.pk, "It is not.", by=actor("jude"), now=at(6))
    return make_appeal(match, words="It is.", by=by, now=at(7)).pk


def _of_players(match: Match) -> Values:
    """What a player is told on a phone."""
    own = match.seats.get(letter="A").entrant
    told = Subscription.objects.create(
        entrant=own, channel="push", about=About.values, language="en", digest="d", created_at=at(5)
    )
    role = StaffRole.objects.get(event=match.round.event, user=actor("jude").user, revoked_at=None)
    judge = Subscription.objects.create(
        role=role, channel="push", about=["called"], language="en", digest="e", created_at=at(5)
    )
    return {"notification": told.pk, "judge_notification": judge.pk}


def _series(event: Event) -> Values:
    """A series with an erratum and a policy of its own, of which the event is part."""
    olga = actor("olga")
    series = make_series({"name": "League"}, by=olga, now=at(5))
    set_series(event, series, by=olga, now=at(5))
    declare_erratum(series, SAID | {"applies_from": date(2026, 12, 1)}, by=olga, now=at(6))
    set_penalty_policy(series, body_of(usual_policy()) | {"infractions": body_of(usual_policy())["infractions"][:3]},
                       by=olga, now=at(6))  # fmt: skip
    begin_rejudging_series(series, by=actor("jude"), now=at(6))
    return {"series": series.slug}


def _card_list(event: Event) -> None:
    text = card_lists.template(event.game).encode()
    set_card_list(event, text, form="csv", reason="So it is.", by=actor("olga"), now=at(5))


def scoped(name: str) -> dict[str, str]:
    """A token of this account for each scope, by the scope's name."""
    return {
        f"token: {scope}": make_token(str(scope), [scope], 30, None, by=actor(name), now=at(6))[1]
        for scope in Scope
    }
