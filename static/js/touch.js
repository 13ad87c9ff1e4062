/* The board by touch: what can be touched gets a button over it; touching takes it up, touching where it goes plays it,
   and what is left to choose is listed in reach of a thumb. The server says what there is (`#live-offers`); nothing here
   knows a rule. Without this the same is done by the lists and forms below the board. */
(function () {
  "use strict";
  var root = document.getElementById("logger") || document.getElementById("trying"), plan = document.getElementById("t-touched");
  if (!root || !plan) return;
  // More offers than these are not listed at once: their first things are (tests/benchmarks/taps.py counts by it).
  var LIST = 64;
  var HEX = "57.2,33 0,66 -57.2,33 -57.2,-33 0,-66 57.2,-33";
  var data = null, read = "", held = [], verb = null, turn = 0, rare = false;

  // -- what there is ------------------------------------------------------------------------------------------------
  function load() {
    var source = document.getElementById("live-offers"), text = source ? source.textContent.trim() : "";
    if (text === read) return;
    read = text;
    held = [];
    verb = null;
    turn = 0;
    rare = false;
    data = text ? JSON.parse(text) : null;
    if (data) data.offers = data.groups.flatMap(function (group) {
      return group.offers.map(function (row) { return { group: group, at: row[0], said: row[1], words: row[2] || "", turns: row[3] || null }; });
    });
  }

  function has(offer, at) { return offer.at.indexOf(at) >= 0; }

  function fitting(touched, all) {
    if (!data) return []; // the table was closed, or another's turn came, under a finger on its way
    return data.offers.filter(function (offer) {
      if (verb ? offer.group.do !== verb.do || (verb.by && offer.group.by !== verb.by) : offer.group.rare && !all) return false;
      if (data.asks && offer.group.rare && !all) return false; // what is not legal is asked about, never taken for an option
      return touched.every(function (at) { return has(offer, at); });
    });
  }

  function nameOf(at) { return data.names[at] || ""; }

  // -- on the board -------------------------------------------------------------------------------------------------
  function board() { return document.getElementById("live-board"); }

  function hostOf(at) {
    var name = window.CSS.escape(at), found = board().querySelectorAll('[data-at="' + name + '"], [data-cell="' + name + '"]');
    var node = Array.prototype.filter.call(found, function (one) { return one.getClientRects().length; })[0];
    if (!node) return null;
    if (node.ownerSVGElement) return node.closest("g");
    if (node.matches("section.side")) return node.querySelector(":scope > .side-head");
    return node.closest(".open-pile, .closed-pile") && node.matches(".label") ? node.closest(".open-pile, .closed-pile") : node;
  }

  // Every thing that can be touched, and whether it is held, aimed at, out of reach now.
  function states() {
    var found = new Map(), next = new Set(), choosing = held.length || verb;
    fitting(held, rare).forEach(function (offer) { offer.at.forEach(function (at) { next.add(at); }); });
    data.offers.forEach(function (offer) {
      offer.at.forEach(function (at) {
        found.set(at, held.indexOf(at) >= 0 ? "held" : choosing && next.has(at) ? "aim" : choosing && data.assisted ? "dim" : "");
      });
    });
    return found;
  }

  // What is there already stays, so that a finger on its way meets what it was meant for.
  function light() {
    var frame = board(), wanted = data ? states() : new Map();
    if (!frame) return;
    frame.querySelectorAll(".ghost").forEach(function (node) { node.remove(); });
    frame.querySelectorAll("[data-touch]").forEach(function (node) { if (!wanted.has(node.dataset.touch)) unlight(node); });
    wanted.forEach(function (now, at) {
      var node = frame.querySelector('[data-touch="' + window.CSS.escape(at) + '"]'), host = node || hostOf(at);
      if (!host) return;
      if (host.ownerSVGElement) onMap(host, at);
      else node = node || onTable(host, at);
      if (host.ownerSVGElement) node = host;
      if (!node) return;
      ["held", "aim", "dim"].forEach(function (state) { node.classList.toggle(state, now === state); });
      node.setAttribute("aria-pressed", String(now === "held"));
    });
    frame.classList.toggle("choosing", Boolean(data && data.assisted && (held.length || verb)));
    ghost();
  }

  function unlight(node) {
    if (!node.ownerSVGElement) { node.remove(); return; }
    ["role", "tabindex", "aria-label", "aria-pressed", "data-touch"].forEach(function (name) { node.removeAttribute(name); });
    node.classList.remove("held", "aim", "dim");
    if (!node.ownerSVGElement.querySelector("[data-touch]")) node.ownerSVGElement.setAttribute("role", "img");
  }

  function onTable(host, at) {
    if (host.querySelector(":scope > .touch")) return null;
    var button = document.createElement("button"), around = host.parentElement.closest("[data-at]:not(section)");
    button.type = "button";
    button.className = around ? "touch inner" : "touch";
    button.dataset.touch = at;
    button.setAttribute("aria-label", nameOf(at) || host.textContent.trim().replace(/\s+/g, " "));
    host.append(button);
    return button;
  }

  function onMap(host, at) {
    host.ownerSVGElement.setAttribute("role", "group");
    host.setAttribute("role", "button");
    host.setAttribute("tabindex", "0");
    host.setAttribute("aria-label", nameOf(at));
    host.setAttribute("data-touch", at);
  }

  // -- a tile on the map --------------------------------------------------------------------------------------------
  function turning() {
    var open = fitting(held, rare), offer = open[0];
    if (!offer || !offer.turns || offer.at.length !== held.length) return null;
    if (open.length === 1) return offer;
    // Asked about, the same tile may lie in every way, the legal ones among them.
    var twice = data.asks && open.length === 2 && open[1].turns && open[1].group.do === offer.group.do && open[1].group.by === offer.group.by && JSON.stringify(open[1].said) === JSON.stringify(offer.said);
    return twice ? open[1].turns.length > offer.turns.length ? open[1] : offer : null;
  }

  function ways(offer, sixths) {
    var exits = (data.more || {})[offer.said.scene || carried()] || [];
    return exits.map(function (way) { return (way + sixths) % 6; });
  }

  // What is taken up to be put back is the one tile that is named without a place.
  function carried() { return (data.more || {})["~carried"] || ""; }

  // The name of the language that drawings are written in, from the one that is there.
  function svg() { return board().querySelector(".dream svg").namespaceURI; }

  function hexagon(exits) {
    var NS = svg(), map = document.createElementNS(NS, "g"), shape = document.createElementNS(NS, "polygon");
    shape.setAttribute("points", HEX);
    map.append(shape);
    exits.forEach(function (way) {
      var x = Math.cos(Math.PI / 3 * way), y = Math.sin(Math.PI / 3 * way), door = document.createElementNS(NS, "path");
      door.setAttribute("class", "door");
      door.setAttribute("d", "M" + 46 * x + " " + 46 * y + "L" + 57 * x + " " + 57 * y);
      map.append(door);
    });
    return map;
  }

  function ghost() {
    var offer = turning(), cell = offer && offer.at.filter(function (at) { return at.charAt(0) === "~" && at.indexOf(",") > 0; })[0];
    var host = cell && hostOf(cell);
    if (!host) return;
    var drawn = hexagon(ways(offer, turn));
    drawn.setAttribute("class", "ghost");
    host.append(drawn);
  }

  // -- what was touched ---------------------------------------------------------------------------------------------
  function touch(at) {
    var offer = turning();
    if (held.indexOf(at) >= 0) {
      if (offer && at.charAt(0) === "~") turn = offer.turns[(offer.turns.indexOf(turn) + 1) % offer.turns.length];
      else held = held.filter(function (other) { return other !== at; });
    } else if (fitting(held.concat(at), rare).length) held = held.concat(at);
    else if (held.length && data.asks && fitting(held.concat(at), true).length) { held = held.concat(at); rare = true; }
    else {
      if (verb && !fitting([at], true).length) verb = null;
      held = [at];
      rare = !fitting(held, false).length;
    }
    var exact = fitting(held, rare).filter(function (one) { return one.at.length === held.length && !one.words && !one.turns; });
    if (exact.length === 1 && held.length > 1) { send(exact[0]); return; }
    offer = turning();
    if (offer && offer.turns.indexOf(turn) < 0) turn = offer.turns[0];
    show();
  }

  function drop() { held = []; verb = null; turn = 0; rare = false; show(); }

  function entryOf(offer, sixths) {
    var entry = Object.assign({ by: offer.group.by, do: offer.group.do }, offer.said);
    if (sixths) entry.turn = sixths;
    return entry;
  }

  function send(offer, sixths) {
    window.FirstBloodQueue.add(root.dataset.tapUrl, [["entry", JSON.stringify(entryOf(offer, sixths))]], label(offer, []));
    if (navigator.vibrate) navigator.vibrate(15);
    drop();
  }

  // -- what is left to choose -----------------------------------------------------------------------------------------
  function label(offer, known) {
    var rest = offer.at.filter(function (at) { return known.indexOf(at) < 0; }).map(nameOf).filter(Boolean);
    var said = [rest.join(", "), offer.words].filter(Boolean).join(" · ");
    var words = offer.group.words.charAt(0).toUpperCase() + offer.group.words.slice(1);
    return (offer.group.who ? offer.group.who + " · " : "") + (said ? words + ": " + said : words);
  }

  function show() {
    var box = document.getElementById("touched"), list = document.getElementById("ways");
    light();
    if (!box) return;
    var on = Boolean(data && (held.length || verb)), now = JSON.stringify([read.length, held, verb, turn, rare]);
    // What a finger is on its way to is not drawn anew.
    if (on && box.dataset.now === now && box.childElementCount) return;
    box.dataset.now = now;
    box.hidden = !on;
    if (list) list.hidden = on;
    box.replaceChildren();
    if (!on) return;
    box.append(plan.content.cloneNode(true));
    var open = fitting(held, rare), offer = turning(), rows = box.querySelector("[data-list]");
    var title = held.map(nameOf).filter(Boolean).join(" · ");
    box.querySelector("[data-title]").textContent = [verb ? verb.words : "", title].filter(Boolean).join(": ") || "…";
    var say = offer ? "turn" : !open.length ? "none" : rare && data.asks ? "asked" : held.length ? "target" : "first";
    box.querySelectorAll("[data-say]").forEach(function (line) { line.hidden = line.dataset.say !== say; });
    if (offer) turns(rows, offer);
    else if (open.length > LIST || open.every(function (one) { return one.turns; })) things(rows, open);
    else offers(rows, open);
    var further = box.querySelector("[data-rare]");
    further.hidden = rare || (Boolean(verb) && !data.asks) || fitting(held, true).length === open.length;
  }

  function choice(rows, words, what) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "tap";
    button.textContent = words;
    button.addEventListener("click", what);
    rows.append(button);
    return button;
  }

  function offers(rows, open) {
    var seen = new Set(), order = data.groups;
    open.slice().sort(function (a, b) { return order.indexOf(a.group) - order.indexOf(b.group) || a.at.length - b.at.length; }).forEach(function (offer) {
      if (offer.turns) return;
      var key = JSON.stringify([offer.group.by, offer.group.do, offer.said]);
      if (!seen.has(key)) choice(rows, label(offer, held), function () { send(offer); }).value = JSON.stringify(entryOf(offer));
      seen.add(key);
    });
    var laid = open.filter(function (offer) { return offer.turns; });
    if (laid.length) things(rows, laid);
  }

  function things(rows, open) {
    var seen = new Set();
    open.forEach(function (offer) {
      // Of several the verb is chosen first of a tile that needs no further place.
      if (offer.turns && offer.at.length === held.length)
        choice(rows, label(offer, held), function () { verb = { do: offer.group.do, by: offer.group.by, words: offer.group.words }; show(); });
      offer.at.forEach(function (at) {
        if (held.indexOf(at) >= 0 || seen.has(at) || (at.indexOf(",") > 0 && hostOf(at))) return;
        seen.add(at);
        choice(rows, nameOf(at), function () { touch(at); });
      });
    });
  }

  function turns(rows, offer) {
    rows.className = "turns";
    offer.turns.forEach(function (sixths) {
      var button = choice(rows, "", function () { send(offer, sixths); });
      button.value = JSON.stringify(entryOf(offer, sixths));
      var drawing = document.createElementNS(svg(), "svg");
      drawing.setAttribute("viewBox", "-70 -70 140 140");
      drawing.setAttribute("aria-hidden", "true");
      drawing.append(hexagon(ways(offer, sixths)));
      button.append(drawing);
      button.setAttribute("aria-label", root.dataset.turned.replace("0", sixths));
      if (sixths === turn) button.classList.add("now");
    });
  }

  // -- by finger and by keyboard --------------------------------------------------------------------------------------
  root.addEventListener("click", function (event) {
    var node = event.target.closest("[data-touch]");
    if (node && board().contains(node)) {
      event.preventDefault();
      again(function () { touch(node.dataset.touch); }, node.dataset.touch);
    } else if (event.target.closest("[data-back]")) drop();
    else if (event.target.closest("[data-rare]")) { rare = true; show(); }
    else {
      var way = event.target.closest("[data-way]");
      if (way && data) begin(event, way);
    }
  }, true);

  function begin(event, way) {
    verb = { do: way.dataset.way, by: way.dataset.by, words: way.textContent.trim().replace(/\s+/g, " ") };
    held = way.dataset.aim ? [way.dataset.aim] : [];
    rare = false;
    if (!fitting(held).length) { verb = null; held = []; return; }
    event.preventDefault();
    event.stopPropagation();
    if (way.dataset.aim) verb.words = verb.words.split(":")[0];
    show();
  }

  // What was touched is drawn anew: who goes by keyboard stays on it.
  function again(what, at) {
    var keyed = document.activeElement && document.activeElement.dataset && document.activeElement.dataset.touch === at;
    what();
    var node = keyed && board().querySelector('[data-touch="' + window.CSS.escape(at) + '"]');
    if (node) node.focus({ preventScroll: true });
  }

  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && (held.length || verb)) { drop(); return; }
    var node = (event.key === "Enter" || event.key === " ") && event.target.closest && event.target.closest("g[data-touch]");
    if (!node) return;
    event.preventDefault();
    again(function () { touch(node.dataset.touch); }, node.dataset.touch);
  });

  window.FirstBloodTouch = { settle: function () { load(); show(); root.dataset.lit = document.getElementById("live-top").dataset.last; } };
})();
