/* Taps on their way: kept on the phone until the table has them, sent one at a time, in order, once each (the same key
   again is the same entry). Whatever the table refuses is shown and asked about; nothing is lost by itself. */
(function () {
  "use strict";
  var root = document.getElementById("logger");
  if (!root || !window.fetch || !window.localStorage) return;
  var slot = "first-blood-queue-" + root.dataset.table + "-" + root.dataset.seat;
  var box = document.getElementById("queue");
  var sending = false, pause = 500, timer = null, last = 0, failed = 0;
  var PATIENCE = 10000; // a connection that says nothing for so long is none: the same tap is sent again
  var own = null; // the taps, where the browser keeps nothing
  var words = {};
  document.querySelectorAll("#t-words").forEach(function (template) {
    template.content.querySelectorAll("[data-key]").forEach(function (span) { words[span.dataset.key] = span.textContent; });
  });

  function read() { try { return own || JSON.parse(localStorage.getItem(slot)) || []; } catch (error) { return []; } }
  function write(items) {
    try { localStorage.setItem(slot, JSON.stringify(items)); own = null; } catch (error) { own = items; }
    show(items);
  }
  function newKey() {
    if (window.crypto && crypto.randomUUID) return crypto.randomUUID();
    return Array.prototype.map.call(crypto.getRandomValues(new Uint8Array(16)), function (n) { return n.toString(16).padStart(2, "0"); }).join("");
  }

  function change(key, what) {
    write(read().map(function (item) { return item.key === key ? Object.assign(item, what) : item; }));
  }
  // What was tapped after a tap that is left out was tapped in another belief: it is asked about as well.
  function drop(key) {
    write(read().filter(function (item) { return item.key !== key; }).map(function (item, at) {
      return at === 0 && item.after === null ? Object.assign(item, { problem: "left_out", why: words.left_out, rule: "" }) : item;
    }));
  }

  // A tap: `fields` as its form would send them, `text` for the eye.
  function add(address, fields, text) {
    var items = read();
    items.push({ key: newKey(), address: address, fields: fields, text: text, after: items.length ? null : last, tries: 0 });
    write(items);
    flush();
  }

  function flush() {
    clearTimeout(timer);
    var item = read()[0];
    if (sending || !item || item.problem) return;
    sending = true;
    var data = new URLSearchParams(item.fields);
    data.set("key", item.key);
    data.set("after", item.after === null ? last : item.after);
    fetch(item.address, { method: "POST", body: data, headers: headers(), credentials: "same-origin", signal: giveUp() })
      .then(function (answer) {
        if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
        return answer.json().then(function (found) { return [answer.ok, found]; });
      })
      .then(function (pair) { taken(item, pair[0], pair[1]); })
      .catch(function () {
        document.body.classList.add("offline");
        change(item.key, { tries: item.tries + 1 });
        failed = Date.now();
        pause = Math.min(pause * 1.7, 8000);
        timer = setTimeout(flush, pause);
      })
      .finally(function () { sending = false; if (!failed) flush(); });
  }
  function giveUp() { return window.AbortSignal && AbortSignal.timeout ? AbortSignal.timeout(PATIENCE) : undefined; }
  // A page that can be read says nothing of taps: where one just failed, the timer tries again.
  function soon() { if (Date.now() - failed > 1000) flush(); }

  function taken(item, ok, found) {
    document.body.classList.remove("offline");
    pause = 500;
    failed = 0;
    if (ok) {
      if (found.n) last = Math.max(last, found.n);
      // The next one was tapped after this one and nothing else: whatever comes between is asked about.
      write(read().filter(function (one) { return one.key !== item.key; }).map(function (one, at) {
        return at === 0 && one.after === null && found.n ? Object.assign(one, { after: found.n }) : one;
      }));
    } else {
      var broken = (found.details && found.details.violations) || [];
      change(item.key, {
        problem: found.code, why: words[found.code] || words.other,
        rule: broken.length ? broken.map(function (v) { return v.message + (v.source ? " (" + v.source + ")" : ""); }).join(" ") : found.code === "came_first" ? "" : found.message,
        rules: broken.filter(function (v) { return v.address; }).map(function (v) { return { text: v.source || v.rule, address: v.address }; }),
      });
    }
    document.dispatchEvent(new CustomEvent("queue:answered", { detail: found }));
  }

  function headers() {
    var found = { "X-Tap": "1", "X-CSRFToken": token() };
    if (root.dataset.seatToken) found.Authorization = "Seat " + root.dataset.seatToken;
    return found;
  }
  function token() { var field = document.querySelector("[name=csrfmiddlewaretoken]"); return field ? field.value : ""; }

  function show(items) {
    var template = document.getElementById("t-waiting");
    if (!template || !box) return;
    // What is answered at once is never seen waiting.
    items = items.filter(function (item) { return item.problem || item.tries > 0 || document.body.classList.contains("offline"); });
    box.replaceChildren.apply(box, items.map(function (item) {
      var made = template.content.cloneNode(true);
      made.querySelector("[data-words]").textContent = item.text;
      made.querySelector("[data-why]").textContent = item.problem ? item.why : words.waiting;
      var rule = made.querySelector("[data-rule]");
      rule.textContent = item.rule || "";
      (item.rules || []).forEach(function (one) {
        var link = document.createElement("a");
        link.href = one.address;
        link.textContent = one.text;
        rule.append(" ", link);
      });
      made.querySelector("[data-ask]").hidden = !item.problem;
      made.querySelector("[data-again]").hidden = item.problem === "not_legal" || item.problem === "bad_entry";
      made.querySelector("[data-anyway]").hidden = item.problem !== "not_legal";
      made.querySelectorAll("button").forEach(function (button) { button.dataset.item = item.key; });
      return made;
    }));
  }

  if (box) box.addEventListener("click", function (event) {
    var button = event.target.closest("button");
    if (!button) return;
    var key = button.dataset.item;
    if (button.hasAttribute("data-drop")) drop(key);
    else if (button.hasAttribute("data-again")) change(key, { problem: null, after: last });
    else if (button.hasAttribute("data-anyway")) {
      var item = read().find(function (one) { return one.key === key; });
      change(key, { problem: null, after: last, key: newKey(), fields: item.fields.concat([["anyway", "1"]]) });
    }
    flush();
  });

  window.addEventListener("online", flush);
  window.FirstBloodQueue = { add: add, flush: soon, knows: function (n) { last = Math.max(last, n); }, waiting: function () { return read().length; } };
  show(read());
})();
