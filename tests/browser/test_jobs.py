"""The page of a job that is about no event goes on by itself; here it asks for versions, as there is no stream."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.conftest import Window
from tests.tournaments.factories import actor
from tests.tournaments.playing import field
from tournaments.importing.work import begin_import
from tournaments.jobs.changes import cancel_job, resume_job
from tournaments.jobs.working import claim_chunk, work_chunk
from tournaments.now import now


def test_an_import_is_followed_from_its_beginning_to_its_desk(window: Window, transactional_db: None) -> None:
    data = json.dumps(field(4, {"kind": "swiss", "rounds": 1}, game="highlander", name="Möwe Cup")).encode()
    olga = actor("olga")
    job = begin_import(data, by=olga, now=now())
    page = window("olga")
    page.goto(f"/jobs/{job.pk}/")
    expect(page.locator("#job")).to_contain_text("Waiting")
    cancel_job(job, by=olga, now=now())
    expect(page.locator("#job")).to_contain_text("Nothing of it was kept.")
    resume_job(job, by=olga, now=now())
    expect(page.locator("#job")).to_contain_text("Waiting")
    chunk = claim_chunk(now())
    assert chunk is not None
    expect(page.locator("#job")).to_contain_text("Under way")
    assert work_chunk(chunk)
    expect(page.get_by_role("link", name="See what came of it")).to_be_visible()
