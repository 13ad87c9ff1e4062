/* Turns the pages of pairings every 12 seconds, and fills the screen with TIME for ten when it comes. */
(function () {
  "use strict";
  var shown = 0;
  var TIME_MS = 10000;

  function pages() { return document.querySelectorAll("#wall-pages .wall-turn"); }

  function show() {
    var all = pages();
    if (!all.length) return;
    shown = shown % all.length;
    all.forEach(function (page, number) { page.hidden = number !== shown; });
  }

  function every() {
    var part = document.getElementById("wall-pages");
    return (Number(part && part.dataset.turn) || 12) * 1000;
  }

  function callTime() {
    var wall = document.getElementById("wall-time");
    wall.hidden = false;
    setTimeout(function () { wall.hidden = true; }, TIME_MS);
  }

  // The round whose time was called already when the page came is not announced again.
  function calledRound() {
    var part = document.getElementById("wall-playing");
    return part ? part.dataset.called || "" : "";
  }
  var called = calledRound();

  setInterval(function () { shown += 1; show(); }, every());
  document.addEventListener("live:refreshed", function () {
    show();
    var fresh = calledRound();
    if (fresh && fresh !== called) callTime();
    called = fresh;
  });
  show();
})();
