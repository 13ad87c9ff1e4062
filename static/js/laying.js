/* Laying a position out by touch: what can be touched on the board gets a button over it that the form sends, two letters
   bring the cards that fit, and what is focused stays so when the server's answer is put in place. The server says what
   can be touched (`data-touchables`) and what fits; nothing here knows a card or a rule. Without this the same buttons
   stand in the list of places. */
(function () {
  "use strict";
  var form = document.getElementById("editor");
  if (!form || !form.classList.contains("by-touch") || !window.FirstBloodPositions) return;
  var timer = null, asked = 0, waiting = false, taking = false;

  // -- the board ----------------------------------------------------------------------------------------------------
  function light() {
    var frame = document.querySelector("[data-touchables]");
    if (!frame || frame.dataset.lit) return;
    frame.dataset.lit = "1";
    var names = JSON.parse(frame.dataset.touchables), held = document.getElementById("touched").dataset.held;
    Object.keys(names).forEach(function (at) {
      var host = hostOf(frame, at);
      if (!host) return;
      if (host.ownerSVGElement) onMap(host, at, names[at], held === at);
      else onTable(host, at, names[at], held === at);
    });
  }

  function hostOf(frame, at) {
    var node = frame.querySelector('[data-at="' + window.CSS.escape(at) + '"]');
    if (!node || node.closest('[aria-hidden="true"]')) return null;
    if (node.ownerSVGElement) return node.closest("g");
    if (node.matches("section")) return node.querySelector("h3");
    if (node.matches("dl > div")) return node.querySelector("dd");
    return node.matches(".label") ? node.closest(".open-pile, .closed-pile") || node : node;
  }

  function onTable(host, at, name, held) {
    if (host.querySelector(":scope > .touch")) return;
    var button = document.createElement("button");
    button.type = "submit";
    button.name = "touch";
    button.value = at;
    button.id = "b-" + at.replace(/\./g, "-");
    button.className = host.parentElement.closest("[data-at]:not(section)") ? "touch inner" : "touch";
    if (held) button.classList.add("held");
    button.setAttribute("aria-label", name);
    host.append(button);
  }

  function onMap(host, at, name, held) {
    host.ownerSVGElement.setAttribute("role", "group");
    host.setAttribute("role", "button");
    host.setAttribute("tabindex", "0");
    host.setAttribute("aria-label", name);
    host.setAttribute("data-touch", at);
    host.id = "b-" + at.replace(/\./g, "-");
    host.classList.toggle("held", held);
  }

  function onThing(event) {
    var node = event.target.closest && event.target.closest("g[data-touch]");
    if (!node || (event.type === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    window.FirstBloodPositions.send({ name: "touch", value: node.dataset.touch });
  }
  form.addEventListener("click", onThing);
  form.addEventListener("keydown", onThing);

  // -- two letters --------------------------------------------------------------------------------------------------
  function look() {
    var field = document.getElementById("find"), box = document.getElementById("hits");
    if (!field || !box) return Promise.resolve();
    var data = new FormData(form), number = ++asked;
    data.delete("file");
    data.set("part", "hits");
    waiting = true;
    return fetch(form.action, { method: "POST", body: data, credentials: "same-origin" })
      .then(function (answer) { return answer.text(); })
      .then(function (text) {
        if (number !== asked) return;
        waiting = false;
        var fresh = new DOMParser().parseFromString(text, "text/html").getElementById("hits");
        box = document.getElementById("hits");
        if (fresh && box) box.replaceChildren.apply(box, document.importNode(fresh, true).childNodes);
        if (taking) take();
      })
      .catch(function () { waiting = false; taking = false; });
  }

  function take() {
    taking = false;
    var first = document.querySelector("#hits .pick-card, #hits #declare");
    if (first) first.click();
  }

  form.addEventListener("input", function (event) {
    if (!event.target.matches("[data-find]")) return;
    event.stopPropagation();
    clearTimeout(timer);
    timer = setTimeout(look, 120);
  }, true);

  form.addEventListener("change", function (event) {
    if (event.target.matches("[data-find], [data-put], [data-say], [name^='new.']")) event.stopPropagation();
  }, true);

  form.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && document.getElementById("put-down")) {
      document.getElementById("put-down").click();
      return;
    }
    if (event.key !== "Enter") return;
    if (event.target.matches("[data-say]")) {
      event.preventDefault();
      if (event.target.value.trim()) document.getElementById("say-it").click();
    } else if (event.target.matches("[data-put]")) {
      event.preventDefault();
      document.getElementById("set").click();
    } else if (event.target.matches("[name^='new.']")) {
      event.preventDefault();
      document.getElementById("declare").click();
    } else if (event.target.matches("[data-find]")) {
      event.preventDefault();
      if (!event.target.value.trim()) return;
      taking = true;
      clearTimeout(timer);
      if (waiting || event.target.dataset.shown !== event.target.value) look();
      else take();
    }
  });

  // -- what is focused stays ----------------------------------------------------------------------------------------
  window.FirstBloodPositions.before = function () {
    var focused = document.activeElement;
    return focused && form.contains(focused) ? focused.id : "";
  };
  window.FirstBloodPositions.after = function (id, button) {
    light();
    var put = document.getElementById("put-value"), field = document.querySelector("#find[data-first]") || put;
    var wanted = button && (button.name === "touch" || button.name === "edit") ? field : null;
    var node = wanted || (id && document.getElementById(id));
    if (!node && button) node = document.getElementById("touched-title");
    if (node && node !== document.activeElement) node.focus({ preventScroll: true });
    if (node && node === put && put.select) put.select();
  };
  light();
})();
