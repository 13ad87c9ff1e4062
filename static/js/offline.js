/* The page for no connection: one's own tables as they were seen last, the clock counted on. Looks for the site again by
   itself. */
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
