"""The WSGI application as a worker process of the launcher loads it."""

import gc

from config.launch.lifeline import end_with_parent

end_with_parent()

from config.wsgi import application  # noqa: E402

# What was loaded stays. Looking through it for what nobody needs any more stops every thread for as long as a page
# takes, and what an answer leaves behind is mostly gone without being looked for.
gc.freeze()
gc.set_threshold(20_000, 20, 20)

__all__ = ["application"]
