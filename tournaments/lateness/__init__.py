"""Players who are late at a running table: the penalty of the event's policy, and whether who never came goes on."""
