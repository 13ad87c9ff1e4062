"""Pages of persons: what finished events say of those who agreed to be shown."""
