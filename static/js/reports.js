/* A player's report or confirmation, sent by the page; where there is no connection it waits on the phone (waiting.js), and
   every page says so and sends it. Without this the form is sent as forms are.

   <section data-waits="match" data-entrant="…" data-word="/events/…/me/word/"> <form action="…/report/"> */
(function () {
  "use strict";
  var waiting = window.waitingReports;
  var box = document.getElementById("waiting-reports"), template = document.getElementById("t-waiting-report");
  if (!window.indexedDB || !window.fetch || !waiting || !box || !template) return;
  var AGAIN_MS = 8000;
  var count = 0, busy = false, timer = null;

  function newKey() {
    return Array.prototype.map.call(crypto.getRandomValues(new Uint8Array(16)), function (n) { return n.toString(16).padStart(2, "0"); }).join("");
  }
  // The page for no connection knows nobody; the phone remembers who read last.
  function reader() {
    try { return document.body.dataset.reader || localStorage.getItem("first-blood-reader") || ""; } catch (error) { return ""; }
  }

  function fieldsOf(form, button) {
    var fields = [];
    new FormData(form).forEach(function (value, name) { if (name !== "csrfmiddlewaretoken") fields.push([name, value]); });
    if (button && button.name) fields.push([button.name, button.value]);
    if (!form.querySelector("[name=idempotency_key]")) fields.push(["idempotency_key", newKey()]);
    return fields;
  }

  function show(item) {
    var part = template.content.cloneNode(true), state = item.problem ? "refused" : item.unknown ? "unknown" : "waiting";
    part.querySelectorAll("[data-when]").forEach(function (each) { each.hidden = each.dataset.when.split(" ").indexOf(state) < 0; });
    part.querySelector("[data-text]").textContent = item.text;
    part.querySelector("[data-why]").textContent = item.problem ? item.problem.message : "";
    part.querySelector("[data-page]").href = item.page;
    part.querySelector("[data-forget]").addEventListener("click", function () {
      var main = document.getElementById("main");
      waiting.forget(item).then(look).then(function () { if (main) main.focus({ preventScroll: true }); });
    });
    return part;
  }

  // What waits here, before the eyes of who reads; what somebody else wrote is none of the reader's business.
  function look() {
    return waiting.all().then(function (items) {
      items = items.filter(function (item) { return !reader() || reader() === "-" || item.reader === reader(); });
      count = items.length;
      var text = JSON.stringify(items);
      if (box.dataset.shown !== text) {
        box.dataset.shown = text;
        box.replaceChildren.apply(box, items.map(show));
        box.hidden = !items.length;
      }
      return items;
    });
  }

  function flush() {
    clearTimeout(timer);
    if (busy) return Promise.resolve();
    busy = true;
    return waiting.all().then(function (before) {
      var open = before.filter(function (item) { return !item.problem; });
      if (!open.length) return look();
      return waiting.send().catch(function () {}).then(look).then(function (left) {
        var gone = open.filter(function (item) { return !left.some(function (other) { return other.key === item.key; }); });
        // Where it is shown, what was sent is looked at anew.
        if (gone.some(function (item) { return item.page === location.pathname; })) location.reload();
        else if (left.some(function (item) { return !item.problem && !item.unknown; })) timer = setTimeout(flush, AGAIN_MS);
      });
    }).catch(function () {}).finally(function () { busy = false; });
  }

  function keep(item) {
    return waiting.put(item).then(look).then(function () {
      box.scrollIntoView({ block: "nearest" });
      if (navigator.serviceWorker) {
        navigator.serviceWorker.ready.then(function (worker) { return worker.sync && worker.sync.register(waiting.TAG); }).catch(function () {});
      }
      clearTimeout(timer);
      timer = setTimeout(flush, AGAIN_MS);
    });
  }
  window.keepReport = keep;
  window.newReportKey = newKey;

  function plainly(form, button) {
    form.dataset.plain = "1";
    delete form.dataset.sent;
    if (button) form.requestSubmit(button);
    else form.requestSubmit();
  }

  document.addEventListener("submit", function (event) {
    var form = event.target, place = form.closest("[data-waits]"), button = event.submitter;
    var address = new URL(form.getAttribute("action"), location.href).pathname;
    if (event.defaultPrevented || !place || form.dataset.plain || !/\/(report|confirm)\/$/.test(address)) return;
    event.preventDefault();
    var fields = fieldsOf(form, button), data = new URLSearchParams(fields);
    data.set("csrfmiddlewaretoken", form.querySelector("[name=csrfmiddlewaretoken]").value);
    waiting.ask(address, { method: "POST", body: data, headers: { Accept: "application/json" } }).then(function (answer) {
      if (waiting.isLater(answer)) throw new Error(String(answer.status));
      if (!answer.ok) { plainly(form, button); return; } // the page that comes says what is wrong
      return answer.json().then(function (said) { location.assign(said.location); });
    }).catch(function () {
      delete form.dataset.sent;
      if (button) button.classList.remove("busy");
      return keep({
        match: place.dataset.waits, key: newKey(), address: address, fields: fields, entrant: Number(place.dataset.entrant),
        word: place.dataset.word, reader: reader(), text: button ? button.textContent.trim() : "", page: location.pathname,
        problem: null,
      });
    }).catch(function () { plainly(form, button); }); // a browser that keeps nothing
  });

  // Signing out throws away what waits: not without a word.
  document.addEventListener("submit", function (event) {
    if (new URL(event.target.action, location.href).pathname !== "/accounts/logout/") return;
    if (count && !window.confirm(box.dataset.leave)) { event.preventDefault(); event.stopImmediatePropagation(); return; }
    waiting.forgetAll();
  }, true);

  window.addEventListener("online", flush);
  look().then(flush).catch(function () {});
})();
