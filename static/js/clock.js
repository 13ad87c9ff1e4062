/* Counts every [data-deadline] down by the server's time: the page says when it was made (data-now), and what
   the device's own clock differs by is taken off, so that a phone set wrong shows what the hall sees. */
(function () {
  "use strict";
  var drift = null;

  function correct(serverNow) {
    var seen = Date.parse(serverNow);
    if (isNaN(seen)) return;
    // The smallest delay seen is nearest the truth.
    var found = Date.now() - seen;
    if (drift === null || found < drift) drift = found;
  }

  function figures(seconds) {
    var whole = Math.max(0, Math.ceil(seconds));
    var h = Math.floor(whole / 3600), m = Math.floor((whole % 3600) / 60), s = whole % 60;
    var two = function (n) { return (n < 10 ? "0" : "") + n; };
    return h ? h + ":" + two(m) + ":" + two(s) : m + ":" + two(s);
  }

  function tick() {
    document.querySelectorAll("[data-deadline]").forEach(function (clock) {
      var left = (Date.parse(clock.dataset.deadline) - (Date.now() - (drift || 0))) / 1000;
      var output = clock.querySelector("output");
      if (!output) return;
      var unit = clock.querySelector(".unit");
      if (left <= 0) {
        output.textContent = clock.dataset.over || "0:00";
        if (unit) unit.hidden = true;
        if (!clock.classList.contains("over")) {
          clock.classList.add("over");
          clock.dispatchEvent(new CustomEvent("clock:over", { bubbles: true }));
        }
        return;
      }
      var text = figures(left);
      if (output.textContent !== text) output.textContent = text;
      clock.classList.toggle("short", left <= 60);
    });
  }

  function read(root) {
    (root || document).querySelectorAll("[data-now]").forEach(function (part) {
      correct(part.dataset.now);
      part.removeAttribute("data-now");
    });
    tick();
  }

  function serverNow() { return Date.now() - (drift || 0); }

  window.firstBloodClock = { read: read, correct: correct, now: serverNow };
  read(document);
  document.addEventListener("htmx:afterSettle", function () { read(document); });
  document.addEventListener("live:refreshed", function () { read(document); });
  setInterval(tick, 250);
})();
