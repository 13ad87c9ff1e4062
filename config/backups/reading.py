"""Reading a backup to its end: that it is whole, and what is in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO

from config.backups.archive import Header, header_of, members
from config.backups.errors import BadBackup
from config.backups.rows import rows_in


@dataclass(frozen=True)
class Backup:
    """What is in a backup: its header, rows by table, the number of its files, and the bytes of both."""

    header: Header
    rows: dict[str, int]
    files: int
    row_bytes: int
    file_bytes: int

    @property
    def whole(self) -> str:
        """In a sentence."""
        tables = sum(1 for count in self.rows.values() if count)
        return f"{sum(self.rows.values())} rows of {tables} tables and {self.files} files"


def read_back(file: IO[bytes]) -> Backup:
    """Everything in a backup, read to its end and counted. Raises BadBackup."""
    header: Header | None = None
    rows: dict[str, int] = {}
    others = row_bytes = file_bytes = 0
    for name, body in members(file):
        if header is None:
            header = header_of(name, body)
        elif name.startswith("tables/"):
            table = name.split("/")[1]
            rows[table] = rows.get(table, 0) + len(rows_in(name, body)[1])
            row_bytes += len(body)
        else:
            others += 1
            file_bytes += len(body)
    if header is None:
        raise BadBackup("It is empty.")
    return Backup(header, rows, others, row_bytes, file_bytes)
