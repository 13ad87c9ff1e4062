// A part of an event in a frame of another site: asked for again now and then, exchanged only where it says something
// else, and never under somebody who is at work in it.
(function () {
  "use strict";

  function exchange(text) {
    var fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
    var here = document.getElementById("main");
    if (!fresh || !here || here.contains(document.activeElement)) return;
    if (fresh.innerHTML.trim() !== here.innerHTML.trim()) here.replaceWith(document.adoptNode(fresh));
  }

  function ask() {
    fetch(location.href, { credentials: "omit", cache: "no-cache" })
      .then(function (answer) { return answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status))); })
      .then(exchange)
      .catch(function () { /* it stays as it was until the next time */ });
  }

  setInterval(ask, 1000 * Number(document.body.dataset.again || 60));
})();
