"""A moment for reading, on a connection that nothing has used before."""

import threading

import pytest
from django.db import connection

from tournaments.models import Event
from tournaments.reading import one_moment


@pytest.mark.django_db(transaction=True)
def test_a_moment_may_be_the_first_act_of_a_connection() -> None:
    told: list[object] = []

    def read() -> None:
        """A new thread has a connection of its own, not opened yet: so does a runner or a server that begins."""
        try:
            with one_moment():
                told.append(Event.objects.count())
            # Whoever writes later still takes the right to write at the start.
            if connection.vendor == "sqlite":
                told.append(connection.transaction_mode)  # type: ignore[attr-defined]
        except Exception as error:
            told.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=read)
    thread.start()
    thread.join(30)
    mode = connection.settings_dict["OPTIONS"].get("transaction_mode")
    assert told == ([0, mode] if connection.vendor == "sqlite" else [0])
