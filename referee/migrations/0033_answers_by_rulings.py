"""Answers, and decisions on appeals, that came of a ruling name it; until now they were told by their time alone."""

from django.db import migrations


def name_rulings(apps, schema_editor):
    rows = apps.get_model("referee", "DisputeRow").objects
    for told in rows.filter(kind="ruling", ruling__isnull=False).select_related("ruling").order_by("pk").iterator():
        came = rows.filter(dispute_id=told.dispute_id, ruling=None, at=told.at)
        came.filter(kind__in=("answered", "decided")).update(ruling_id=told.ruling_id)


class Migration(migrations.Migration):

    dependencies = [
        ('referee', '0032_cited_answers'),
    ]

    operations = [
        migrations.RunPython(name_rulings, migrations.RunPython.noop),
    ]
