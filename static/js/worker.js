/* The service worker. The site puts VERSION and FILES before this text (tournaments/phones/worker.py).

   Nothing kept is shown while the network answers. What is kept: the page for no connection with its files; of My table an
   answer made for it, with the pairing and the clock; and the pages of rules and cards that were opened, asked for once more as they
   are for nobody. What says no-store is never kept, as every page made for its reader does. A new
   version has caches of its own and throws those of the last one away. Reports that wait (waiting.js) are sent also while
   no page is open, where the browser can do that. */
"use strict";
const SHELL = "shell-" + VERSION, TABLES = "seen-tables-" + VERSION, RULES = "rules-" + VERSION;
const MOST_TABLES = 5, MOST_RULES = 300, RULE_FRESH_MS = 3600000;
const ICON = FILES.find(function (address) { return address.indexOf("icon-192") >= 0; });
const OFFLINE = "/offline/";
const TABLE = /^\/events\/[-\w]+\/me\/kept\/$/;
// The rulebooks, their entries and cards: not what is asked, nor what somebody owns.
const RULE = /^\/rules\/(?!own-texts\/)(?:[-\w]+\/(?:cards\/(?:[-\w]+\/)?|(?!ask\/)[^/]+\/)?)?$/;

self.addEventListener("install", function (event) {
  const wanted = FILES.concat([OFFLINE]).map(function (address) { return new Request(address, { cache: "reload" }); });
  event.waitUntil(caches.open(SHELL).then(function (cache) { return cache.addAll(wanted); }).then(function () { return self.skipWaiting(); }));
});

self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    return Promise.all(names.filter(function (name) { return [SHELL, TABLES, RULES].indexOf(name) < 0; }).map(function (name) { return caches.delete(name); }));
  }).then(function () { return self.clients.claim(); }));
});

self.addEventListener("fetch", function (event) {
  const request = event.request, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (TABLE.test(address.pathname)) event.respondWith(table(request));
  else if (request.mode === "navigate") event.respondWith(page(event, request, address));
  else if (FILES.indexOf(address.pathname) >= 0) event.respondWith(file(request));
});

function mayBeKept(answer) {
  const said = answer.headers.get("Cache-Control") || "";
  return answer.status === 200 && answer.type === "basic" && !answer.redirected && !/no-store/.test(said);
}

// A copy that says when it was seen.
async function copyOf(answer) {
  return new Response(await answer.text(), {
    headers: { "Content-Type": "application/json", "X-Seen": new Date().toISOString() },
  });
}

// The newest last; the oldest go.
async function put(name, most, address, answer) {
  const cache = await caches.open(name);
  await cache.delete(address);
  await cache.put(address, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map(function (key) { return cache.delete(key); }));
}

async function page(event, request, address) {
  const isRule = RULE.test(address.pathname) && !address.search;
  try {
    const answer = await fetch(request);
    if (isRule && answer.status === 200 && !answer.redirected) event.waitUntil(keepRule(address.pathname));
    return answer;
  } catch (error) {
    const kept = isRule && await (await caches.open(RULES)).match(address.pathname);
    if (kept) return kept;
    return (await (await caches.open(SHELL)).match(OFFLINE)) || Response.error();
  }
}

// A rule's page as it is for nobody, in the reader's language; what it may do stays said.
async function keepRule(path) {
  const before = await (await caches.open(RULES)).match(path);
  if (before && Date.now() - Date.parse(before.headers.get("X-Seen")) < RULE_FRESH_MS) return;
  const answer = await fetch(path + "?kept=1", { credentials: "same-origin" });
  if (!mayBeKept(answer)) return;
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", "X-Seen": new Date().toISOString() });
  ["Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy"].forEach(function (name) {
    if (answer.headers.get(name)) headers.set(name, answer.headers.get(name));
  });
  await put(RULES, MOST_RULES, path, new Response(await answer.text(), { headers: headers }));
}

async function table(request) {
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(TABLES)).match(request.url);
    if (kept) return kept;
    throw error;
  }
  if (mayBeKept(answer)) await put(TABLES, MOST_TABLES, request.url, await copyOf(answer.clone()));
  else if (answer.status < 500) await (await caches.open(TABLES)).delete(request.url);
  return answer;
}

async function file(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(SHELL)).match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("sync", function (event) {
  if (event.tag === self.waitingReports.TAG) event.waitUntil(self.waitingReports.send());
});

// A notification that the player asked for. It says what the message says, and leads to the player's table.
self.addEventListener("push", function (event) {
  let said = {};
  try { said = event.data.json(); } catch (error) { said = {}; }
  event.waitUntil(self.registration.showNotification(said.title || "First Blood", {
    body: said.body || "", tag: said.tag || "", renotify: Boolean(said.tag), icon: ICON, data: { path: said.path || "/" },
  }));
});

self.addEventListener("notificationclick", function (event) {
  event.notification.close();
  const address = new URL(event.notification.data.path, self.location.origin).href;
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true }).then(function (windows) {
    const open = windows.find(function (each) { return each.url === address; });
    return open ? open.focus() : self.clients.openWindow(address);
  }));
});
