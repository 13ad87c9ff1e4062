"""How the parts are put together: settings, addresses, tasks, servers."""
