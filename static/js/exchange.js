/* Seats of an offer exchanged by drag, by two taps, or by keyboard: arrows go from name to name, Enter takes one and then
   the other, Escape lets go. A window then asks for the reason. Without this a name leads to the form below. */
(function () {
  "use strict";
  var area = document.querySelector("[data-exchange]");
  var dialog = document.getElementById("exchange");
  if (!area || !dialog || !dialog.showModal) return;
  var said = document.getElementById("exchange-said");
  var KEY = "exchange " + location.pathname;
  var held = null;

  function seats() { return Array.from(area.querySelectorAll("[data-seat]")); }
  function seatOf(node) { return node && node.closest ? node.closest("[data-seat]") : null; }
  function nameOf(seat) { return seat.dataset.name; }

  function hold(seat) {
    if (held) { held.classList.remove("held"); held.removeAttribute("aria-pressed"); }
    held = seat;
    if (held) { held.classList.add("held"); held.setAttribute("aria-pressed", "true"); }
    said.textContent = held ? area.dataset.held.replace("{name}", nameOf(held)) : "";
  }

  function ask(first, second) {
    hold(null);
    dialog.querySelector("[name=first]").value = first.dataset.seat;
    dialog.querySelector("[name=second]").value = second.dataset.seat;
    dialog.querySelector("[data-who]").textContent = nameOf(first) + " ⇄ " + nameOf(second);
    dialog.back = second;
    dialog.showModal();
    dialog.querySelector("[name=common]").focus();
  }

  function take(seat) {
    if (!held) hold(seat);
    else if (held === seat) hold(null);
    else ask(held, seat);
  }

  seats().forEach(function (seat) {
    seat.setAttribute("role", "button");
    seat.draggable = true;
  });

  area.addEventListener("click", function (event) {
    var seat = seatOf(event.target);
    if (!seat || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    take(seat);
  });

  area.addEventListener("keydown", function (event) {
    var seat = seatOf(event.target), all = seats(), step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape" && held) { hold(null); return; }
    if (!seat) return;
    if (event.key === " ") { event.preventDefault(); take(seat); return; }
    if (!step) return;
    event.preventDefault();
    (all[all.indexOf(seat) + step] || seat).focus();
  });

  area.addEventListener("dragstart", function (event) {
    var seat = seatOf(event.target);
    if (!seat) return;
    event.dataTransfer.setData("text/plain", seat.dataset.seat);
    event.dataTransfer.effectAllowed = "move";
    hold(seat);
  });
  area.addEventListener("dragover", function (event) {
    var seat = seatOf(event.target);
    if (!held || !seat) return;
    event.preventDefault();
    area.querySelectorAll(".over").forEach(function (other) { if (other !== seat) other.classList.remove("over"); });
    if (seat !== held) seat.classList.add("over");
  });
  area.addEventListener("drop", function (event) {
    var seat = seatOf(event.target);
    if (!held || !seat) return;
    event.preventDefault();
    if (seat !== held) ask(held, seat);
  });
  area.addEventListener("dragend", function () {
    hold(null);
    area.querySelectorAll(".over").forEach(function (other) { other.classList.remove("over"); });
  });

  dialog.addEventListener("close", function () { if (dialog.back) dialog.back.focus({ preventScroll: true }); });
  dialog.querySelector("[data-close]").addEventListener("click", function () { dialog.close(); });

  // The page that comes back stands where this one stood, at the same name.
  dialog.querySelector("form").addEventListener("submit", function () {
    sessionStorage.setItem(KEY, JSON.stringify({ top: dialog.back.getBoundingClientRect().top, seat: dialog.back.dataset.seat }));
  });
  var before = JSON.parse(sessionStorage.getItem(KEY) || "null");
  sessionStorage.removeItem(KEY);
  if (before && !document.querySelector("[data-focus]")) {
    var again = area.querySelector('[data-seat="' + before.seat + '"]');
    if (again) {
      window.scrollBy(0, again.getBoundingClientRect().top - before.top);
      again.focus({ preventScroll: true });
    }
  }
})();
