/* Play tried on the board without loading the page anew: what is touched is sent with what was tried before, and the parts
   that come back are put in place. Without this every touch of the list is a form. */
(function () {
  "use strict";
  var root = document.getElementById("trying"), form = document.getElementById("what-if-form");
  if (!root || !form || !window.fetch || !window.DOMParser || !window.FirstBloodTouch) return;
  var cards = window.FirstBloodCards, busy = false;

  function data(pair) {
    var sent = new URLSearchParams();
    new FormData(form).forEach(function (value, name) { if (value !== "" || name === "lines") sent.append(name, value); });
    sent.append(pair[0], pair[1]);
    return sent;
  }

  function send(pair) {
    if (busy) return;
    busy = true;
    root.setAttribute("aria-busy", "true");
    fetch(form.action, { method: "POST", body: data(pair), headers: { "X-Fragment": "1" }, credentials: "same-origin" })
      .then(function (answer) {
        if (answer.status >= 500 || answer.redirected) throw new Error(String(answer.status));
        return answer.text();
      })
      .then(function (text) {
        var fresh = new DOMParser().parseFromString(text, "text/html");
        if (!fresh.getElementById("live-dock")) throw new Error("no parts");
        exchange(fresh);
      })
      .catch(function () { plainly(pair); })
      .finally(function () { busy = false; root.removeAttribute("aria-busy"); });
  }

  // What cannot be fetched is sent as the form it is.
  function plainly(pair) {
    var field = document.createElement("input");
    field.type = "hidden";
    field.name = pair[0];
    field.value = pair[1];
    form.append(field);
    form.submit();
  }

  function exchange(fresh) {
    var inDock = document.getElementById("live-dock").contains(document.activeElement);
    var open = Array.from(root.querySelectorAll("#live-board details[open][id]")).map(function (fold) { return fold.id; });
    root.querySelectorAll("[data-part]").forEach(function (part) {
      var found = fresh.getElementById(part.id);
      if (!found) return;
      Object.keys(found.dataset).forEach(function (name) { part.dataset[name] = found.dataset[name]; });
      part.replaceChildren.apply(part, document.importNode(found, true).childNodes);
    });
    open.forEach(function (id) { var fold = document.getElementById(id); if (fold) fold.open = true; });
    settle();
    var line = root.querySelector("#live-dock > .turn-line");
    if (inDock && line) line.focus({ preventScroll: true });
  }

  function settle() {
    var list = root.querySelector(".tried");
    if (list) list.scrollTop = list.scrollHeight;
    if (cards) cards.attachAll(root);
    window.FirstBloodTouch.settle();
  }

  form.addEventListener("submit", function (event) {
    var button = event.submitter;
    if (!button || button.value === "keep") return;
    event.preventDefault();
    send([button.name, button.value]);
  });

  root.addEventListener("click", function (event) {
    var link = event.target.closest("[data-opens]"), fold = link && document.getElementById(link.dataset.opens);
    if (!fold) return;
    event.preventDefault();
    fold.open = true;
    fold.scrollIntoView({ block: "start" });
    fold.querySelector("summary").focus({ preventScroll: true });
  });

  window.FirstBloodQueue = { add: function (_address, fields) { send(["tap", fields[0][1]]); } };
  if (cards) cards.load(form.dataset.cardNames);
  settle();
})();
