from typing import Any

from django.db import migrations, models


def note_anew(apps: Any, schema_editor: Any) -> None:
    """Logs that were noted without their lengths are noted once more by the sweep."""
    apps.get_model("referee", "NotedLog").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("referee", "0025_superseding_rulings")]

    operations = [
        migrations.AddField(
            model_name="notedlog",
            name="length",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="In what the game counts: turns, Days, Scenes.", null=True
            ),
        ),
        migrations.RunPython(note_anew, migrations.RunPython.noop, elidable=True),
    ]
