/* The position editor without loading the page anew: what changes is sent, and the parts of the answer that show it are
   put in place. The fields themselves are left as they are typed. Without this every button loads the page. */
(function () {
  "use strict";
  var form = document.getElementById("editor");
  if (!form || !window.fetch || !window.DOMParser || !window.FormData) return;
  var timer = null, sent = 0, shown = 0;

  function send(button) {
    clearTimeout(timer);
    var data = new FormData(form);
    data.delete("file");
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
    if (!fresh.getElementById("editor")) { document.open(); document.write(fresh.documentElement.outerHTML); document.close(); return; }
    document.querySelectorAll("[data-part]").forEach(function (part) {
      var found = fresh.getElementById(part.id);
      if (found) part.replaceChildren.apply(part, adopt(found).childNodes);
    });
    errors(fresh);
    rows(fresh);
    kinds(fresh);
    if (button) {
      var lines = document.getElementById("f-lines"), found = fresh.getElementById("f-lines");
      if (found && lines !== document.activeElement) lines.value = found.value;
    }
    window.FirstBloodCards.attachAll(form);
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
    if (ask && other && other.dataset.verb !== ask.dataset.verb) { ask.replaceChildren.apply(ask, adopt(other).childNodes); ask.dataset.verb = other.dataset.verb; }
  }

  function soon(delay) {
    clearTimeout(timer);
    timer = setTimeout(function () { send(null); }, delay);
  }

  form.addEventListener("input", function (event) {
    if (!event.target.matches("[name^='a.'],#name,#fact,#ask_by,#file")) soon(600);
  });
  form.addEventListener("change", function (event) {
    if (event.target.matches("[data-again]")) { form.requestSubmit(); return; }
    if (!event.target.matches("[name^='a.'],#name,#fact,#ask_by,#file")) soon(120);
  });
  form.addEventListener("submit", function (event) {
    var button = event.submitter;
    if (!button || button.hasAttribute("data-whole")) return;
    event.preventDefault();
    send(button);
  });
})();
