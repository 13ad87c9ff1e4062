/* Messages from the desk: one whose time is over goes, a new one is read out once, and sounds where the reader switched
   that on. The wall shows one at a time. A browser lets a page sound only after a touch: with a page that was loaded
   anew, the first touch of anything is enough. */
(function () {
  "use strict";
  var SLOT = "first-blood-sound", TURN_MS = 8000;
  var Sound = window.AudioContext || window.webkitAudioContext;
  var context = null, shown = 0;
  var known = numbers();

  function all() { return Array.from(document.querySelectorAll("#announcements [data-announcement]")); }
  function numbers() { return all().map(function (one) { return one.dataset.announcement; }); }
  function wanted() { try { return localStorage.getItem(SLOT) === "on"; } catch (error) { return false; } }

  function wake() {
    if (!Sound) return null;
    context = context || new Sound();
    if (context.state === "suspended") context.resume().catch(function () {});
    return context;
  }

  // Two short notes, soft at both ends.
  function play() {
    var own = wake();
    if (!own) return;
    [660, 880].forEach(function (hertz, n) {
      var tone = own.createOscillator(), gain = own.createGain(), at = own.currentTime + n * 0.18;
      tone.frequency.value = hertz;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(0.3, at + 0.02);
      gain.gain.linearRampToValueAtTime(0, at + 0.16);
      tone.connect(gain);
      gain.connect(own.destination);
      tone.start(at);
      tone.stop(at + 0.17);
    });
    document.dispatchEvent(new CustomEvent("announcement:sounded"));
  }

  function hideOver() {
    var now = window.firstBloodClock ? window.firstBloodClock.now() : Date.now();
    all().forEach(function (one) {
      if (one.dataset.until && Date.parse(one.dataset.until) <= now) one.remove();
    });
    turn(0);
  }

  function turn(step) {
    var wall = document.querySelector("#announcements[data-wall]");
    if (!wall) return;
    var each = all();
    if (each.length) shown = (shown + step) % each.length;
    each.forEach(function (one, n) { one.hidden = n !== shown; });
  }

  function tellNew() {
    var fresh = all().filter(function (one) { return known.indexOf(one.dataset.announcement) < 0; });
    known = numbers();
    if (!fresh.length) return;
    shown = 0;
    var spoken = document.getElementById("announced");
    if (spoken) {
      spoken.textContent = spoken.dataset.word + ": " + fresh.map(function (one) {
        return one.querySelector("[data-said]").textContent;
      }).join(" ");
    }
    if (wanted() && document.querySelector("[data-sound]")) play();
  }

  var box = document.getElementById("announcement-sound");
  function mark() {
    var on = wanted(), button = box.querySelector("[data-sound]");
    button.setAttribute("aria-pressed", String(on));
    button.querySelector("[data-on]").hidden = !on;
    button.querySelector("[data-off]").hidden = on;
  }
  if (box && Sound) {
    box.hidden = false;
    mark();
    box.querySelector("[data-sound]").addEventListener("click", function () {
      var on = !wanted();
      try { localStorage.setItem(SLOT, on ? "on" : "off"); } catch (error) { return; }
      mark();
      if (on) play();
    });
    document.addEventListener("pointerdown", function () { if (wanted()) wake(); });
  }

  document.addEventListener("live:refreshed", function () { tellNew(); hideOver(); });
  setInterval(hideOver, 1000);
  setInterval(function () { turn(1); }, TURN_MS);
  hideOver();
})();
