/* Steps through a game saved as one page (referee/replays/offline.py). It is written into that page and loads nothing. */
(function () {
  "use strict";
  var game = JSON.parse(document.getElementById("game").textContent);
  var rows = game.boards.rows, pieces = game.boards.pieces, entries = game.entries;
  var last = rows.length - 1;
  var boards = [];
  var here = last;
  var board = document.getElementById("board"), now = document.getElementById("now");
  var why = document.getElementById("why"), to = document.getElementById("to"), noted = document.getElementById("noted");
  var back = document.getElementById("back"), on = document.getElementById("on");
  var lines = document.getElementById("list").children;

  // A board is what it shares with the one before at both ends, and the pieces between.
  rows.forEach(function (row, n) {
    var before = n ? boards[n - 1] : [];
    boards.push(before.slice(0, row[0]).concat(row[2], row[1] ? before.slice(-row[1]) : []));
  });

  function drawn(n) {
    return new DOMParser().parseFromString(boards[n].map(function (i) { return pieces[i]; }).join(""), "text/html").body;
  }

  function said(tag, text) {
    var node = document.createElement(tag);
    node.textContent = text;
    return node;
  }

  function show(n) {
    here = Math.max(0, Math.min(last, n));
    var opened = Array.prototype.map.call(board.querySelectorAll("details[open][id]"), function (fold) { return fold.id; });
    board.replaceChildren.apply(board, drawn(here).childNodes);
    opened.forEach(function (id) { var fold = document.getElementById(id); if (fold) fold.open = true; });
    var entry = here ? entries[here - 1] : null;
    now.replaceChildren(said("b", here ? here + " / " + last : game.start));
    if (entry) now.append(" ", said("b", entry.who), " ", said("span", entry.words), " · ", said("span", entry.word));
    why.replaceChildren.apply(why, entry ? entry.why.map(function (text) { return said("li", text); }) : []);
    noted.replaceChildren.apply(noted, entry ? entry.notes.map(function (text) { return said("li", text); }) : []);
    back.disabled = here === 0;
    on.disabled = here === last;
    to.value = here;
    Array.prototype.forEach.call(lines, function (line, i) {
      if (i + 1 === here) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    var box = document.getElementById("list"), line = lines[here - 1];
    if (line && (line.offsetTop < box.scrollTop || line.offsetTop + line.offsetHeight > box.scrollTop + box.clientHeight)) {
      box.scrollTop = line.offsetTop - box.clientHeight / 3;
    }
    if (location.hash !== "#" + here) history.replaceState(null, "", "#" + here);
  }

  function asked() {
    var n = Number(location.hash.slice(1));
    return location.hash && Number.isInteger(n) ? n : last;
  }

  back.addEventListener("click", function () { show(here - 1); });
  on.addEventListener("click", function () { show(here + 1); });
  to.addEventListener("input", function () { show(Number(to.value)); });
  window.addEventListener("hashchange", function () { show(asked()); });
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === to) return;
    var moves = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    show(moves[event.key]);
  });
  back.hidden = on.hidden = to.hidden = false;
  show(asked());
})();
