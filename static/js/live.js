/* Keeps an open page current. The stream says only that a topic changed; the page then asks for itself again and
   exchanges the parts marked data-live="topic …" whose content differs. Without a stream it asks for the versions
   of the topics every few seconds.

   <body data-event-stream="https://…?token=…" data-versions="/events/…/live/">
   <section id="tables" data-live="rounds results"> */
(function () {
  "use strict";
  var body = document.body;
  var stream = null;
  var pollTimer = null;
  var againTimer = null;
  var waiting = null;
  var wanted = new Set();
  var busy = false;
  var exchanged = 0;
  var versions = made();
  var POLL_MS = 4000;

  // The versions the page was made at, as the address of its stream has them; null where it has none.
  function made() {
    var since = /[?&]since=([^&]*)/.exec(body.dataset.eventStream || ""), found = {};
    if (!since) return null;
    decodeURIComponent(since[1]).split("-").forEach(function (part) {
      var at = part.lastIndexOf(".");
      if (at > 0) found[part.slice(0, at)] = Number(part.slice(at + 1));
    });
    return found;
  }

  function topicsOf(part) { return part.dataset.live.split(/\s+/); }

  // A part somebody is writing in, or has opened a step in, is left alone until they are done.
  function inUse(part) {
    var active = document.activeElement;
    if (active && part.contains(active) && /^(INPUT|SELECT|TEXTAREA)$/.test(active.tagName)) return true;
    return Array.prototype.some.call(part.querySelectorAll("input,select,textarea"), function (input) {
      return input.dataset.touched === "1";
    });
  }

  function rowsOf(part) {
    var rows = {};
    part.querySelectorAll("[data-row]").forEach(function (row) { rows[row.dataset.row] = row.textContent.replace(/\s+/g, " "); });
    return rows;
  }

  // Hidden keys and tokens differ in every answer: they are no change.
  function comparable(part) {
    var copy = part.cloneNode(true);
    copy.querySelectorAll("input[type=hidden]").forEach(function (input) { input.removeAttribute("value"); });
    copy.querySelectorAll("[data-deadline] output").forEach(function (output) { output.textContent = ""; });
    copy.querySelectorAll("[data-deadline]").forEach(function (clock) { clock.removeAttribute("data-now"); clock.className = "clock"; });
    copy.querySelectorAll("details").forEach(function (fold) { fold.removeAttribute("open"); });
    copy.querySelectorAll(".changed").forEach(function (row) { row.classList.remove("changed"); });
    return copy.innerHTML;
  }

  function focusable(row) { return Array.from(row.querySelectorAll("a[href],button,summary,input:not([type=hidden])")); }

  // Where the focus is in a part that goes: by name, or by row, with the rows that come after it.
  function placeOf(part) {
    var active = document.activeElement, rows = Array.from(part.querySelectorAll("[data-row]"));
    if (!part.contains(active)) return null;
    var row = active.closest("[data-row]"), at = rows.indexOf(row);
    return {
      id: active.id,
      at: row ? focusable(row).indexOf(active) : -1,
      rows: row ? rows.slice(at).concat(rows.slice(0, at)).map(function (each) { return each.dataset.row; }) : [],
    };
  }

  // The same thing again, or the next row where its row has gone, or the part itself: never the top of the page.
  function putBack(place, fresh) {
    var target = place.id && document.getElementById(place.id);
    var rows = {};
    fresh.querySelectorAll("[data-row]").forEach(function (row) { rows[row.dataset.row] = row; });
    var stands = place.rows.find(function (name) { return rows[name]; });
    if (!target && stands) {
      var all = focusable(rows[stands]);
      target = (stands === place.rows[0] && all[place.at]) || rows[stands].querySelector("summary, td.end a") || all[0];
    }
    if (!target) target = fresh;
    target.focus({ preventScroll: true });
    if (document.activeElement === target) return;
    target.tabIndex = -1; // a heading or a part that had the focus: what came in its place does not take it by itself
    target.focus({ preventScroll: true });
  }

  function exchange(part, fresh) {
    if (comparable(part) === comparable(fresh)) return;
    var before = rowsOf(part);
    var open = [];
    part.querySelectorAll("details[id][open]").forEach(function (fold) { open.push(fold.id); });
    var focused = placeOf(part);
    fresh = document.importNode(fresh, true);
    part.replaceWith(fresh);
    open.forEach(function (id) {
      var fold = document.getElementById(id);
      if (fold) fold.open = true;
    });
    if (focused) putBack(focused, fresh);
    fresh.querySelectorAll("[data-row]").forEach(function (row) {
      if (before[row.dataset.row] !== row.textContent.replace(/\s+/g, " ")) row.classList.add("changed");
    });
    if (window.htmx) window.htmx.process(fresh);
  }

  function refresh() {
    waiting = null;
    if (busy) { ask(); return; }
    var topics = wanted;
    wanted = new Set();
    var address = location.href, turn = exchanged;
    busy = true;
    fetch(address, { headers: { "X-Live": "1" }, credentials: "same-origin" })
      .then(function (answer) {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      })
      .then(function (text) {
        // Meanwhile something else is looked for, or came with an answer of its own: this one may be older than that.
        if (address !== location.href || turn !== exchanged) { topics.forEach(function (topic) { wanted.add(topic); }); return; }
        var fresh = new DOMParser().parseFromString(text, "text/html");
        document.querySelectorAll("[data-live]").forEach(function (part) {
          var concerned = topics.has("*") || topicsOf(part).some(function (topic) { return topics.has(topic); });
          var found = part.id && fresh.getElementById(part.id);
          if (!concerned || !found) return;
          if (inUse(part)) { topicsOf(part).forEach(function (topic) { wanted.add(topic); }); return; }
          exchange(part, found);
        });
        follow(fresh.body);
        document.dispatchEvent(new CustomEvent("live:refreshed"));
        body.classList.remove("offline");
      })
      .catch(function () {
        body.classList.add("offline");
        // What was to be asked for still is.
        topics.forEach(function (topic) { wanted.add(topic); });
      })
      .finally(function () {
        busy = false;
        if (wanted.size) ask(3000);
      });
  }

  // For who has the page anew already: its parts take the place of those here.
  window.exchangeParts = function (fresh) {
    exchanged += 1;
    document.querySelectorAll("[data-live]").forEach(function (part) {
      var found = part.id && fresh.getElementById(part.id);
      if (found) exchange(part, found);
    });
    document.dispatchEvent(new CustomEvent("live:refreshed"));
  };

  // A table hears of its own match. Once it is at another one, or at its first, it listens for that.
  function follow(fresh) {
    if (!fresh.dataset.versions || fresh.dataset.versions === body.dataset.versions) return;
    body.dataset.versions = fresh.dataset.versions;
    body.dataset.eventStream = fresh.dataset.eventStream || "";
    if (!stream) return;
    stream.leave();
    stream = null;
    versions = made();
    listen();
  }

  // Many changes at once are one question; a little spread keeps a hall of phones from asking in one moment.
  function ask(delay) {
    if (waiting) return;
    waiting = setTimeout(refresh, delay || 120 + Math.random() * 250);
  }

  // What no part of the page follows is no reason to ask.
  function followed(topic) {
    return topic === "*" || Array.prototype.some.call(document.querySelectorAll("[data-live]"), function (part) {
      return topicsOf(part).indexOf(topic) >= 0;
    });
  }

  function want(topic) { if (followed(topic)) { wanted.add(topic); ask(); } }

  // Asks which topics have a new version, and takes a fresh address of the stream with the answer.
  function askVersions() {
    if (document.hidden || !body.dataset.versions) return Promise.resolve();
    return fetch(body.dataset.versions, { credentials: "same-origin" })
      .then(function (answer) {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.json();
      })
      .then(function (found) {
        var before = versions;
        versions = found.versions;
        body.dataset.eventStream = found.stream || "";
        body.classList.remove("offline");
        // Where nobody knows how far the page was, it may have been behind already.
        if (before === null) { want("*"); return; }
        Object.keys(versions).forEach(function (topic) { if (versions[topic] !== before[topic]) want(topic); });
      })
      .catch(function () { body.classList.add("offline"); });
  }

  function poll(on) {
    clearInterval(pollTimer);
    pollTimer = on ? setInterval(askVersions, POLL_MS) : null;
    if (on) askVersions();
  }

  function listen() {
    if (stream) return;
    clearTimeout(againTimer);
    var address = body.dataset.eventStream;
    if (!address || !window.EventSource) { poll(true); return; }
    stream = window.followStream(address, {
      open: function () { poll(false); },
      changed: function (message) {
        try { want(JSON.parse(message.data).topic); } catch (error) { want("*"); }
      },
      // The stream tells what was missed when it comes back; meanwhile the page asks.
      lost: function () { if (!pollTimer) poll(true); },
      closed: function () {
        stream = null;
        againTimer = setTimeout(function () { askVersions().then(listen); }, 15000);
      },
    });
  }

  document.addEventListener("input", function (event) { if (event.target.dataset) event.target.dataset.touched = "1"; });
  document.addEventListener("visibilitychange", function () { if (!document.hidden) want("*"); });
  document.addEventListener("clock:over", function () { setTimeout(function () { want("*"); }, 700); });
  if (document.querySelector("[data-live]")) listen();
})();
