"""What a small request of a stranger may cost at most: searched for over every door that answers him, and kept.

The most expensive found so far are asked at every run, with a few of chance beside them; the full tier searches on from
there and prints what it found, to be kept in ``most_expensive.json``."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from referee import spending
from referee.budget import QUESTION
from rules.registry import games
from tests.hostile.expensive import MAX_BYTES, Request, changed, kept, some
from tests.tournaments.access.doors import patterns
from tests.tournaments.access.scenes import Scene, decided, scene_of
from tournaments.access.doors import ANYONE, API, PAGES

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
#: ordinary requests, of which the dearest may cost so many
MAX_RATIO = 50
SENT_APART = ("accounts/login/", "accounts/signup/", "accounts/password/reset/", "language/setlang/")
Door = tuple[str, bool]


@pytest.fixture(autouse=True)
def no_allowance(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What one address may spend in a minute is tested elsewhere; here each request is looked at alone."""
    monkeypatch.setattr(spending, "ALLOWED", 1e9)
    cache.clear()
    yield
    cache.clear()


def anonymous_doors(scene: Scene) -> list[Door]:
    """Every address that a visitor is answered by, with whether something is sent to it."""
    found: set[Door] = {(path, True) for path in SENT_APART}
    for path, pattern in patterns():
        asks = API.get(f"POST {pattern.name}") if path.startswith("api/") else PAGES.get(str(pattern.name))
        for one in (
            [re.sub(r"<slug:game\w*>", game, path) for game in games()] if "<slug:game" in path else [path]
        ):
            found |= {(one, False)} | ({(one, True)} if asks == ANYONE else set())
    return sorted(
        door for door in found if door[1] or Client().get(scene.address(door[0])).status_code == 200
    )


def cost(scene: Scene, one: Request) -> float:
    """The seconds of computing of a request; it is answered, whatever it is."""
    client, address = Client(), scene.address(one.path)
    headers = {name.lower(): text for name, text in one.headers.items()}
    begun = time.thread_time()
    with transaction.atomic():
        if one.body is None:
            answer = client.get(address, one.query, headers=headers)
        elif one.path.startswith("api/"):
            answer = client.post(address, json.dumps(one.body), "application/json", headers=headers)
        else:
            answer = client.post(address, one.body, headers=headers)
        transaction.set_rollback(True)
    took = time.thread_time() - begun
    assert answer.status_code < 500, (one, answer.status_code)
    return took


def search(scene: Scene, doors: list[Door], tries: int) -> list[tuple[float, Request]]:
    """The dearest request to each door: from what is kept, changed a little as long as that costs more."""
    begun = {(one.path, one.body is not None): one for one in kept()}
    found = []
    for path, sends in doors:
        chance = random.Random(f"{path} {sends} {tries}")
        best = begun.get((path, sends)) or some(path, chance, sends=sends)
        worst = cost(scene, best)
        for _ in range(tries):
            new = changed(best, chance) if chance.random() < 0.7 else some(path, chance, sends=sends)
            took = cost(scene, new) if new.size <= MAX_BYTES else 0.0
            if took > worst:
                worst, best = took, new
        found.append((worst, best))
    return sorted(found, key=lambda pair: -pair[0])


def test_each_game_has_its_dearest_questions_kept_by_name() -> None:
    """By the editor's page and by the API: what costs most is another thing in each game."""
    named = {one.name: one.path for one in kept()}
    assert sorted(named.values()) == sorted(
        path for game in games() for path in (f"positions/{game}/", f"api/v1/positions/{game}/legal/")
    )
    assert "" not in named


#: The search of the full tier goes in parts, each over every twelfth door.
PARTS = 12


@pytest.mark.parametrize(
    ("tries", "part"),
    [(1, None), *(pytest.param(150, part, marks=pytest.mark.long) for part in range(PARTS))],
)
def test_the_dearest_request_of_a_stranger_is_bounded(tries: int, part: int | None) -> None:
    """Within the budget of two questions, laid out and offered, however slow the machine; and fifty ordinary ones."""
    scene = scene_of(decided)
    page = Request("positions/looney_tunes/", body={"seats": "2"})
    ordinary = min(cost(scene, page) for _ in range(5))
    doors = anonymous_doors(scene)
    assert len(doors) > 60
    found = search(scene, doors if part is None else doors[part::PARTS], tries)
    for took, one in found[:8]:
        what = one.name or one.path
        print(f"{what}: {took * 1000:.0f} ms of computing, {took / ordinary:.0f} ordinary, {one.size} bytes")
    if tries > 1:
        print(json.dumps([one.plain() for _, one in found[:30]], indent=1))
    took, one = found[0]
    assert took < 2 * QUESTION + 1, one
    assert took < MAX_RATIO * ordinary, one
