/* Small helps for every page. Nothing here is needed: without it forms are sent and pages loaded as usual. */
(function () {
  "use strict";

  // A choice in the foot is taken at once; the button beside it is for those without scripts.
  function takeChoices(root) {
    root.querySelectorAll("select[data-submit]").forEach(function (select) {
      if (select.dataset.bound) return;
      select.dataset.bound = "1";
      var button = select.form.querySelector("button");
      if (button) button.hidden = true;
      select.addEventListener("change", function () { select.form.requestSubmit(); });
    });
  }

  // What needs mending gets the focus.
  function focusErrors(root) {
    var box = root.querySelector("[data-focus]");
    if (box) box.focus();
  }

  function openTarget() {
    if (!location.hash) return;
    var found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    var fold = found && found.closest("details");
    if (fold) fold.open = true;
  }

  // A second tap sends nothing twice: the button waits until the answer is there.
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.closest("[hx-post],[hx-boost],[data-repeats]")) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "1";
    var button = event.submitter;
    if (button) button.classList.add("busy");
  });
  window.addEventListener("pageshow", function () {
    document.querySelectorAll("form[data-sent]").forEach(function (form) { delete form.dataset.sent; });
  });

  // One menu open at a time; Escape closes it.
  document.addEventListener("click", function (event) {
    document.querySelectorAll("details.menu[open]").forEach(function (menu) {
      if (!menu.contains(event.target)) menu.open = false;
    });
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return;
    document.querySelectorAll("details.menu[open]").forEach(function (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  });

  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-print]");
    if (button) window.print();
  });

  function ready() {
    takeChoices(document);
    focusErrors(document);
    openTarget();
    var tab = document.querySelector(".tabs [aria-current]");
    if (tab) tab.parentNode.scrollLeft = Math.max(0, tab.offsetLeft - 48);
    document.querySelectorAll("[data-script]").forEach(function (part) { part.hidden = false; });
  }
  window.addEventListener("hashchange", openTarget);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", ready);
  else ready();
})();
