"""Pods have no draws unless an event says so. Events that have started keep what they had: draws."""

from typing import Any

from django.db import migrations, models


def keep_draws(apps: Any, schema_editor: Any) -> None:
    """What was left open in the pods of an event that has started, or was once, is said now."""
    stage = apps.get_model("tournaments", "Stage")
    begun = stage.objects.filter(kind="pods", draws=None, event__seed_hash__gt="")
    begun.update(draws=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0037_stand_in")]

    operations = [
        migrations.RunPython(keep_draws, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="stage",
            name="draws",
            field=models.BooleanField(
                blank=True, help_text="Empty: yes in Swiss and round robin, else no.", null=True
            ),
        ),
    ]
