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
  var seat = root.dataset.seat ? "&seat=" + encodeURIComponent(root.dataset.seat) : "";
  // Milliseconds between two entries that play by themselves.
  var PACE = 1600;
  var playing = null;
  var board = document.getElementById("replay-board");

  function part(n) {
    if (!kept.has(n)) {
      if (kept.size > 200) kept.clear();
      kept.set(n, fetch(address + "entries/" + n + "/?" + seat.slice(1), { headers: { "X-Fragment": "1" }, credentials: "same-origin" }).then(function (answer) {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      }));
      kept.get(n).catch(function () { kept.delete(n); });
    }
    return kept.get(n);
  }

  function typing() {
    return Array.prototype.some.call(root.querySelectorAll("#replay-entry textarea, #replay-entry input, #replay-entry select"), function (field) {
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
    var jump = document.activeElement && document.activeElement.dataset.jump;
    var rel = focused ? document.activeElement.getAttribute("rel") : "";
    // What is below the board stays where it is: the board never gets lower again.
    board.style.minHeight = Math.max(board.offsetHeight, parseFloat(board.style.minHeight) || 0) + "px";
    var opened = Array.prototype.map.call(board.querySelectorAll("details[open][id]"), function (fold) { return fold.id; });
    document.querySelectorAll("[data-part]").forEach(function (old) {
      var found = fresh.getElementById(old.id);
      if (!found) return;
      found = document.importNode(found, true);
      if (old.id === "replay-list") exchangeList(old, found);
      else old.replaceChildren.apply(old, found.childNodes);
    });
    opened.forEach(function (id) {
      var fold = document.getElementById(id);
      if (fold) fold.open = true;
    });
    if (focused) {
      var same = (rel && root.querySelector("#replay-steps [rel=" + rel + "]")) || root.querySelector("#replay-steps [data-play]");
      if (same) same.focus({ preventScroll: true });
    } else if (jump) {
      var next = root.querySelector('#replay-jumps [data-jump="' + jump + '"]');
      if (next) next.focus({ preventScroll: true });
    }
    drawPlay();
    here = n;
    root.dataset.entry = n;
    if (scrub && document.activeElement !== scrub) scrub.value = n;
    history.replaceState(null, "", address + "?entry=" + n + seat);
    if (n > 0) part(n - 1);
    if (n < last) part(n + 1);
  }

  function go(n) {
    n = Math.max(0, Math.min(last, n));
    wanted = n;
    if (scrub) scrub.value = n;
    root.setAttribute("aria-busy", "true");
    return part(n).then(function (text) {
      if (wanted !== n) return;
      show(n, text);
      root.removeAttribute("aria-busy");
    }).catch(function () {
      if (wanted === n) location.href = address + "?entry=" + n + seat;
    });
  }

  // Playing by itself: one entry after the other, until the end, a stop or any other step.
  function drawPlay() {
    var button = root.querySelector("[data-play]");
    button.setAttribute("role", "button");
    button.classList.toggle("playing", playing !== null);
  }

  function stop() {
    clearTimeout(playing);
    playing = null;
    drawPlay();
  }

  function playOn() {
    playing = setTimeout(function () {
      if (wanted >= last) { stop(); return; }
      go(wanted + 1).then(function () { if (playing !== null) { if (wanted < last) playOn(); else stop(); } });
    }, PACE);
    drawPlay();
  }

  function toggle() {
    if (playing !== null) { stop(); return; }
    if (wanted >= last) go(0);
    playOn();
  }

  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-play]")) { event.preventDefault(); toggle(); return; }
    var link = event.target.closest("a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    stop();
    go(Number(link.dataset.step));
  });

  if (scrub) {
    scrub.addEventListener("input", function () {
      stop();
      clearTimeout(timer);
      timer = setTimeout(function () { go(Number(scrub.value)); }, 40);
    });
  }

  function toMark(which) {
    var link = root.querySelector('[data-mark="' + which + '"]');
    if (link) go(Number(link.dataset.step));
  }

  function toNext(kind) {
    return function () {
      var link = root.querySelector('[data-jump="' + kind + '"]');
      if (link) go(Number(link.dataset.step));
    };
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
      i: toNext("i"), o: toNext("o"), c: toNext("c"), d: toNext("d"), m: toNext("m"),
    };
    if (event.key === " " && (!active || active === document.body || active === board)) moves[" "] = toggle;
    if (!Object.hasOwn(moves, event.key) || typing()) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    moves[event.key]();
  });

  document.addEventListener("input", function (event) { if (event.target.dataset) event.target.dataset.touched = "1"; });

  document.addEventListener("live:refreshed", function () { kept.clear(); });
  inView(document.getElementById("replay-list"));
  if (root.hasAttribute("data-plays")) playOn();
  else drawPlay();
  if (here > 0) part(here - 1);
  if (here < last) part(here + 1);
})();
