/* Keeps a phone able to show what it saw last: starts the service worker, has it keep one's own pairing and clock, and
   forgets all of it when somebody else reads here, signs out, or when a link does not open anything any more. */
(function () {
  "use strict";
  var READER = "first-blood-reader", LOOK = "first-blood-look";
  var OLD_MS = 60000;

  if (!("serviceWorker" in navigator) || !window.caches) return;

  function read(slot) { try { return localStorage.getItem(slot); } catch (error) { return null; } }
  function write(slot, text) { try { localStorage.setItem(slot, text); return true; } catch (error) { return false; } }
  function named(start) {
    return caches.keys().then(function (names) { return names.filter(function (name) { return name.indexOf(start) === 0; }); });
  }
  function forget() {
    return named("seen-").then(function (names) { return Promise.all(names.map(function (name) { return caches.delete(name); })); });
  }

  // Whoever signs out is told nothing more on this phone: its address for notifications ends here, and the site hears of it.
  function tellNothing() {
    navigator.serviceWorker.getRegistration().then(function (worker) {
      return worker && worker.pushManager && worker.pushManager.getSubscription();
    }).then(function (there) { return there && there.unsubscribe(); }).catch(function () {});
  }

  var reader = document.body.dataset.reader || "", last = read(READER);
  var ready = Promise.resolve();
  if (reader && last !== reader) {
    if (!write(READER, reader)) return;
    ready = forget();
    // Somebody signed out on the page before, which may have gone before it was done.
    if (last === "") tellNothing();
  }

  document.addEventListener("submit", function (event) {
    if (new URL(event.target.action, location.href).pathname !== "/accounts/logout/") return;
    write(READER, "");
    forget();
    tellNothing();
  });

  // The page for no connection speaks the reader's language, in the theme that was chosen.
  function renewOffline() {
    var look = document.documentElement.lang + " " + document.documentElement.dataset.theme;
    if (!reader || read(LOOK) === look) return;
    named("shell-").then(function (names) {
      if (!names.length) return;
      fetch("/offline/", { cache: "reload" }).then(function (answer) {
        if (!answer.ok) return;
        write(LOOK, look);
        return Promise.all(names.map(function (name) {
          return caches.open(name).then(function (cache) { return cache.put("/offline/", answer.clone()); });
        }));
      }).catch(function () {});
    });
  }

  // The service worker keeps what comes, and throws away what is refused.
  function keep(address) { fetch(address, { credentials: "same-origin" }).catch(function () {}); }

  function keepTables() {
    if (!reader || !navigator.serviceWorker.controller) return;
    var part = document.querySelector("[data-kept]"), own = part ? new URL(part.dataset.kept, location.href).href : "";
    if (own) keep(own);
    named("seen-tables-").then(function (names) {
      names.forEach(function (name) {
        caches.open(name).then(function (cache) {
          cache.matchAll().then(function (answers) {
            answers.forEach(function (answer) {
              var seen = Date.parse(answer.headers.get("X-Seen"));
              answer.json().then(function (said) {
                if (new URL(said.address, location.href).href !== own && Date.now() - seen > OLD_MS) keep(said.address);
              });
            });
          });
        });
      });
    });
  }

  navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).catch(function () {});
  navigator.serviceWorker.addEventListener("controllerchange", function () { keepTables(); renewOffline(); });
  ready.then(function () { keepTables(); renewOffline(); });
  var later = null;
  document.addEventListener("live:refreshed", function () {
    // A hall of phones does not ask in one moment.
    if (!later) later = setTimeout(function () { later = null; keepTables(); }, 3000 + Math.random() * 10000);
  });
})();
