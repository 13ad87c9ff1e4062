/* Reports that wait on the phone until the site has answered them: for pages and for the service worker alike. Each stays
   until it was taken, refused and read, or thrown away by its writer. The site takes one key once, and compares what comes
   late with what its writer had seen; so it does no harm that a page and the service worker may both send it.

   What waits: { match, key, address, fields: [[name, value], …], entrant, word, reader, text, page, problem } */
(function (self) {
  "use strict";
  const NAME = "first-blood", STORE = "reports", TAG = "reports";
  const PATIENCE = 15000; // a connection that says nothing for so long is none

  function asPromise(request) {
    return new Promise(function (resolve, reject) {
      request.onsuccess = function () { resolve(request.result); };
      request.onerror = function () { reject(request.error); };
    });
  }

  async function within(mode, work) {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = function () { opening.result.createObjectStore(STORE, { keyPath: "match" }); };
    const base = await asPromise(opening);
    try {
      const change = base.transaction(STORE, mode);
      const ended = new Promise(function (resolve, reject) {
        change.oncomplete = resolve;
        change.onabort = change.onerror = function () { reject(change.error); };
      });
      const result = await work(change.objectStore(STORE));
      await ended;
      return result;
    } finally {
      base.close();
    }
  }

  function all() { return within("readonly", function (store) { return asPromise(store.getAll()); }); }
  function put(item) { return within("readwrite", function (store) { return asPromise(store.put(item)); }); }
  function forgetAll() { return within("readwrite", function (store) { return asPromise(store.clear()); }); }

  // Only this one: another that its writer put in its place meanwhile stays.
  function replace(item, fresh) {
    return within("readwrite", async function (store) {
      const there = await asPromise(store.get(item.match));
      if (!there || there.key !== item.key) return;
      await asPromise(fresh ? store.put(fresh) : store.delete(item.match));
    });
  }
  function forget(item) { return replace(item, null); }

  function ask(address, how) {
    const signal = self.AbortSignal && AbortSignal.timeout ? AbortSignal.timeout(PATIENCE) : undefined;
    return fetch(address, Object.assign({ credentials: "same-origin", cache: "no-store", signal: signal }, how));
  }
  function isLater(answer) { return answer.status >= 500 || answer.status === 429; }

  async function refused(item, answer) {
    let why = "";
    try { why = (await answer.json()).message || ""; } catch (error) { why = ""; }
    await replace(item, Object.assign({}, item, { problem: { status: answer.status, message: why } }));
  }

  // Whether nothing more is to be done for it now. Raises where there is no connection.
  async function sendOne(item) {
    const word = await ask(item.word, { headers: { Accept: "application/json" } });
    if (isLater(word)) throw new Error(String(word.status));
    if (!word.ok) { await refused(item, word); return; }
    const known = await word.json();
    if (known.entrants.indexOf(item.entrant) < 0) {
      // Nobody is known here: who wrote it may come back. Somebody else, or a link that opens nothing any more: it goes.
      if (known.reader === "-") await replace(item, Object.assign({}, item, { unknown: true }));
      else await forget(item);
      return;
    }
    const data = new URLSearchParams(item.fields);
    data.set("csrfmiddlewaretoken", known.csrfmiddlewaretoken);
    const answer = await ask(item.address, { method: "POST", body: data, headers: { Accept: "application/json" } });
    if (isLater(answer)) throw new Error(String(answer.status));
    if (answer.ok) await forget(item);
    else await refused(item, answer);
  }

  async function sendAll() {
    for (const item of await all()) if (!item.problem) await sendOne(item);
  }

  // One at a time, in whichever page or worker.
  function send() {
    if (!self.navigator.locks) return sendAll();
    return self.navigator.locks.request(NAME, { ifAvailable: true }, function (lock) { return lock ? sendAll() : undefined; });
  }

  self.waitingReports = { TAG: TAG, all: all, put: put, forget: forget, forgetAll: forgetAll, send: send, ask: ask, isLater: isLater };
})(self);
