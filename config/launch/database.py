"""Why the database could not be reached, in one line without its password."""

from typing import Any


def why_unreachable(error: BaseException) -> str | None:
    """The reason when no connection can be made; None when the error is another one.

    A pool says only that it waited in vain, so one connection is tried without it.
    """
    from django.db import OperationalError, connection

    if not isinstance(error, OperationalError):
        return None
    reason = _reason(connection)
    if reason is None:
        return None
    address = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"The database {address['NAME']} cannot be opened: {reason}."
    where = f"{address['HOST'] or 'this machine'}{':' + str(address['PORT']) if address['PORT'] else ''}"
    return (
        f"The database {address['NAME']} at {where} cannot be reached: {reason}.\n"
        "Is it running, and do name, user and password in DATABASE_URL fit?"
    )


def _reason(connection: Any) -> str | None:
    """The error of a fresh connection; None where it can be opened."""
    try:
        if connection.vendor == "postgresql":
            import psycopg

            wanted = connection.get_connection_params()
            wanted = {name: value for name, value in wanted.items() if name in _OF_POSTGRESQL}
            psycopg.connect(**wanted, connect_timeout=3).close()
        else:
            connection.close()
            connection.ensure_connection()
    except Exception as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        return lines[0].strip().rstrip(".?:") if lines else type(error).__name__
    return None


_OF_POSTGRESQL = ("dbname", "user", "password", "host", "port", "sslmode", "service", "options")
