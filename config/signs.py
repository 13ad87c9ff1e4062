"""How often a process gives a sign of life, and how long it may give none.

Of the environment alone, because the launcher and the front read it before Django is there.
"""

import os

#: Seconds without a sign of life after which `run.py serve` ends a part and starts it again.
PATIENCE = float(os.environ.get("FIRST_BLOOD_PATIENCE") or 30)
#: Seconds between two signs: several within a patience, so that a late one is no missing one.
PACE = min(5.0, PATIENCE / 6)
