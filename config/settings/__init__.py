"""Settings, from the environment alone. Nothing set means embedded: SQLite and no other service.

docs/operator.md lists every variable.
"""

from config.settings.wrong import said_plainly

with said_plainly():
    from config.settings.accounts import *
    from config.settings.api import *
    from config.settings.data import *
    from config.settings.environment import *
    from config.settings.logs import *
    from config.settings.security import *
    from config.settings.site import *
