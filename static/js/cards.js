/* Cards chosen by a few letters. A field with data-cards gets a list of the titles that fit what is typed: the beginnings
   of their words ("up le at"), or their initials ("ula"). Enter or a tap takes the marked one. Without this a title is typed.
   window.FirstBloodCards.match(text) answers the same for other scripts. */
(function () {
  "use strict";
  var MAX_FOUND = 6;
  var names = [];
  var own = new Set();
  var asked = null;

  function load(address) {
    if (!asked && address) {
      asked = fetch(address, { credentials: "same-origin" })
        .then(function (answer) { return answer.ok ? answer.json() : []; })
        .then(function (found) { names = found.map(function (pair) { return entryOf(pair[0], pair[1]); }); })
        .catch(function () { asked = null; });
    }
    return asked || Promise.resolve();
  }

  function entryOf(line, facts) {
    var words = line.toLowerCase().split(/[\s\[\]:;,]+/).filter(Boolean);
    var title = line.split(" [")[0].toLowerCase().split(/\s+/);
    return { line: line, facts: facts || "", words: words, initials: title.map(function (word) { return word[0]; }).join("") };
  }

  function inOrder(typed, words) {
    var at = 0;
    return typed.every(function (part) {
      while (at < words.length && words[at].indexOf(part) !== 0) at += 1;
      at += 1;
      return at <= words.length;
    });
  }

  function rank(entry, typed, text) {
    var low = entry.line.toLowerCase();
    if (low === text) return 0;
    if (low.indexOf(text) === 0) return 1;
    if (typed.length === 1 && typed[0].length > 1 && entry.initials.indexOf(typed[0]) === 0) return 2;
    return inOrder(typed, entry.words) ? 3 : -1;
  }

  // The lines that fit, those of the own deck first.
  function match(text) {
    text = text.trim().toLowerCase();
    if (text.length < 2) return [];
    var typed = text.split(/\s+/);
    var found = [];
    names.forEach(function (entry) {
      var place = rank(entry, typed, text);
      if (place >= 0) found.push([own.has(entry.line) ? place - 10 : place, entry]);
    });
    found.sort(function (a, b) { return a[0] - b[0] || (a[1].line < b[1].line ? -1 : 1); });
    return found.slice(0, MAX_FOUND).map(function (pair) { return pair[1]; });
  }

  // The line the caret is in, without its count and label: "3 x up le @c1" looks for "up le".
  function typedIn(field) {
    var value = field.value, end = field.selectionStart === null ? value.length : field.selectionStart;
    var start = field.tagName === "TEXTAREA" ? value.lastIndexOf("\n", end - 1) + 1 : 0;
    var stop = field.tagName === "TEXTAREA" ? value.indexOf("\n", end) : value.length;
    if (stop < 0) stop = value.length;
    var line = value.slice(start, stop);
    var head = (line.match(/^(.*\|\s*|\d+\s*[x×]\s+)/) || [""])[0];
    var tail = (line.match(/\s@\S*$/) || [""])[0];
    return { from: start + head.length, to: stop - tail.length, text: value.slice(start + head.length, stop - tail.length) };
  }

  function attach(field) {
    if (field.dataset.cardsReady) return;
    field.dataset.cardsReady = "1";
    var list = document.createElement("ul");
    var shown = [], marked = 0;
    list.className = "fitting";
    list.hidden = true;
    list.id = field.id + "-fitting";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", field.dataset.fitting || "Cards");
    field.parentNode.appendChild(list);
    field.setAttribute("aria-controls", list.id);
    if (field.tagName === "INPUT") { field.setAttribute("role", "combobox"); field.setAttribute("aria-expanded", "false"); }
    field.setAttribute("aria-autocomplete", "list");

    function close() {
      list.hidden = true;
      shown = [];
      field.removeAttribute("aria-activedescendant");
      if (field.tagName === "INPUT") field.setAttribute("aria-expanded", "false");
    }

    function mark(n) {
      marked = (n + shown.length) % shown.length;
      Array.prototype.forEach.call(list.children, function (item, at) { item.setAttribute("aria-selected", at === marked ? "true" : "false"); });
      field.setAttribute("aria-activedescendant", list.children[marked].id);
    }

    function look() {
      var typed = typedIn(field).text;
      shown = match(typed).filter(function (entry) { return entry.line !== typed.trim(); });
      if (!shown.length) { close(); return; }
      list.replaceChildren.apply(list, shown.map(function (entry, at) {
        var item = document.createElement("li");
        item.id = list.id + "-" + at;
        item.setAttribute("role", "option");
        item.append(entry.line);
        if (entry.facts) { var small = document.createElement("small"); small.textContent = entry.facts; item.append(small); }
        if (own.has(entry.line)) { var mine = document.createElement("span"); mine.className = "own"; mine.textContent = field.dataset.own || "deck"; item.append(mine); }
        return item;
      }));
      list.hidden = false;
      if (field.tagName === "INPUT") field.setAttribute("aria-expanded", "true");
      mark(0);
    }

    function take(n) {
      var typed = typedIn(field), line = shown[n].line, many = field.dataset.cards === "many";
      var after = many && typed.to === field.value.length ? "\n" : "";
      field.value = field.value.slice(0, typed.from) + line + after + field.value.slice(typed.to);
      var caret = typed.from + line.length + after.length;
      field.setSelectionRange(caret, caret);
      close();
      field.dispatchEvent(new Event("change", { bubbles: true }));
      field.dispatchEvent(new CustomEvent("card:taken", { bubbles: true, detail: line }));
    }

    field.addEventListener("input", function () { load(addressFor(field)).then(look); });
    field.addEventListener("focus", function () { load(addressFor(field)); });
    field.addEventListener("blur", function () { setTimeout(close, 150); });
    field.addEventListener("keydown", function (event) {
      if (list.hidden) return;
      if (event.key === "ArrowDown") { event.preventDefault(); mark(marked + 1); }
      else if (event.key === "ArrowUp") { event.preventDefault(); mark(marked - 1); }
      else if (event.key === "Enter" || event.key === "Tab") { event.preventDefault(); take(marked); }
      else if (event.key === "Escape") { event.stopPropagation(); close(); }
    });
    list.addEventListener("mousedown", function (event) { event.preventDefault(); });
    list.addEventListener("click", function (event) {
      var item = event.target.closest("li");
      if (item) take(Array.prototype.indexOf.call(list.children, item));
    });
  }

  function addressFor(field) {
    var root = field.closest("[data-card-names]");
    return root ? root.dataset.cardNames : "";
  }

  function attachAll(root) { root.querySelectorAll("[data-cards]").forEach(attach); }

  window.FirstBloodCards = { attach: attach, attachAll: attachAll, match: match, load: load, deck: function (lines) { own = new Set(lines); } };
  attachAll(document);
})();
