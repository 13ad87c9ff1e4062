/* Lists in the logger's forms: a list whose last row is used gets another, a change of a declared effect shows the fields
   it has, and the cards of the own hand go into a list one by one. Without this a list has the rows the page came with. */
(function () {
  "use strict";
  var root = document.getElementById("logger") || document.getElementById("trying");
  if (!root) return;
  var changes = JSON.parse(root.dataset.changes || "{}");

  function used(row) {
    return Array.prototype.some.call(row.querySelectorAll("input:not([type=hidden]), select, textarea"), function (field) { return field.value !== ""; });
  }

  function grow(list) {
    var last = list.lastElementChild, n = list.children.length - 1;
    if (!last || !used(last) || n > 38) return;
    var from = list.dataset.rows + "." + n, to = list.dataset.rows + "." + (n + 1);
    var copy = last.cloneNode(true);
    copy.querySelectorAll(".fitting, [data-rows] > :nth-child(n+2)").forEach(function (node) { node.remove(); });
    [copy].concat(Array.from(copy.querySelectorAll("*"))).forEach(function (node) { rename(node, from, to); });
    copy.querySelectorAll("input, textarea").forEach(function (field) { field.value = ""; });
    copy.querySelectorAll("select").forEach(function (field) { field.selectedIndex = 0; });
    copy.querySelectorAll(".mend").forEach(function (said) { said.hidden = true; });
    var legend = copy.querySelector("legend");
    if (legend) legend.textContent = legend.textContent.replace(/\d+/, n + 2);
    list.append(copy);
    fit(copy);
    if (window.FirstBloodCards) window.FirstBloodCards.attachAll(copy);
  }

  var FOR_CARDS = ["data-cards-ready", "role", "aria-controls", "aria-expanded", "aria-autocomplete", "aria-activedescendant"];
  function rename(node, from, to) {
    ["name", "data-field", "data-rows"].forEach(function (name) { swap(node, name, from, to); });
    ["id", "for", "aria-describedby"].forEach(function (name) { swap(node, name, "f-" + from.replace(/\./g, "-"), "f-" + to.replace(/\./g, "-")); });
    FOR_CARDS.forEach(function (name) { node.removeAttribute(name); });
  }
  function swap(node, name, from, to) {
    var said = node.getAttribute(name);
    if (said && said.indexOf(from) === 0) node.setAttribute(name, to + said.slice(from.length));
  }

  // Which fields a change has: nothing else is asked.
  function fit(row) {
    var select = row.querySelector('select[name$=".change"]');
    if (!select) return;
    var wanted = changes[select.value] || [];
    row.querySelectorAll("[data-field]").forEach(function (cell) {
      var name = cell.dataset.field.split(".").pop(), field = cell.querySelector("input, select, textarea");
      cell.hidden = name !== "change" && wanted.indexOf(name) < 0;
      if (cell.hidden) field.value = "";
      if (["from", "to", "fact"].indexOf(name) >= 0) field.setAttribute("list", "places");
      if (name === "verb") field.setAttribute("list", "verbs");
    });
  }

  function changed(event) {
    var list = event.target.closest && event.target.closest("#something [data-rows]");
    if (!list) return;
    if (event.target.matches('select[name$=".change"]')) fit(event.target.closest("[data-rows] > *"));
    grow(list);
  }
  ["input", "change", "card:taken"].forEach(function (name) { document.addEventListener(name, changed); });

  // A card of the hand goes into the first free row; the same again takes it out.
  document.addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest(".hand-picks button[type=button]");
    if (!button) return;
    var list = button.closest("form").querySelector("[data-rows]");
    var fields = Array.from(list.querySelectorAll('[data-cards="one"]')).filter(function (field) { return field.closest("[data-rows]") === list; });
    var held = fields.find(function (field) { return field.value === button.value; });
    var free = fields.find(function (field) { return field.value === ""; });
    if (held) held.value = "";
    else if (free) { free.value = button.value; grow(list); }
    button.setAttribute("aria-pressed", held ? "false" : "true");
  });

  root.querySelectorAll("#something [data-rows] > *").forEach(fit);
})();
