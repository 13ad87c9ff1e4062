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

# What was loaded stays. Looking through it for what nobody needs any more stops every thread for as long as a page
# takes, and what an answer leaves behind is mostly gone without being looked for.
gc.freeze()
gc.set_threshold(20_000, 20, 20)

__all__ = ["application"]
