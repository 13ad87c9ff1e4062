/* Stepping through a replay without loading the page anew. Without this every step is a link. */
(function () {
  "use strict";
  var root = document.getElementById("replay");
  if (!root || !window.fetch || !window.DOMParser) return;
  var address = root.dataset.address;
  var last = Number(root.dataset.last);
  var here = Number(root.dataset.entry);
  var wanted = here;
  var kept = new Map();
  var scrub = document.getElementById("scrub");
  var timer = null;

  function part(n) {
    if (!kept.has(n)) {
      if (kept.size > 200) kept.clear();
      kept.set(n, fetch(address + "entries/" + n + "/", { headers: { "X-Fragment": "1" }, credentials: "same-origin" }).then(function (answer) {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      }));
      kept.get(n).catch(function () { kept.delete(n); });
    }
    return kept.get(n);
  }

  function typing() {
    return Array.prototype.some.call(root.querySelectorAll("#replay-entry textarea, #replay-entry input"), function (field) {
      return field.dataset.touched === "1";
    });
  }

  function inView(list) {
    var item = list.querySelector("[aria-current]");
    var box = item && item.closest(".entries");
    if (!box) return;
    var top = item.offsetTop, bottom = top + item.offsetHeight;
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 3;
  }

  // The same page of the list only moves its mark, so that its place does not jump.
  function exchangeList(old, fresh) {
    var a = old.querySelector(".entries"), b = fresh.querySelector(".entries");
    if (a && b && a.start === b.start && a.children.length === b.children.length) {
      a.querySelectorAll("[aria-current]").forEach(function (item) { item.removeAttribute("aria-current"); });
      var place = Array.prototype.indexOf.call(b.children, b.querySelector("[aria-current]"));
      if (place >= 0) a.children[place].setAttribute("aria-current", "step");
    } else {
      old.replaceChildren.apply(old, fresh.childNodes);
    }
    inView(old);
  }

  function show(n, text) {
    var fresh = new DOMParser().parseFromString(text, "text/html");
    var focused = document.activeElement && document.activeElement.closest("#replay-steps");
    var rel = focused ? document.activeElement.getAttribute("rel") : "";
    root.querySelectorAll("[data-part]").forEach(function (old) {
      var found = fresh.getElementById(old.id);
      if (!found) return;
      found = document.importNode(found, true);
      if (old.id === "replay-list") exchangeList(old, found);
      else old.replaceChildren.apply(old, found.childNodes);
    });
    if (rel) {
      var same = root.querySelector("#replay-steps [rel=" + rel + "]") || root.querySelector("#replay-steps a");
      if (same) same.focus({ preventScroll: true });
    }
    here = n;
    root.dataset.entry = n;
    if (scrub && document.activeElement !== scrub) scrub.value = n;
    history.replaceState(null, "", address + "?entry=" + n);
    if (n > 0) part(n - 1);
    if (n < last) part(n + 1);
  }

  function go(n) {
    n = Math.max(0, Math.min(last, n));
    wanted = n;
    if (scrub) scrub.value = n;
    root.setAttribute("aria-busy", "true");
    part(n).then(function (text) {
      if (wanted !== n) return;
      show(n, text);
      root.removeAttribute("aria-busy");
    }).catch(function () {
      if (wanted === n) location.href = address + "?entry=" + n;
    });
  }

  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(Number(link.dataset.step));
  });

  if (scrub) {
    scrub.addEventListener("input", function () {
      clearTimeout(timer);
      timer = setTimeout(function () { go(Number(scrub.value)); }, 40);
    });
  }

  function toMark(which) {
    var link = root.querySelector('[data-mark="' + which + '"]');
    if (link) go(Number(link.dataset.step));
  }

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    var active = document.activeElement;
    if (active && /^(TEXTAREA|SELECT)$/.test(active.tagName)) return;
    if (active && active.tagName === "INPUT" && active !== scrub) return;
    var moves = {
      ArrowLeft: function () { go(wanted - 1); }, ArrowRight: function () { go(wanted + 1); },
      Home: function () { go(0); }, End: function () { go(last); },
      n: function () { toMark("after"); }, p: function () { toMark("before"); },
    };
    if (!moves[event.key] || typing()) return;
    event.preventDefault();
    moves[event.key]();
  });

  document.addEventListener("input", function (event) { if (event.target.dataset) event.target.dataset.touched = "1"; });

  document.addEventListener("live:refreshed", function () { kept.clear(); });
  inView(document.getElementById("replay-list"));
  if (here > 0) part(here - 1);
  if (here < last) part(here + 1);
})();
