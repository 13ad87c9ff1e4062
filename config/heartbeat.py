"""How often a process sends a heartbeat, and how long it may be silent.

Read from the environment alone: the launcher and the front need it before Django is loaded.
"""

import os

#: Seconds without a heartbeat after which `run.py serve` ends a part and starts it again.
MAX_SILENCE = float(os.environ.get("FIRST_BLOOD_PATIENCE") or 30)
#: Seconds between two heartbeats: several fit into the time above, so one late heartbeat restarts nothing.
HEARTBEAT_SECONDS = min(5.0, MAX_SILENCE / 6)
