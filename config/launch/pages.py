"""The pages' application as a worker process of the launcher loads it."""

import gc

from config.launch.lifeline import end_with_parent
from config.launch.loading import one_at_a_time

end_with_parent()

with one_at_a_time():
    from config.rsgi import application  # noqa: I001
    from django.urls import get_resolver

    # All views: else the first answer of each process would load them.
    _ = get_resolver().url_patterns

# What was loaded stays, and is not looked through for what nobody needs any more.
gc.freeze()

__all__ = ["application"]
