from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0050_lateness_as_penalties")]
    operations = [migrations.DeleteModel(name="Lateness")]
