/* The position editor without loading the page anew: what changes is sent, and the parts of the answer that show it are
   put in place. The fields themselves are left as they are typed. Without this every button loads the page. */
(function () {
  "use strict";
  var form = document.getElementById("editor");
  if (!form || !window.fetch || !window.DOMParser || !window.FormData) return;
  var timer = null, sent = 0, shown = 0, touched = form.classList.contains("by-touch");
  var hooks = window.FirstBloodPositions = { send: send, before: null, after: null };

  // What changes nothing that is shown; by touch a question is answered while it is filled in.
  var QUIET = touched ? "#name,#file,[data-find],[data-put],[data-say],[name^='new.']" : "[name^='a.'],#name,#fact,#ask_by,#file";

  function send(button) {
    clearTimeout(timer);
    var data = new FormData(form);
    data.delete("file");
    if (touched) data.set("part", "all");
    if (button && button.name) data.set(button.name, button.value);
    var number = ++sent;
    form.setAttribute("aria-busy", "true");
    return fetch(form.action, { method: "POST", body: data, credentials: "same-origin" })
      .then(function (answer) { return answer.text(); })
      .then(function (text) {
        if (number < shown) return;
        shown = number;
        show(new DOMParser().parseFromString(text, "text/html"), button);
        if (number === sent) form.removeAttribute("aria-busy");
      })
      .catch(function () { if (button) form.submit(); });
  }

  function show(fresh, button) {
    var focused = hooks.before ? hooks.before() : "";
    if (!fresh.getElementById("editor")) { document.open(); document.write(fresh.documentElement.outerHTML); document.close(); return; }
    var opened = Array.prototype.map.call(form.querySelectorAll("[data-part] details[open]"), function (one) { return one.id; });
    document.querySelectorAll("[data-part]").forEach(function (part) {
      var found = fresh.getElementById(part.id);
      if (!found) return;
      part.hidden = found.hidden;
      if ("held" in found.dataset) part.dataset.held = found.dataset.held;
      part.replaceChildren.apply(part, adopt(found).childNodes);
    });
    opened.forEach(function (id) {
      var one = id && document.getElementById(id);
      if (one) one.open = true;
    });
    errors(fresh);
    rows(fresh);
    kinds(fresh);
    if (button) {
      var lines = document.getElementById("f-lines"), found = fresh.getElementById("f-lines");
      if (found && lines !== document.activeElement) lines.value = found.value;
    }
    window.FirstBloodCards.attachAll(form);
    if (hooks.after) hooks.after(focused, button);
    var box = button && document.querySelector("#said [data-focus]");
    if (box) box.focus();
  }

  function adopt(node) { return document.importNode(node, true); }

  function errors(fresh) {
    document.querySelectorAll("[data-field]").forEach(function (field) {
      var said = field.querySelector(".mend");
      var found = said && fresh.getElementById(said.id);
      if (!said) return;
      said.hidden = !found || found.hidden;
      field.classList.toggle("wrong", !said.hidden);
      if (found) said.querySelector("span").textContent = found.querySelector("span").textContent;
    });
  }

  // A list whose last row is used gets another.
  function rows(fresh) {
    document.querySelectorAll("[data-rows]").forEach(function (list) {
      var found = fresh.querySelector('[data-rows="' + list.dataset.rows + '"]');
      if (!found) return;
      Array.prototype.slice.call(adopt(found).children, list.children.length).forEach(function (row) { list.append(row); });
    });
  }

  // A part whose kind changed has other fields.
  function kinds(fresh) {
    document.querySelectorAll("[data-kind]").forEach(function (part) {
      var found = fresh.getElementById(part.id);
      if (!found || found.children.length === part.children.length || part.contains(document.activeElement) && document.activeElement.tagName !== "SELECT") return;
      part.replaceChildren.apply(part, adopt(found).childNodes);
    });
    var ask = document.querySelector("[data-ask-part]"), other = fresh.querySelector("[data-ask-part]");
    choose(fresh);
    if (ask && other && (other.dataset.verb !== ask.dataset.verb || other.dataset.said !== ask.dataset.said && !ask.contains(document.activeElement))) { ask.replaceChildren.apply(ask, adopt(other).childNodes); ask.dataset.verb = other.dataset.verb; ask.dataset.said = other.dataset.said || ""; }
  }

  // A question that a touch on the board filled in.
  function choose(fresh) {
    ["ask_by", "ask_do"].forEach(function (id) {
      var field = document.getElementById(id), other = fresh.querySelector("[data-" + id.replace("_", "-") + "]");
      if (field && other && touched) field.value = other.getAttribute("data-" + id.replace("_", "-"));
    });
  }

  function soon(delay) {
    clearTimeout(timer);
    timer = setTimeout(function () { send(null); }, delay);
  }

  form.addEventListener("input", function (event) {
    if (!event.target.matches(QUIET)) soon(600);
  });
  form.addEventListener("change", function (event) {
    if (event.target.matches("[data-again]")) { form.requestSubmit(); return; }
    if (!event.target.matches(QUIET)) soon(120);
  });
  form.addEventListener("submit", function (event) {
    var button = event.submitter;
    if (!button || button.hasAttribute("data-whole")) return;
    event.preventDefault();
    send(button);
  });
})();
