"""Programs that do a like task, installed apart from the site, and measured beside it."""
