"""Kept parts of pages hold nothing of who asks, nor of the address asked for: who meets the same one gets the same."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.test import Client

from tests.tournaments.factories import actor, at, player, running_event, running_round, tables, win
from tournaments.access import Actor
from tournaments.events.staff import grant_role
from tournaments.jobs.changes import begin_job
from tournaments.jobs.kinds import KINDS, Kind
from tournaments.messages import message
from tournaments.models.jobs import Job
from tournaments.results.changes import report_result
from tournaments.templatetags import kept

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
Reader = tuple[str, str]


def kept_parts() -> Iterator[tuple[str, kept.Kept]]:
    """Every kept part of the site, with its template's name."""
    folder = Path(settings.BASE_DIR) / "templates"
    for path in sorted(folder.rglob("*.html")):
        if "{% kept" in path.read_text():
            name = str(path.relative_to(folder))
            for part in get_template(name).template.nodelist.get_nodes_by_type(kept.Kept):  # type: ignore[attr-defined]
                yield name, part


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> dict[Hashable, dict[Reader, kept.Drawn]]:
    """What each part was drawn as, each time anew, by its key and its reader."""
    found: dict[Hashable, dict[Reader, kept.Drawn]] = defaultdict(dict)

    def get(key: Hashable, make: Callable[[], kept.Drawn]) -> kept.Drawn:
        found[key][get.reader] = made = make()  # type: ignore[attr-defined]
        return made

    monkeypatch.setattr(kept._parts, "get", get)
    return found


def look(name: str, address: str) -> None:
    """Somebody's browser asks for a page."""
    kept._parts.get.reader = (name, address)  # type: ignore[attr-defined]
    client = Client(headers={"user-agent": f"browser of {name}"})
    if name:
        client.force_login(actor(name).user)  # type: ignore[arg-type]
    answer = client.get(address)
    assert answer.status_code == 200, (name, address)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long work that whoever began it may follow."""

    def own(who: Actor, job: Job) -> bool:
        return who.user is not None and job.by_user_id == who.user.pk

    known = Kind("counting", lambda job: message("Long work"), lambda job, item: item, own, own, at_once=1)
    monkeypatch.setitem(KINDS, "counting", known)


@pytest.mark.usefixtures("counting")
def test_a_kept_part_is_the_same_for_two_readers_at_two_addresses(
    drawn: dict[Hashable, dict[Reader, Any]],
) -> None:
    """Names, words against forgery and addresses to go back to are filled in: they are in no part and in no key."""
    event = running_event(6)
    grant_role(event, actor("sam").label.lower(), "scorekeeper", by=actor("olga"), now=at(0))
    reported, *open_ = tables(running_round(event))
    report_result(reported, win("A"), by=player(reported, "A"), now=at(2))
    base = f"/events/{event.slug}/"
    for match in open_:
        user = player(match, "A").user
        assert user is not None
        look(user.username, f"{base}me/?of={user.username}")
        look(user.username, f"{base}rounds/1/?order=name&of={user.username}")
    for name in ("olga", "sam"):
        look(name, f"{base}desk/?of={name}")
        look(name, f"{base}rounds/1/?of={name}")
        begin_job("counting", [1], by=actor(name), now=at(3))
        look(name, f"/jobs/?of={name}")
    differing = [key for key, texts in drawn.items() if len({repr(text) for text in texts.values()}) > 1]
    assert differing == []
    # each was met by two who came by different addresses
    met: dict[kept.Kept, int] = defaultdict(int)
    for key, texts in drawn.items():
        met[key[0]] = max(met[key[0]], len(texts))  # type: ignore[index]
    assert [name for name, part in kept_parts() if met[part] < 2] == []
    for key, texts in drawn.items():
        held = repr([key[1:], *texts.values()])  # type: ignore[index]
        assert not re.search(r"Player\d|Olga|Sam\b|\?of=|csrfmiddlewaretoken\" value=\"\w", held), held
