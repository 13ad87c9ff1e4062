"""Changes of an event's chain of stages. Called by the changes of the event, which hold its row."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tournaments.errors import Conflict
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.stages import Stage
from tournaments.stages.chosen import as_chosen
from tournaments.stages.lengths import last_round_is_published
from tournaments.stages.queries import stages_of


def replace_stages(event: Event, chain: Sequence[Stage], *, now: datetime) -> None:
    """Lets this chain stand. A stage that stays as it was keeps its row; of the others the old rows stay for the
    rounds of them that were withdrawn, or go where there are none."""
    standing = {stage.number: stage for stage in stages_of(event)}
    added = []
    for stage in chain:
        before = standing.get(stage.number)
        if before is not None and as_chosen(before) == as_chosen(stage):
            del standing[stage.number]
        else:
            added.append(stage)
    for stage in standing.values():
        if stage.all_rounds.exists():
            stage.removed_at = now
            stage.save(update_fields=["removed_at"])
        else:
            stage.delete()
    for stage in added:
        stage.event = event
        stage.save()


def check_stages_may_change(event: Event, chain: Sequence[Stage]) -> None:
    """Stages change after the start until the last round of the one before is published. Raises Conflict."""
    standing = stages_of(event)
    for at in range(max(len(standing), len(chain))):
        before = as_chosen(standing[at]) if at < len(standing) else None
        after = as_chosen(chain[at]) if at < len(chain) else None
        if before == after:
            continue
        if at == 0:
            raise Conflict(
                _("The first stage is fixed by the start. Undo the start to change it."),
                fields={"stages": _("Fixed by the start.")},
            )
        if last_round_is_published(event, standing[min(at, len(standing)) - 1]):
            raise Conflict(
                _(
                    "Stage %(n)s can no longer be changed: the last round before it has been published.",
                    n=at + 1,
                ),
                fields={f"stages[{at}]": _("The last round before it has been published.")},
            )
        return
