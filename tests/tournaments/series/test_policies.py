"""A series' own policy of penalties: versions, what events start with, and the pages."""

from __future__ import annotations

import re

import pytest

from tests.tournaments.factories import actor, at, make_event, open_event, started
from tests.tournaments.pages.conftest import Who, who  # noqa: F401 the fixture
from tests.tournaments.policies.test_policy import small
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.changes import edit_event
from tournaments.events.life import unstart_event
from tournaments.models.events import Event
from tournaments.models.penalties import PenaltyPolicy, PinnedPolicy
from tournaments.models.series import Series
from tournaments.policies.queries import policy_of
from tournaments.policies.usual import usual_policy
from tournaments.series.changes import make_series, set_series
from tournaments.series.policies import remove_penalty_policy, set_penalty_policy

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
TEXT = {"accept": "application/json"}


def series_and_event() -> tuple[Series, Event]:
    olga = actor("olga")
    series = make_series({"name": "Winter"}, by=olga, now=at(-200))
    return series, set_series(open_event(2), series, by=olga, now=at(-105))


def test_an_event_keeps_the_version_it_started_with() -> None:
    (series, event), olga = series_and_event(), actor("olga")
    assert policy_of(event).policy == usual_policy()
    first = set_penalty_policy(series, small(), by=olga, now=at(-100))
    assert first is not None and policy_of(event).version == first and not policy_of(event).pinned
    event = started(event)
    for _again in range(2):
        set_penalty_policy(series, small(name="Telephones"), by=olga, now=at(0))
    assert [each.number for each in series.penalty_policies.all()] == [1, 2]
    holding = policy_of(event)
    assert holding.pinned and holding.version == first and holding.policy.infractions[1].name == "Phones"
    unstart_event(event, by=olga, now=at(1))
    assert policy_of(event).policy.infractions[1].name == "Telephones"
    remove_penalty_policy(series, by=olga, now=at(2))
    assert policy_of(event).policy == usual_policy() and PenaltyPolicy.objects.count() == 2


def test_an_event_may_have_the_usual_one_instead_and_only_before_it_starts() -> None:
    (series, event), olga = series_and_event(), actor("olga")
    set_penalty_policy(series, small(), by=olga, now=at(-100))
    event = edit_event(event, {"penalty_policy": "usual"}, by=olga, now=at(-99))
    assert policy_of(event).policy == usual_policy()
    event = started(event)
    assert PinnedPolicy.objects.get(event=event).version is None
    with pytest.raises(Conflict):
        edit_event(event, {"penalty_policy": ""}, by=olga, now=at(0), reason="No.")


def test_only_the_owner_changes_it_and_events_that_wait_say_so() -> None:
    (series, event), olga = series_and_event(), actor("olga")
    other = set_series(started(open_event(2, name="Begun")), series, by=olga, now=at(0))
    for change in (
        lambda: set_penalty_policy(series, small(), by=actor("jude"), now=at(1)),
        lambda: remove_penalty_policy(series, by=actor("jude"), now=at(1)),
    ):
        with pytest.raises(NotAllowed):
            change()
    set_penalty_policy(series, small(), by=olga, now=at(1))
    assert event.journal.filter(kind="penalty_policy", public=True).count() == 1
    assert not other.journal.filter(kind="penalty_policy").exists()


def test_anybody_reads_what_is_punished_how(who: Who) -> None:  # noqa: F811
    _series, event = series_and_event()
    visitor = who("")
    page = visitor.get(f"/events/{event.slug}/penalty-policy/").content.decode()
    assert "Game rule violation" in page and "the fifty of the Movie deck" in page
    assert "Basic Attacks" not in page  # the event plays Looney Tunes
    german = visitor.get(f"/events/{event.slug}/penalty-policy/", headers={"accept-language": "de"})
    assert "Regelverstoß" in german.content.decode()
    assert f"/events/{event.slug}/penalty-policy/" in visitor.get(f"/events/{event.slug}/").content.decode()
    said = visitor.get(f"/api/v1/events/{event.slug}/penalty-policy/").json()
    assert (said["series"], said["version"], said["pinned"]) == (None, None, False)
    assert said["policy"]["infractions"][0]["steps"] == ["caution", "warning"]
    draft = make_event(name="Draft")
    assert visitor.get(f"/events/{draft.slug}/penalty-policy/").status_code == 404


