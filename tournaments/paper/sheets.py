"""The measures of a sheet, and how a document of sheets is begun.

The library for PDFs brings one for fonts and one for numbers, a fifth of what a process of the site would load at its
start. So `tournaments.paper.pack` is loaded with the first document, and by nothing at the top of a module.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.timezone import localtime

if TYPE_CHECKING:
    from tournaments.paper.pack import Pack

#: Millimetres: what A4 and Letter both have room for, upright and across.
LEFT, TOP, WIDE, HIGH = 12.0, 12.0, 186.0, 254.0
LINE = 6.0


def pack_of(name: str, at: datetime) -> Pack:
    """An empty pack for an event of this name, with the moment it was made in its head."""
    from tournaments.paper.pack import Pack

    when = f"{date_format(localtime(at), 'DATE_FORMAT')}, {date_format(localtime(at), 'H:i')}"
    return Pack(f"{name} · {when}", at)
