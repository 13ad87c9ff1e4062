"""The WSGI application as a worker process of the launcher loads it."""

from config.launch.lifeline import end_with_parent

end_with_parent()

from config.wsgi import application  # noqa: E402

__all__ = ["application"]
