"""What is left in a browser once its reader has signed out: nothing of the reader, of the table, of the opponent."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window
from tests.browser.test_phones import await_answer, await_tables
from tests.tournaments.factories import actor, player, published_round, running_event, seated, tables
from tournaments.now import now
from tournaments.rounds.changes import start_round

#: All that the browser keeps for the site but its files, as one text.
EVERYTHING = """async () => {
  const found = [JSON.stringify(Object.entries(localStorage)), JSON.stringify(Object.entries(sessionStorage))];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (!request.url.includes("/static/")) found.push(request.url, await (await cache.match(request)).text());
  }
  for (const { name } of await indexedDB.databases()) {
    const asked = indexedDB.open(name);
    const base = await new Promise((done) => { asked.onsuccess = () => done(asked.result); });
    for (const store of base.objectStoreNames) {
      const all = base.transaction(store).objectStore(store).getAll();
      found.push(JSON.stringify(await new Promise((done) => { all.onsuccess = () => done(all.result); })));
    }
    base.close();
  }
  return found.join("\\n");
}"""
#: A phone that is told of things, and notes when that ends.
TOLD = """PushManager.prototype.getSubscription = async () => ({
  unsubscribe: async () => { localStorage.setItem("test-ended", "yes"); return true; },
});"""


def test_nothing_of_the_reader_stays(window: Window, transactional_db: None) -> None:
    round = start_round(published_round(running_event(4)), by=actor("olga"), now=now())
    match = tables(round)[0]
    phone = window(player(match, "A").label.lower(), size=PHONE, worker=True)
    phone.add_init_script(TOLD)
    phone.goto(f"/events/{round.event.slug}/me/")
    await_tables(phone, 1)
    reader = phone.evaluate("document.body.dataset.reader")
    other = seated(match, "B").name
    kept = phone.evaluate(EVERYTHING)
    assert reader in kept and other in kept and round.event.slug in kept and "test-ended" not in kept
    phone.goto("/profile/")
    phone.get_by_role("button", name="Sign out").click()
    expect(phone.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    await_tables(phone, 0)
    await_answer(phone, "localStorage.getItem('test-ended')", "yes")
    left = phone.evaluate(EVERYTHING)
    assert not [text for text in (reader, other, seated(match, "A").name, round.event.slug) if text in left]
    # And the pages of before are asked for anew.
    phone.go_back()
    expect(phone.get_by_role("heading", name="Sign in")).to_be_visible()
    assert not phone.get_by_text(player(match, "A").label, exact=True).count()
