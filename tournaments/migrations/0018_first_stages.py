"""Every event has the chain of stages that it is played in: those made before are Swiss events."""

from typing import Any

from django.db import migrations


def give_stages(apps: Any, schema_editor: Any) -> None:
    """A Swiss stage for each event that has none yet, because it has not started."""
    event, stage = apps.get_model("tournaments", "Event"), apps.get_model("tournaments", "Stage")
    without = event.objects.filter(stages=None).values_list("pk", flat=True)
    stage.objects.bulk_create(
        [stage(event_id=pk, number=1, kind="swiss", code="swiss") for pk in without], batch_size=500
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_stages")]

    operations = [migrations.RunPython(give_stages, migrations.RunPython.noop)]
