"""The object that ``align --json`` prints."""

from __future__ import annotations

from rules.alignment.align import Alignment
from rules.kernel.json_types import JsonObject


def alignment_json(alignment: Alignment) -> JsonObject:
    """The alignment of two logs as JSON values; entry numbers are those of each file."""
    divergence = alignment.divergence
    return {
        "same": alignment.same,
        "only_in_first": list(alignment.only_in_first),
        "only_in_second": list(alignment.only_in_second),
        "bound": alignment.bound,
        "divergence": None
        if divergence is None
        else {"first": divergence.first, "second": divergence.second, "question": divergence.question},
        "merged": {"entries": len(alignment.merged.entries), "status": alignment.run.status()},
    }
