"""Short messages from the desk, shown on the event's page, at every table and on the wall until they are over."""
