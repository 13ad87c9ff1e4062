/* The form of an event's choices asks for the size of a table only where the chosen game seats more than two and the
   structure is Swiss, and offers only the sizes that the game seats, and the ways to decide an equal match that it
   has. Without this all are offered, and the server says what does not fit. */
(function () {
  "use strict";
  var size = document.querySelector("select[data-seats]");
  if (!size) return;
  var form = size.form, field = size.closest(".field");
  var seats = JSON.parse(size.dataset.seats), wanted = size.value;

  function fit() {
    var most = seats[form.elements.game.value] || 2;
    var asked = most > 2 && form.elements.structure.value === "swiss";
    size.replaceChildren();
    for (var n = 2; n <= most; n++) size.add(new Option(n, n));
    size.value = asked && wanted <= most ? wanted : 2;
    // what was refused stays in sight with its reason
    field.hidden = !asked && !field.classList.contains("wrong");
  }

  size.addEventListener("change", function () { wanted = size.value; });
  form.elements.game.addEventListener("change", fit);
  form.elements.structure.addEventListener("change", fit);
  if (!size.disabled) fit();
  size.dataset.fitted = "1"; // it was left out until here (field.css)
})();

(function () {
  "use strict";
  var select = document.querySelector("select[data-tiebreaks]");
  if (!select) return;
  var game = select.form.elements.game, own = JSON.parse(select.dataset.tiebreaks), wanted = select.value;

  function fit() {
    var offered = own[game.value] || [];
    while (select.options.length > 1) select.remove(1);
    offered.forEach(function (one) { select.add(new Option(one[1], one[0])); });
    select.value = offered.some(function (one) { return one[0] === wanted; }) ? wanted : "";
  }

  select.addEventListener("change", function () { wanted = select.value; });
  game.addEventListener("change", fit);
  if (!select.disabled && own[game.value]) fit();
})();
