/* The live table without loading the page anew: taps go through the queue, what changes is fetched and put in place,
   clocks count, fields choose cards. Without this every tap is a form and a reload shows the rest. */
(function () {
  "use strict";
  var root = document.getElementById("logger");
  if (!root || !window.fetch || !window.DOMParser) return;
  var queue = window.FirstBloodQueue, cards = window.FirstBloodCards;
  var TOPICS = ["clock", "rounds", "results"];
  var shown = null;
  var busy = false, again = false, wanted = 0, stream = null, poll = null, every = Number(root.dataset.every || 2) * 1000;

  // The seat token is the quick way to say who asks; where it is too old the session says it.
  function headers(found) {
    if (root.dataset.seatToken) found.Authorization = "Seat " + root.dataset.seatToken;
    return found;
  }

  function top() { return document.getElementById("live-top"); }

  // -- what changes -----------------------------------------------------------------------------------------------
  function refresh() {
    if (busy) { again = true; return; }
    busy = true;
    wanted = 0;
    fetch(root.dataset.address, { headers: headers({ "X-Fragment": "1" }), credentials: "same-origin", signal: giveUp() })
      .then(function (answer) {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      })
      .then(function (text) {
        document.body.classList.remove("offline");
        exchange(new DOMParser().parseFromString(text, "text/html"));
        if (queue) queue.flush();
      })
      .catch(function () { document.body.classList.add("offline"); setTimeout(refresh, 3000); })
      .finally(function () { busy = false; if (again || wanted > version()) { again = false; refresh(); } });
  }

  // How far the table is that this page shows; the stream tells how far it is by now. Who tapped has mostly seen it.
  function version() { var head = top(); return head ? Number(head.dataset.version || 0) : 0; }

  function follow(now) {
    if (now <= version()) return;
    wanted = Math.max(wanted, now);
    if (!busy) refresh();
  }

  // A connection that says nothing for ten seconds is none.
  function giveUp() { return window.AbortSignal && AbortSignal.timeout ? AbortSignal.timeout(10000) : undefined; }

  function exchange(fresh) {
    root.querySelectorAll("[data-part]").forEach(function (part) {
      var found = fresh.getElementById(part.id);
      if (!found || inUse(part)) return;
      var at = part.scrollTop, changed = part.dataset.last !== found.dataset.last;
      Object.keys(found.dataset).forEach(function (name) { part.dataset[name] = found.dataset[name]; });
      if (same(found, part)) return;
      var open = Array.from(part.querySelectorAll("details[open][id]")).map(function (fold) { return fold.id; });
      var held = part.contains(document.activeElement);
      part.replaceChildren.apply(part, document.importNode(found, true).childNodes);
      part.scrollTop = changed ? 0 : at;
      // Who goes by keyboard stays where the next choice is.
      var line = held && part.querySelector(".turn-line");
      if (line) line.focus({ preventScroll: true });
      open.forEach(function (id) { var fold = document.getElementById(id); if (fold) fold.open = true; });
    });
    settle();
  }

  // The forms' own words (keys, tokens) are new each time and say nothing.
  function same(a, b) { return bare(a) === bare(b); }
  function bare(node) {
    var copy = node.cloneNode(true);
    copy.querySelectorAll("input[name=key],input[name=csrfmiddlewaretoken]").forEach(function (field) { field.remove(); });
    copy.querySelectorAll("[data-cards-ready]").forEach(function (field) { ["data-cards-ready", "role", "aria-controls", "aria-expanded", "aria-autocomplete", "aria-activedescendant"].forEach(function (name) { field.removeAttribute(name); }); });
    copy.querySelectorAll("details").forEach(function (fold) { fold.removeAttribute("open"); });
    copy.querySelectorAll(".fitting, .touch, .ghost").forEach(function (list) { list.remove(); });
    copy.querySelectorAll("g[data-touch]").forEach(function (place) { ["role", "tabindex", "aria-label", "aria-pressed", "data-touch"].forEach(function (name) { place.removeAttribute(name); }); place.classList.remove("held", "aim", "dim"); if (!place.classList.length) place.removeAttribute("class"); });
    copy.querySelectorAll(".dream svg").forEach(function (map) { map.setAttribute("role", "img"); });
    copy.querySelectorAll("#touched").forEach(function (box) { box.replaceChildren(); box.hidden = true; box.removeAttribute("data-now"); });
    copy.querySelectorAll("#ways").forEach(function (list) { list.hidden = false; });
    copy.querySelectorAll("[data-script]").forEach(function (part) { part.hidden = true; });
    copy.querySelectorAll(".sent").forEach(function (part) { part.classList.remove("sent"); });
    return copy.innerHTML;
  }

  // A field being filled in is left alone while the moment is the same.
  function inUse(part) {
    return Array.prototype.some.call(part.querySelectorAll("textarea, input:not([type=hidden]):not(#narrow-verbs)"), function (field) {
      return field.dataset.touched === "1" && field.value && document.activeElement === field;
    });
  }

  function settle() {
    var head = top();
    if (queue && head) queue.knows(Number(head.dataset.last || 0));
    tell(head ? head.dataset.last : "");
    root.querySelectorAll("[data-script]").forEach(function (part) { part.hidden = false; });
    root.querySelectorAll("[data-after]").forEach(function (field) { field.value = head.dataset.last; });
    if (cards) cards.attachAll(root);
    if (window.FirstBloodTouch) window.FirstBloodTouch.settle();
    turnStarted = Date.now();
  }

  // What happened last and whose decision it is: marked for a moment, and said to who does not see it.
  function tell(last) {
    var line = root.querySelector(".last-line"), turn = root.querySelector(".turn-line"), told = document.getElementById("told");
    if (shown !== null && shown !== last && line) line.classList.add("changed");
    shown = last;
    var said = [line, turn].map(function (part) { return part ? part.textContent.trim().replace(/\s+/g, " ") : ""; }).join(". ");
    if (told && told.textContent !== said) told.textContent = said;
  }

  // -- taps ---------------------------------------------------------------------------------------------------------
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (!root.contains(form) || !queue) return;
    if (form.hasAttribute("data-tap")) {
      event.preventDefault();
      tap(form, event.submitter);
    } else if (form.hasAttribute("data-plain")) {
      event.preventDefault();
      plain(form, event.submitter);
    }
  }, true);

  function tap(form, button) {
    var fields = fieldsOf(form, button).filter(function (pair) { return ["after", "key", "csrfmiddlewaretoken"].indexOf(pair[0]) < 0 && pair[1] !== ""; });
    var text = button ? button.textContent.trim().replace(/\s+/g, " ") : "";
    if (button && button.closest(".hand-picks")) text = form.closest("details.verb").querySelector("summary").textContent.trim() + ": " + text;
    if (button) button.classList.add("sent");
    form.querySelectorAll("input:not([type=hidden]):not([type=radio]), textarea").forEach(function (field) { field.dataset.touched = ""; field.blur(); });
    queue.add(form.action, fields, text);
    var verb = form.closest("details.verb"), some = form.closest("#something");
    // What the table answers stands on top.
    if (verb) { form.reset(); verb.open = false; window.scrollTo({ top: 0 }); }
    if (some) { some.open = false; some.querySelectorAll(".verb").forEach(function (fold) { fold.hidden = false; }); }
    if (navigator.vibrate) navigator.vibrate(15);
  }

  function fieldsOf(form, button) {
    var found = Array.from(new FormData(form).entries()).map(function (pair) { return [pair[0], String(pair[1])]; });
    if (button && button.name) found.push([button.name, button.value]);
    return found;
  }

  // What is no entry (an answer, a call, a confirmation) is sent at once or not at all.
  function plain(form, button) {
    fetch(form.action, { method: "POST", body: new URLSearchParams(fieldsOf(form, button)), headers: { "X-Tap": "1" }, credentials: "same-origin", signal: giveUp() })
      .then(function (answer) { return answer.ok ? null : answer.json(); })
      .then(function (wrong) {
        if (wrong) say(form, wrong.message);
        else { var fold = form.closest("details"); if (fold) { fold.open = false; form.reset(); } }
        refresh();
      })
      .catch(function () { document.body.classList.add("offline"); say(form, root.dataset.unsent); });
  }

  function say(form, text) {
    var said = form.querySelector(".mend") || document.createElement("p");
    said.className = "mend";
    said.setAttribute("role", "alert");
    said.textContent = text;
    form.append(said);
  }

  document.addEventListener("queue:answered", refresh);

  // -- fields -------------------------------------------------------------------------------------------------------
  document.addEventListener("input", function (event) {
    var field = event.target;
    if (!root.contains(field)) return;
    field.dataset.touched = "1";
    if (field.id === "narrow-verbs") root.querySelectorAll("#something .verb").forEach(function (fold) { fold.hidden = !fits(field.value, fold.querySelector("summary").textContent); });
  });

  // Two letters leave the actions whose words begin with them.
  function fits(typed, text) {
    var words = text.toLowerCase().split(/[^a-z0-9äöüß']+/).filter(Boolean);
    var initials = words.map(function (word) { return word[0]; }).join("");
    return typed.toLowerCase().split(/\s+/).filter(Boolean).every(function (part) {
      return words.some(function (word) { return word.indexOf(part) === 0; }) || initials.indexOf(part) >= 0;
    });
  }

  // The own hand above a card's field: where the card says it all, its button writes the entry down.
  document.addEventListener("toggle", function (event) {
    var form = event.target.open && event.target.classList.contains("verb") && root.contains(event.target) && event.target.querySelector("form");
    if (form) lay(form);
  }, true);

  function lay(form) {
    var box = form.querySelector(".hand-picks"), field = form.querySelector('[data-cards="one"]');
    if (!box) return;
    var hand = field ? Array.from(document.querySelectorAll("#own-hand li")) : [];
    box.hidden = !hand.length;
    box.replaceChildren.apply(box, hand.map(function (card) {
      var button = document.createElement("button");
      button.className = "button";
      // Into a list go several: its own button writes them down.
      var several = field.closest("[data-rows]");
      button.type = several ? "button" : "submit";
      if (several) button.setAttribute("aria-pressed", "false");
      else button.name = field.name;
      button.value = card.dataset.card;
      button.textContent = card.textContent;
      return button;
    }));
  }

  document.addEventListener("click", function (event) {
    var link = event.target.closest("[data-opens]");
    var fold = link && document.getElementById(link.dataset.opens);
    if (!fold) return;
    event.preventDefault();
    var outer = fold.parentElement.closest("details");
    if (outer) outer.open = true;
    fold.open = true;
    fold.hidden = false;
    var who = link.dataset.by && fold.querySelector('input[name="by"][type="radio"][value="' + link.dataset.by + '"]');
    if (who) who.checked = true;
    fold.scrollIntoView({ block: "start" });
    if (fold.matches(".verb")) lay(fold.querySelector("form"));
    var field = fold.querySelector(".hand-picks:not([hidden]) button") || fold.querySelector(":scope > .panel input:not([type=hidden]), :scope > .panel textarea, :scope > .panel select");
    if (fold.id === "something") field = fold.querySelector("summary"); // no keyboard before somebody wants to type
    if (field) field.focus({ preventScroll: true });
  });

  // -- clocks -------------------------------------------------------------------------------------------------------
  var turnStarted = Date.now();
  setInterval(function () {
    root.querySelectorAll("[data-turn]").forEach(function (clock) {
      var seconds = Number(clock.dataset.seconds) + (clock.dataset.running ? Math.floor((Date.now() - turnStarted) / 1000) : 0);
      clock.querySelector("output").textContent = seconds < 100 ? seconds : seconds < 600 ? Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0") : "10:00+";
      clock.classList.toggle("over", seconds > Number(clock.dataset.allowance));
    });
  }, 500);
  document.addEventListener("clock:over", function () { setTimeout(refresh, 400); });

  // -- the stream ---------------------------------------------------------------------------------------------------
  function ask(on) {
    clearInterval(poll);
    poll = on ? setInterval(function () { if (!document.hidden) refresh(); }, every) : null;
  }

  function listen() {
    if (!root.dataset.stream || !window.EventSource) { ask(true); return; }
    stream = window.followStream(root.dataset.stream, {
      open: function () { ask(root.dataset.every ? true : false); },
      changed: function (message) {
        var topic = "table", now = Infinity;
        try { var found = JSON.parse(message.data); topic = found.topic; now = Number(found.version) || Infinity; } catch (error) { /* look anyway */ }
        if (topic === "table") follow(now);
        // What concerns the whole event does not make every phone ask in one moment.
        else if (TOPICS.indexOf(topic) >= 0) setTimeout(refresh, 100 + Math.random() * 400);
      },
      lost: function () { if (!poll) ask(true); },
      closed: function () { setTimeout(renew, 5000); },
    });
  }

  // The address of the stream is good for a while; the page asks for another.
  function renew() {
    if (!root.dataset.tokenUrl) { setTimeout(listen, 10000); return; }
    var token = document.querySelector("[name=csrfmiddlewaretoken]");
    fetch(root.dataset.tokenUrl, { method: "POST", headers: { "X-CSRFToken": token ? token.value : "" }, credentials: "same-origin" })
      .then(function (answer) { return answer.json(); })
      .then(function (found) {
        root.dataset.stream = found.stream || "";
        if (root.dataset.seatToken) root.dataset.seatToken = found.word;
        listen();
      })
      .catch(function () { setTimeout(renew, 10000); });
  }

  document.addEventListener("visibilitychange", function () { if (!document.hidden) refresh(); });
  window.addEventListener("online", refresh);
  var deck = document.getElementById("own-deck");
  if (cards && deck) cards.deck(Array.from(deck.options).map(function (option) { return option.value; }));
  if (cards) cards.load(root.dataset.cardNames);
  settle();
  listen();
  if (queue) queue.flush();
})();
