"""Second steps that were kept in the clear are enciphered from now on."""

from django.db import migrations

from config.second_steps import in_the_clear, renew


def encipher(apps, schema_editor):
    renew(apps.get_model("mfa", "Authenticator").objects)


def decipher(apps, schema_editor):
    in_the_clear(apps.get_model("mfa", "Authenticator").objects)


class Migration(migrations.Migration):
    dependencies = [("mfa", "0003_authenticator_type_uniq")]
    operations = [migrations.RunPython(encipher, decipher)]
