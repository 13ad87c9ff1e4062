"""Penalties for being late become penalties of the infraction “tardiness”, each with what became of it."""

from collections import Counter

from django.db import migrations


def copy_all(apps, schema_editor):
    lateness = apps.get_model("tournaments", "Lateness")
    penalty = apps.get_model("tournaments", "Penalty")
    result = apps.get_model("tournaments", "Result")
    times = Counter()
    standing = {}
    rows = lateness.objects.select_related("match__round").order_by("id")
    for late in rows.iterator(chunk_size=500):
        made_result = result.objects.filter(match=late.match, replaced_at=None, outcome__kind="match_loss")
        lost = late.penalty == "match_loss"
        before = standing.pop((late.match_id, late.entrant_id), None)
        if before is None:
            times[late.entrant_id] += 1
        else:
            penalty.objects.filter(pk=before.pk).update(replaced_at=late.at)
        fact = {
            "event_id": late.match.round.event_id,
            "entrant_id": late.entrant_id,
            "match_id": late.match_id,
            "infraction": "tardiness",
            "penalty": late.penalty,
            "by_policy": late.penalty,
            "time": times[late.entrant_id],
            "counts_here": True,
            "from_round": late.match.round.number,
            "minutes": late.minutes,
            "source": "late",
        }
        row = penalty.objects.create(
            at=late.at, by=late.by, by_user_id=late.by_user_id, replaces=before, **fact
        )
        # a match loss was taken back by taking its result away
        back = late.taken_back_at or (late.at if lost and not made_result.exists() else None)
        if back is None:
            standing[late.match_id, late.entrant_id] = row
            if lost:
                made_result.filter(source="").update(source="penalty")
            continue
        penalty.objects.filter(pk=row.pk).update(replaced_at=back)
        penalty.objects.create(at=back, by=late.taken_back_by, replaces=row, taken_back=True, **fact)
        times[late.entrant_id] -= 1


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0049_penalties")]
    operations = [migrations.RunPython(copy_all, migrations.RunPython.noop)]
