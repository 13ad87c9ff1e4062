/* The form for notifications on this phone: asks the browser for an address, and sends it with the form. */
(function () {
  "use strict";
  var form = document.getElementById("push-form");
  if (!form || !navigator.serviceWorker || !window.PushManager || !window.Notification) return;
  var button = form.querySelector("button"), said = document.getElementById("push-said");
  document.getElementById("push-cannot").hidden = true;
  button.disabled = false;

  function bytesOf(text) {
    var plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, function (letter) { return letter.charCodeAt(0); });
  }
  function textOf(buffer) {
    var plain = String.fromCharCode.apply(null, new Uint8Array(buffer));
    return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }
  function sameKey(subscription) {
    var key = subscription.options && subscription.options.applicationServerKey;
    return key && textOf(key) === form.dataset.key;
  }

  function address() {
    return navigator.serviceWorker.ready.then(function (worker) {
      return worker.pushManager.getSubscription().then(function (there) {
        if (there && sameKey(there)) return there;
        return (there ? there.unsubscribe() : Promise.resolve()).then(function () {
          return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(form.dataset.key) });
        });
      });
    });
  }

  form.addEventListener("submit", function (event) {
    if (form.dataset.ready) return;
    event.preventDefault();
    event.stopPropagation();
    said.textContent = "";
    Notification.requestPermission().then(function (answer) {
      if (answer !== "granted") { said.textContent = form.dataset.refused; return null; }
      return address().then(function (found) {
        form.querySelector("[name=endpoint]").value = found.endpoint;
        form.querySelector("[name=p256dh]").value = textOf(found.getKey("p256dh"));
        form.querySelector("[name=auth]").value = textOf(found.getKey("auth"));
        form.querySelector("[name=device]").value = (navigator.userAgentData && navigator.userAgentData.platform) || navigator.platform || "";
        form.dataset.ready = "1";
        form.requestSubmit(button);
      });
    }).catch(function () { said.textContent = form.dataset.failed; });
  });
})();