def fields_of(html: str) -> dict[str, str]:
    """What a form would send as it stands."""
    html = html[html.index("<main") :]
    found = dict(
        re.findall(r'<input[^>]*type="(?:hidden|text|number)"[^>]*name="([^"]+)"[^>]*value="([^"]*)"', html)
    )
    found |= {
        name: value for value, name in re.findall(r'<input[^>]*value="([^"]*)"[^>]*name="([^"]+)"', html)
    }
    found |= dict(re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>\s*([^<]*)</textarea>', html))
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', html, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return {name: value.replace("&quot;", '"').replace("&#x27;", "'") for name, value in found.items()}


def test_the_owner_changes_one_thing_by_the_page_and_the_rest_keeps_its_languages(who: Who) -> None:  # noqa: F811
    series, _event = series_and_event()
    olga, address = who("olga"), f"/series/{series.slug}/penalty-policy/edit/"
    sent = fields_of(olga.get(address).content.decode())
    at_slow = next(name.split("-")[1] for name, value in sent.items() if value == "slow_play")
    last = int(sent["form-TOTAL_FORMS"]) - 1
    sent |= {f"form-{at_slow}-step_1": "warning", f"form-{at_slow}-step_2": "game_loss"}
    sent |= {f"form-{at_slow}-step_3": "match_loss", "points_taken": "2"}
    sent |= {f"form-{last}-name": "Loud phones", f"form-{last}-what": "One rings."}
    sent |= {
        f"form-{last}-step_1": "caution",
        f"form-{last}-examples": "highlander: In the Attack Phase.\nAgain.",
    }
    answer = olga.post(address, sent)
    assert answer.status_code == 303, answer.context["form"].errors
    new = policy_of_series_now(series)
    usual = usual_policy()
    assert [each for each in new.infractions[:-1] if each != usual.infraction(each.id)] == [
        new.infraction("slow_play")
    ]
    slow = new.infraction("slow_play")
    assert slow is not None and slow.steps == ("warning", "game_loss", "match_loss")
    own = new.infractions[-1]
    assert (own.id, [(each.game, each.text) for each in own.examples]) == (
        "loud_phones",
        [("highlander", "In the Attack Phase."), ("", "Again.")],
    )
    assert new.points_taken == 2
    wrong = olga.post(address, fields_of(olga.get(address).content.decode()) | {"form-0-step_2": "game_loss"})
    assert wrong.status_code == 400 and "caution or warning" in str(wrong.context["formset"].forms[0].errors)
    assert "version 1" in who("").get(f"/series/{series.slug}/penalty-policy/").content.decode()
    assert olga.post(address, {"remove": "1"}).status_code == 303
    assert policy_of_series_now(series) == usual
    assert who("jude").get(address).status_code == 403


def policy_of_series_now(series: Series):  # type: ignore[no-untyped-def]
    from tournaments.policies.queries import policy_of_series

    return policy_of_series(series).policy


def test_programs_change_it_too(who: Who) -> None:  # noqa: F811
    series, _event = series_and_event()
    address, json = f"/api/v1/series/{series.slug}/penalty-policy/", "application/json"
    assert who("jude").put(address, {"policy": small()}, content_type=json).status_code == 403
    wrong = who("olga").put(address, {"policy": small(steps=[])}, content_type=json)
    assert wrong.status_code == 400 and "infractions[1].steps" in wrong.json()["fields"]
    said = who("olga").put(address, {"policy": small()}, content_type=json).json()
    assert (said["series"], said["version"]) == (series.slug, 1)
    assert who("").get(address).json() == said
    assert who("olga").delete(address).json()["version"] is None
