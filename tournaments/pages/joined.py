"""Which sheets and scripts go out as one file each: what pages always ask for together. A phone pays for every request,
not for bytes alone."""

from __future__ import annotations

from tournaments.pages.context import STYLESHEETS

SITE_SHEET, SITE_SCRIPT = "css/joined-site.css", "js/joined-site.js"

#: Each file by its name, with what it is made of, in the order in which later ones may build on earlier ones.
JOINED: dict[str, tuple[str, ...]] = {
    SITE_SHEET: (*STYLESHEETS, "css/print.css"),
    "css/joined-boards.css": ("css/board.css", "css/towns.css", "css/heroes.css", "css/immortals.css"),
    "css/joined-laying.css": ("css/replay.css", "css/entering.css", "css/touch.css", "css/laying.css"),
    "css/joined-logger.css": ("css/entering.css", "css/logger.css", "css/touch.css"),
    "css/joined-replay.css": ("css/replay.css",),
    SITE_SCRIPT: (
        "js/stream.js",
        "django_htmx/htmx-2.min.js",
        "js/page.js",
        "js/clock.js",
        "js/kept.js",
        "js/waiting.js",
        "js/reports.js",
    ),
    "js/joined-live.js": ("js/live.js",),
    "js/joined-desk.js": ("js/desk.js", "js/announcements.js"),
    "js/joined-replay.js": ("js/replay.js",),
    "js/joined-laying.js": ("js/cards.js", "js/positions.js", "js/laying.js"),
    "js/joined-logger.js": ("js/cards.js", "js/queue.js", "js/rows.js", "js/touch.js", "js/logger.js"),
    "js/joined-what-if.js": ("js/cards.js", "js/rows.js", "js/touch.js", "js/what_if.js"),
}
#: For paper alone.
OF_PRINT = "css/print.css"
