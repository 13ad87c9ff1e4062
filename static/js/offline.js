/* The page for no connection: one's own tables as they were seen last, the clock counted on, and their result to be
   reported, which waits on the phone (reports.js). Looks for the site again by itself. */
(function () {
  "use strict";
  var box = document.getElementById("offline-tables"), template = document.getElementById("t-offline-table");
  if (!box || !template || !window.caches) return;
  var reader = null;
  try { reader = localStorage.getItem("first-blood-reader"); } catch (error) { reader = null; }

  function fill(part, name, text) {
    var place = part.querySelector("[data-" + name + "]");
    place.textContent = text || "";
    place.hidden = !text;
  }

  function pairs(values) { return Object.keys(values).map(function (name) { return [name, values[name]]; }); }

  // What was pressed, as the form of the page would send it.
  function keep(said, address, fields, text) {
    var form = said.report;
    window.keepReport({
      match: String(form.match), key: window.newReportKey(), address: address, entrant: form.entrant, word: form.word,
      fields: fields.concat([["idempotency_key", window.newReportKey()], ["next", said.page]]),
      reader: said.reader, text: text, page: said.page, problem: null,
    });
  }

  function copyOf(id) { return document.getElementById(id).content.cloneNode(true).firstElementChild; }

  function ask(part, said) {
    var form = said.report, box = part.querySelector("[data-report]");
    if (!form || !window.keepReport) return;
    box.hidden = false;
    if (form.confirm) {
      box.querySelector("[data-confirm]").hidden = false;
      box.querySelector("[data-reported]").textContent = form.confirm.text;
      box.querySelector("[data-yes]").addEventListener("click", function () {
        keep(said, form.confirm.address, pairs(form.confirm.fields), form.confirm.text);
      });
    }
    (form.choices || []).forEach(function (choice) {
      var button = copyOf("t-offline-choice");
      button.textContent = choice[1];
      button.addEventListener("click", function () {
        keep(said, form.address, pairs(form.fields).concat([["result", choice[0]]]), choice[1]);
      });
      box.querySelector("[data-choices]").append(button);
    });
    if (form.seats) askPlaces(box.querySelector("[data-places]"), said);
  }

  function askPlaces(places, said) {
    var form = said.report;
    places.hidden = false;
    form.seats.forEach(function (seat) {
      var field = copyOf("t-offline-place"), label = field.querySelector("label"), select = field.querySelector("select");
      select.id = "place-" + form.match + "-" + seat[0];
      label.htmlFor = select.id;
      label.textContent = seat[1];
      select.name = "place_" + seat[0];
      form.seats.forEach(function (other, at) { select.add(new Option(String(at + 1))); });
      places.insertBefore(field, places.querySelector("[data-rank]"));
    });
    places.querySelector("[data-rank]").addEventListener("click", function () {
      var fields = pairs(form.fields).concat([["result", "ranking"]]), text = [];
      places.querySelectorAll("select").forEach(function (select) {
        fields.push([select.name, select.value]);
        text.push(select.labels[0].textContent + " " + (select.value || "–"));
      });
      keep(said, form.address, fields, text.join(", "));
    });
  }

  function show(said, seen) {
    var part = template.content.cloneNode(true), clock = part.querySelector(".clock");
    ["event", "round", "table", "against", "note"].forEach(function (name) { fill(part, name, said[name]); });
    part.querySelector("[data-link]").href = said.page;
    var time = part.querySelector("time");
    time.dateTime = seen.toISOString();
    time.textContent = seen.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    if (said.deadline) {
      // What this phone's clock differs by was known when the answer came.
      clock.dataset.deadline = new Date(Date.parse(said.deadline) + (seen - Date.parse(said.at))).toISOString();
      clock.dataset.over = said.over;
    } else if (said.clock) {
      clock.querySelector("output").textContent = said.clock;
      clock.querySelector(".unit").hidden = true;
    } else {
      clock.remove();
    }
    ask(part, said);
    box.append(part);
  }

  caches.keys().then(function (names) {
    return Promise.all(names.filter(function (name) { return name.indexOf("seen-tables-") === 0; }).map(function (name) {
      return caches.open(name).then(function (cache) { return cache.matchAll(); });
    }));
  }).then(function (found) {
    return Promise.all([].concat.apply([], found).map(function (answer) {
      return answer.json().then(function (said) { return [said, new Date(answer.headers.get("X-Seen"))]; });
    }));
  }).then(function (pairs) {
    var own = pairs.filter(function (pair) { return pair[0].reader === reader; });
    var here = own.filter(function (pair) { return pair[0].page === location.pathname; });
    (here.length ? here : own).forEach(function (pair) { show(pair[0], pair[1]); });
    window.firstBloodClock.read(box);
  });

  function again() {
    fetch("/healthz", { cache: "no-store" }).then(function (answer) { if (answer.ok) location.reload(); }).catch(function () {});
  }
  window.addEventListener("online", again);
  setInterval(again, 10000);
})();
