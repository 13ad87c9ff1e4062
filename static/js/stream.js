/* Follows an event stream and notices when it falls silent: one that does not open, or whose sign of life ("alive",
   every 15 seconds) stays away. The page then asks by itself, and looks for the stream again later.

   followStream(address, { open: …, changed: function (message) …, lost: …, closed: … }) */
(function () {
  "use strict";
  var OPENING_MS = 8000;
  var SILENT_MS = 45000;

  window.followStream = function (address, told) {
    var stream = new EventSource(address), timer = null;

    function end() {
      clearTimeout(timer);
      stream.close();
      told.closed();
    }

    function wait(ms) {
      clearTimeout(timer);
      timer = setTimeout(function () { told.lost(); end(); }, ms);
    }

    wait(OPENING_MS);
    stream.addEventListener("open", function () { wait(SILENT_MS); told.open(); });
    stream.addEventListener("alive", function () { wait(SILENT_MS); });
    stream.addEventListener("changed", function (message) { wait(SILENT_MS); told.changed(message); });
    stream.addEventListener("error", function () {
      told.lost();
      // Otherwise the browser comes back by itself.
      if (stream.readyState === EventSource.CLOSED) end();
    });
    // Listens no longer, and says nothing of it.
    stream.leave = function () { clearTimeout(timer); stream.close(); };
    return stream;
  };
})();
