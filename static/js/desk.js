/* Results at the desk without leaving the page: a row opens in place, its form is sent behind it, and the next outstanding
   table follows. By keyboard: Enter in the search opens the first row, arrows go from row to row, 1, 2 and 0 choose a
   result in the open row, Escape closes it. At a table of several a digit for each seat is its place, and Enter sends
   them. Without this the forms are sent and the page comes back as usual. */
(function () {
  "use strict";
  var search = document.querySelector("input[type=search][name=q]");
  var said = document.getElementById("desk-said");
  if (!said || !window.exchangeParts) return;

  function tables() { return document.getElementById("tables"); }
  function rows() { return Array.from(tables().querySelectorAll(".tables-now tbody tr[data-row]")); }
  function rowOf(node) { return node && node.closest ? node.closest("#tables .tables-now tr[data-row]") : null; }
  function foldOf(row) { return row && row.querySelector("details.confirm"); }
  function headOf(row) { return row && (row.querySelector("td.end summary, td.end a") || row.querySelector("a")); }

  function open(row) {
    var fold = foldOf(row);
    rows().forEach(function (other) {
      var its = foldOf(other);
      if (its && other !== row) shut(its);
    });
    if (fold) fold.open = true;
    var first = fold ? placesIn(fold)[0] || headOf(row) : headOf(row);
    if (first) first.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  // What was typed in a row that is closed is forgotten, or the list would be left alone as one in use.
  function shut(fold) {
    fold.open = false;
    fold.querySelectorAll("form").forEach(function (form) { form.reset(); });
    fold.querySelectorAll("[data-touched]").forEach(function (input) { delete input.dataset.touched; });
  }

  function placesIn(node) { return Array.from(node.querySelectorAll("input[data-place]")); }

  // From one place to the next, and from the last to the button.
  function stepPlaces(input, by) {
    var all = placesIn(input.form), next = all[all.indexOf(input) + by];
    if (!next && by > 0) next = input.form.querySelector('button[name="result"]');
    if (next) next.focus();
  }

  document.addEventListener("toggle", function (event) {
    var fold = event.target, first = fold.open && rowOf(fold) && placesIn(fold)[0];
    if (first && document.activeElement === fold.querySelector("summary")) first.focus({ preventScroll: true });
  }, true);
  document.addEventListener("focusin", function (event) { if (event.target.matches("input[data-place]")) event.target.select(); });
  document.addEventListener("input", function (event) {
    if (rowOf(event.target) && event.target.matches("input[data-place]") && /^[1-9]$/.test(event.target.value)) stepPlaces(event.target, 1);
  });

  function backToSearch() {
    if (!search) return;
    search.focus();
    search.select();
  }

  // Enter in the search: the table of that number, or else the first row that fits.
  function openFirst() {
    var words = search.value.trim(), all = rows();
    var first = all.find(function (row) { return row.dataset.table === words; }) || all[0];
    if (first) open(first);
  }
  function isCurrent() { return search.value.trim() === (tables().dataset.words || ""); }
  if (search) {
    var asked = null;
    search.form.addEventListener("submit", function (event) {
      event.preventDefault();
      if (isCurrent()) { openFirst(); return; }
      var words = search.value, address = location.pathname + "?q=" + encodeURIComponent(words);
      asked = words;
      if (window.htmx) window.htmx.trigger(search, "htmx:abort");
      fetch(address, { credentials: "same-origin" })
        .then(function (answer) { return answer.text(); })
        .then(function (text) {
          var page = new DOMParser().parseFromString(text, "text/html");
          if (search.value !== words || !page.getElementById("tables")) return;
          history.replaceState(null, "", address);
          window.exchangeParts(page);
          openFirst();
        })
        .catch(function () { tell(said.dataset.failed, true); })
        .finally(function () { asked = null; });
    });
    // What Enter looks for is not looked for a second time.
    search.addEventListener("htmx:beforeRequest", function (event) {
      if (isCurrent() || search.value === asked) event.preventDefault();
    });
    search.addEventListener("keydown", function (event) {
      if (event.key !== "ArrowDown" || !rows().length) return;
      event.preventDefault();
      headOf(rows()[0]).focus();
    });
  }

  document.addEventListener("keydown", function (event) {
    var row = rowOf(event.target), fold = foldOf(row), step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.key !== "Escape") {
      if (step && event.target.matches("input[data-place]")) {
        event.preventDefault();
        stepPlaces(event.target, step);
      }
      return;
    }
    if (step) {
      var all = rows(), next = all[all.indexOf(row) + step];
      event.preventDefault();
      if (next && fold && fold.open) open(next);
      else if (next) headOf(next).focus();
      else if (step < 0) backToSearch();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (fold && fold.open) { shut(fold); headOf(row).focus(); } else backToSearch();
    } else if (fold && fold.open) {
      var button = fold.querySelector('button[aria-keyshortcuts="' + event.key.replace(/[^0-9]/g, "") + '"]');
      if (!button) return;
      event.preventDefault();
      if (!event.repeat) button.click();
    }
  });

  function tell(text, wrong) {
    said.textContent = text;
    said.classList.toggle("wrong", Boolean(wrong));
  }

  // What the answer says, in its own words.
  function wordsOf(page, kind) {
    var box = page.querySelector(".message." + kind);
    return box ? box.textContent.replace(/\s+/g, " ").trim() : "";
  }

  // The rows that come after one: the page may have heard of the result before its answer is here.
  function following(row) {
    var all = rows(), at = all.indexOf(row);
    return all.slice(at + 1).concat(all.slice(0, at)).map(function (each) { return each.dataset.row; });
  }

  function taken(after, top, page) {
    tell(wordsOf(page, "done"));
    window.exchangeParts(page);
    if (search && search.value.trim()) { backToSearch(); return; }
    var next = after.map(function (id) { return rows().find(function (each) { return each.dataset.row === id; }); }).find(Boolean);
    if (next) {
      open(next);
      window.scrollBy(0, next.getBoundingClientRect().top - top);
      return;
    }
    var head = document.getElementById("open-title");
    head.focus({ preventScroll: true });
  }

  // First in line: what is sent here, page.js leaves alone.
  document.addEventListener("submit", function (event) {
    var form = event.target, row = rowOf(form), button = event.submitter;
    if (!row || form.method !== "post" || !button || button.name !== "result") return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    button.classList.add("busy");
    var after = following(row), top = row.getBoundingClientRect().top;
    var data = new FormData(form);
    data.set(button.name, button.value);
    data.set("next", location.pathname + location.search);
    fetch(form.action, { method: "POST", body: data, credentials: "same-origin" })
      .then(function (answer) {
        return answer.text().then(function (text) {
          var page = new DOMParser().parseFromString(text, "text/html");
          if (answer.ok && page.getElementById("desk-said")) { taken(after, top, page); return; }
          tell(wordsOf(page, "wrong") || said.dataset.failed, true);
        });
      })
      .catch(function () { tell(said.dataset.failed, true); })
      .finally(function () {
        delete form.dataset.busy;
        button.classList.remove("busy");
      });
  }, true);

  document.documentElement.classList.add("by-keys");
})();
